/**
 * Characters that end a cell in some country's spreadsheet, followed by the beginning of a formula. Some spreadsheets read
 * the full-width forms (U+FF1D, U+FF0B, U+FF0D, U+FF20) as the plain ones. No such character is between the two, so that a
 * text is read once, however many of them it has in a row.
 */
const formulaAfter = /[;\t\r\n](?=(?:"|[^\S\t\r\n])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const formulaFirst = /^(["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/

/**
 * Returns the text of a CSV cell with an apostrophe before each beginning of a formula (`=`, `+`, `-`, `@`, also full-width),
 * also after a semicolon, tab or line end inside it, and before a tab or carriage return at its start; other text stays
 * unchanged. So no spreadsheet computes it. The text is not quoted: the writer of the file must quote a cell that contains a
 * quote, comma, semicolon, tab or line end.
 */
export function guardCell(text: string): string {
  const inside = text.replace(formulaAfter, "$&'")
  return formulaFirst.test(inside) ? `'${inside}` : inside
}
