/**
 * Returns a stored phone number as text for a form: a US number as `(312) 555-0123`, others unchanged, null or undefined as an
 * empty text.
 */
export function phoneWords(kept: string | null | undefined): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(kept ?? '') ?? []
  return area === undefined ? (kept ?? '') : `(${area}) ${exchange}-${line}`
}
