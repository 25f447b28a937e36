import { guardCell } from '@millwatch/domain/csv'
import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

/** Characters besides the comma and the quote at which some spreadsheets end a cell, so that a cell with one is quoted. */
const alsoQuoted = /[;\t\r\n]/

/**
 * Returns rows as lines of CSV (RFC 4180), each with its line end, in order; an empty text for no rows. Null becomes an empty
 * cell; numbers stay unchanged. A text that a spreadsheet could run as a formula (it begins with `=`, `+`, `-` or `@`, for
 * example) is changed so that it is shown as text.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  let lines = ''
  for (let from = 0; from < rows.length; ) {
    const isEasy = isPlainRow(rows[from] ?? [])
    let to = from + 1
    while (to < rows.length && isPlainRow(rows[to] ?? []) === isEasy) to++
    const some = rows.slice(from, to)
    lines += isEasy ? some.map((row) => `${row.join(',')}\r\n`).join('') : written(some)
    from = to
  }
  return lines
}

/**
 * Pattern of a text that needs neither quotes nor an apostrophe, such as an instant. Exports consist of such texts, and their
 * speed depends on it.
 */
const plainText = /^(?:[a-z0-9][a-z0-9 .:_-]*)?$/i

const isPlainRow = (row: readonly Cell[]): boolean =>
  row.length > 1 && row.every((cell) => typeof cell !== 'string' || plainText.test(cell))

function written(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    record_delimiter: '\r\n',
    quoted_match: alsoQuoted,
    cast: { string: guardCell },
  })
}
