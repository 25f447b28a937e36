export type Cell = string | number | null | undefined

/** Matches text that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Returns one cell of a CSV file, quoted when needed. Text that looks like a formula gets an apostrophe in front. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) || harmless !== value ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Returns rows of a CSV file (RFC 4180); every row ends with a line break. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
