import { Link } from 'react-router'
import type { MachineTile } from '../../features/tree/types.ts'
import type { TileChart } from './use-equipment-choices.ts'

interface TileFootProps {
  machine: MachineTile
  chart: TileChart | undefined
  /** Address of the machine's page. */
  path: string
  onChart: (machineId: number, chart: TileChart | undefined) => void
}

const charts: readonly { chart: TileChart; words: string }[] = [
  { chart: 'cycle', words: 'Cycle chart' },
  { chart: 'status', words: 'Status chart' },
]

/** Foot of a tile: buttons that open or close one of its charts, and a link to the page of the machine. */
export function TileFoot({ machine, chart, path, onChart }: TileFootProps) {
  return (
    <div className="line above tile-foot">
      {charts.map(({ chart: option, words }) => (
        <button
          key={option}
          type="button"
          className="note one-line hoverable toggle tile-toggle"
          aria-pressed={chart === option}
          onClick={() => onChart(machine.id, chart === option ? undefined : option)}
        >
          {words}
        </button>
      ))}
      <Link className="note one-line push tile-detail" to={path}>
        Show detail<span className="sr-only"> of {machine.name}</span>
      </Link>
    </div>
  )
}
