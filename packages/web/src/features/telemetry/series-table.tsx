import './telemetry.css'
import type { Column } from '../../charts/band.ts'
import { drawLane, type Lane } from '../../charts/lane.ts'
import { MARK_WORDS, markAt } from '../../charts/marks.ts'
import type { Window } from '../../charts/span.ts'
import { count } from '../../lib/format.ts'
import { timeNear } from '../../lib/zoned.ts'
import { Table } from '../../ui/table.tsx'

/** Above this number of rows, each row stands for a part of the period. The exported file has all points. */
const MOST_ROWS = 300

interface SeriesTableProps {
  lane: Lane
  window: Window
  gaps: readonly Window[]
  zone: string
  height: number
}

function rowsOf({ lane, window, gaps }: SeriesTableProps): { rows: Column[]; areReal: boolean } {
  const inside = lane.series.columns.filter(({ at }) => at >= window.from && at < window.to)
  if (lane.series.isReal && inside.length <= MOST_ROWS) return { rows: inside, areReal: true }
  const { pieces } = drawLane(lane, { window, width: MOST_ROWS, gaps, deviations: null })
  return { rows: pieces.flat(), areReal: false }
}

/** Table of a series: its points, or a summary of each part of the period when there are many. */
export function SeriesTable(props: SeriesTableProps) {
  const { lane, window, zone, height } = props
  const { rows, areReal } = rowsOf(props)
  const { digits } = lane
  const unit = lane.unit === '' ? '' : `, ${lane.unit}`
  const columns = areReal
    ? ['Time', `${lane.title}${unit}`, 'Mark']
    : ['Around', 'Values', `Least${unit}`, `Mean${unit}`, `Greatest${unit}`]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="series-table" style={{ height }} aria-label={`Table of ${lane.title}`} tabIndex={0}>
      <Table label={lane.title} columns={columns}>
        {rows.map((row) => {
          const time = timeNear(Math.round(row.at), window.to, zone)
          const cells = areReal
            ? [row.mean.toFixed(digits), MARK_WORDS[markAt(lane.marks, row.minAt, row.maxAt)?.mark ?? 0] ?? '']
            : [count(row.points), row.min.toFixed(digits), row.mean.toFixed(digits), row.max.toFixed(digits)]
          return (
            <tr key={`${row.at} ${row.minAt} ${row.min}`}>
              <td data-label={columns[0]}>{time}</td>
              {cells.map((cell, i) => (
                <td key={columns[i + 1]} data-label={columns[i + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          )
        })}
      </Table>
    </section>
  )
}
