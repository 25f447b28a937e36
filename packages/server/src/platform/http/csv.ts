/** Characters that end a cell in some country's spreadsheet, followed by the beginning of a formula. */
const formulaAfter = /[;\t\r\n](?=["\s]*[=+\-@])/g
const formulaFirst = /^(["\s]*[=+\-@]|[\t\r])/

/** Returns a text that no spreadsheet reads as a formula: an apostrophe is put before the beginning of one. */
function harmless(text: string): string {
  const inside = text.replace(formulaAfter, "$&'")
  return formulaFirst.test(inside) ? `'${inside}` : inside
}

/** Returns one line of CSV with its line end (RFC 4180); null becomes an empty cell, numbers stay unchanged. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return String(cell)
    const text = harmless(cell)
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}
