import './status-chart.css'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type BandColumns, CycleBand, scaleOf } from '../../charts/cycle-band.tsx'
import type { Window } from '../../charts/span.ts'
import { call } from '../../lib/api.ts'
import { toIso } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { shortSeconds } from '../../lib/format.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'
import { type PreviewKind, startWithin } from './previews.ts'

/** Number of columns that are requested: about the width of a tile in px. */
const WIDTH = 240

/**
 * Query that reads the least, greatest and mean cycle time of a machine for each of 240 columns of the period on screen, or of
 * its last `lastMs`; columns without cycles are left out.
 */
const cycleBandQuery = (id: number, { zone, scopeKey, lastMs }: PreviewKind) =>
  queryOptions({
    queryKey: ['cycle-band', id, lastMs, ...scopeKey],
    queryFn: async ({ signal }): Promise<BandColumns> => {
      const scope = readScope(zone)
      const { endDate, series, choices, to } = scope
      const from = startWithin(scope, lastMs)
      const query = { startDate: toIso(from), endDate, width: WIDTH, ...choices, ...series }
      const { result } = await call(allInOne, { params: { id }, query, signal })
      const drawn = result.data?.drawn
      return drawn === undefined
        ? { from, to, width: WIDTH, column: [], min: [], max: [], mean: [] }
        : { from: drawn.from, to: drawn.to, width: drawn.width, ...drawn.cycle_time }
    },
    refetchInterval: activeRefresh,
    gcTime: 0,
  })

interface CycleChartProps {
  machine: { id: number; name: string }
  kind: PreviewKind
  window: Window
  zone: string
}

/**
 * Chart of the cycle times of a machine over the period, for its tile. It loads the values itself; without any it shows a note.
 */
export function CycleChart({ machine, kind, window, zone }: CycleChartProps) {
  const { data, isError } = useQuery(cycleBandQuery(machine.id, kind))
  if (data === undefined) {
    return isError ? (
      <p className="note">The cycles could not be read. It is tried again.</p>
    ) : (
      <div className="timeline-skeleton chart-skeleton" />
    )
  }
  const scale = scaleOf(data)
  if (scale === undefined) return <p className="note">No cycle in this period has a cycle time.</p>
  const atOf = (index: number): number =>
    data.from + (((data.column[index] ?? 0) + 0.5) * (data.to - data.from)) / data.width
  return (
    <div className="anchor cycle-chart">
      <CycleBand
        columns={data}
        window={window}
        height={45}
        label={`${machine.name}, cycle time: ${shortSeconds(scale.least)} to ${shortSeconds(scale.most)}`}
        tip={(index) => (
          <>
            <div>
              <b>{shortSeconds(data.mean[index] ?? 0)}</b> {shortSeconds(data.min[index] ?? 0)} to{' '}
              {shortSeconds(data.max[index] ?? 0)}
            </div>
            <div className="muted">{timeNear(atOf(index), data.to, zone)}</div>
          </>
        )}
      />
      <span className="note dense cycle-chart-most">{shortSeconds(scale.most)}</span>
      <span className="note dense cycle-chart-least">{shortSeconds(scale.least)}</span>
    </div>
  )
}
