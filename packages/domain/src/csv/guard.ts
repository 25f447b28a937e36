/** Characters that end a cell in some country's spreadsheet, followed by the beginning of a formula. */
const formulaAfter = /[;\t\r\n](?=["\s]*[=+\-@])/g
const formulaFirst = /^(["\s]*[=+\-@]|[\t\r])/

/**
 * Returns the text of a CSV cell with an apostrophe before each beginning of a formula (`=`, `+`, `-`, `@`), also after a
 * semicolon, tab or line end inside it; other text stays unchanged. So no spreadsheet computes it. The text is not quoted:
 * the writer of the file must quote a cell that contains a quote, comma, semicolon, tab or line end.
 */
export function guardCell(text: string): string {
  const inside = text.replace(formulaAfter, "$&'")
  return formulaFirst.test(inside) ? `'${inside}` : inside
}
