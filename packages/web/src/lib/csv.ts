import { guardCell } from '@millwatch/domain/csv'

export type Cell = string | number | null | undefined

/**
 * Returns one cell of a CSV file: blank for null and undefined, quoted if it has a separator, a quote or a line end. Text that
 * looks like a formula gets an apostrophe in front.
 */
function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = guardCell(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns rows as text of a CSV file (RFC 4180), each with a line end. Null and undefined are blank; text that looks like a
 * formula gets an apostrophe in front.
 */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
