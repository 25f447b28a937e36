import { Link } from 'react-router'
import type { MachineTile } from '../../features/tree/types.ts'
import type { TileChart } from './use-equipment-choices.ts'

interface TileFootProps {
  machine: MachineTile
  chart: TileChart | undefined
  /** The address of its page. */
  path: string
  onChart: (machineId: number, chart: TileChart | undefined) => void
}

const charts: readonly { chart: TileChart; words: string }[] = [
  { chart: 'cycle', words: 'Cycle chart' },
  { chart: 'status', words: 'Status chart' },
]

/** Which chart is open on a tile, one at a time, and the way to all of its machine. */
export function TileFoot({ machine, chart, path, onChart }: TileFootProps) {
  return (
    <div className="tile-foot">
      {charts.map(({ chart: one, words }) => (
        <button
          key={one}
          type="button"
          className="tile-toggle"
          aria-pressed={chart === one}
          onClick={() => onChart(machine.id, chart === one ? undefined : one)}
        >
          {words}
        </button>
      ))}
      <Link className="tile-detail" to={path}>
        Show detail<span className="sr-only"> of {machine.name}</span>
      </Link>
    </div>
  )
}
