import type { Column } from '../../charts/band.ts'
import { type ChartLine, reduceLine } from '../../charts/chart-line.ts'
import { MARK_WORDS, markAt } from '../../charts/marks.ts'
import type { Window } from '../../charts/span.ts'
import { timeNear } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'

/** Number of rows above which each row summarizes a part of the period. The exported file has all points. */
const MOST_ROWS = 300

interface SeriesTableProps {
  line: ChartLine
  window: Window
  gaps: readonly Window[]
  zone: string
  height: number
}

function rowsOf({ line, window, gaps }: SeriesTableProps): { rows: Column[]; areReal: boolean } {
  const inside = line.series.columns.filter(({ at }) => at >= window.from && at < window.to)
  if (line.series.isReal && inside.length <= MOST_ROWS) return { rows: inside, areReal: true }
  const { runs } = reduceLine(line, { window, width: MOST_ROWS, gaps, deviations: null })
  return { rows: runs.flat(), areReal: false }
}

/**
 * Table of the values of a line in the window: each measured point with its mark, or up to about 300 summaries with least, mean
 * and greatest value if there are more or if only summaries were read.
 */
export function SeriesTable(props: SeriesTableProps) {
  const { line, window, zone, height } = props
  const { rows, areReal } = rowsOf(props)
  const { digits } = line
  const unit = line.unit === '' ? '' : `, ${line.unit}`
  const columns = areReal
    ? ['Time', `${line.title}${unit}`, 'Mark']
    : ['Around', 'Values', `Least${unit}`, `Mean${unit}`, `Greatest${unit}`]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="scroll" style={{ height }} aria-label={`Table of ${line.title}`} tabIndex={0}>
      <table className="dense-table" aria-label={line.title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const time = timeNear(Math.round(row.at), window.to, zone)
            const cells = areReal
              ? [row.mean.toFixed(digits), MARK_WORDS[markAt(line.marks, row.minAt, row.maxAt)?.mark ?? 0] ?? '']
              : [count(row.points), row.min.toFixed(digits), row.mean.toFixed(digits), row.max.toFixed(digits)]
            return (
              <tr key={`${row.at} ${row.minAt} ${row.min}`}>
                <td>{time}</td>
                {cells.map((cell, i) => (
                  <td key={columns[i + 1]}>{cell}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
