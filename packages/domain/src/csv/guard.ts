/** Characters that end a cell in some country's spreadsheet, followed by the beginning of a formula. */
const formulaAfter = /[;\t\r\n](?=["\s]*[=+\-@])/g
const formulaFirst = /^(["\s]*[=+\-@]|[\t\r])/

/**
 * Returns the text of a CSV cell so that no spreadsheet reads it as a formula: an apostrophe is put before the beginning of
 * one. Quoting is left to the writer of the file; it must quote a cell that contains a quote, comma, semicolon, tab or line end.
 */
export function guardCell(text: string): string {
  const inside = text.replace(formulaAfter, "$&'")
  return formulaFirst.test(inside) ? `'${inside}` : inside
}
