import type { Series } from '../../charts/band.ts'
import type { RawRow } from './patch.ts'

function pick(rows: readonly RawRow[], value: (row: RawRow) => number | null): Series {
  const series: Series = { at: [], value: [] }
  for (const row of rows) {
    const v = value(row)
    if (v === null) continue
    series.at.push(row[0] * 1000)
    series.value.push(v)
  }
  return series
}

/** Cycle times in seconds, at the ends of their cycles. */
export const cycleTimes = (rows: readonly RawRow[]): Series => pick(rows, (row) => (row[6] === 1 ? row[1] : null))
/** Temperatures, of cycles and readings alike. */
export const temperatures = (rows: readonly RawRow[]): Series => pick(rows, (row) => row[2])
