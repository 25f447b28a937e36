import { guardCell } from '@millwatch/domain/csv'
import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

/** Some spreadsheets end a cell at these characters, too. */
const alsoQuoted = /[;\t\r\n]/

/** Returns lines of CSV with their line ends (RFC 4180); null becomes an empty cell, numbers stay unchanged. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    record_delimiter: '\r\n',
    quoted_match: alsoQuoted,
    cast: { string: guardCell },
  })
}
