export type Cell = string | number | null | undefined

/** What a spreadsheet would run rather than show: a cell that begins like a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One cell of a CSV file: quoted where it must be; text that begins like a formula is made plain text by an apostrophe. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) || harmless !== value ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Rows of a CSV file (RFC 4180), the last ended like the others. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
