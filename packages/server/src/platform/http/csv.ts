/** What some country's spreadsheet takes for the end of a cell, where the next would begin like a formula. */
const formulaAfter = /[;\t\r\n](?=["\s]*[=+\-@])/g
const formulaFirst = /^(["\s]*[=+\-@]|[\t\r])/

/** A text that no spreadsheet takes for a formula; an apostrophe stands where one would begin. */
function harmless(text: string): string {
  const inside = text.replace(formulaAfter, "$&'")
  return formulaFirst.test(inside) ? `'${inside}` : inside
}

/** One line of CSV (RFC 4180), its end included; null is an empty cell. Numbers stay as they are. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return String(cell)
    const text = harmless(cell)
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}
