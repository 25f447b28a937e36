import { guardCell } from '@millwatch/domain/csv'
import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

/** Some spreadsheets end a cell at these characters, too. */
const alsoQuoted = /[;\t\r\n]/

/**
 * Returns rows as lines of CSV, each with its line end (RFC 4180). Null becomes an empty cell; numbers stay unchanged.
 * A text that a spreadsheet could run as a formula (it begins with `=`, `+`, `-` or `@`, for example) is changed so
 * that it is shown as text.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    record_delimiter: '\r\n',
    quoted_match: alsoQuoted,
    cast: { string: guardCell },
  })
}
