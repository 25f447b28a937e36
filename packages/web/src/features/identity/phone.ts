/** Formats a US phone number as `(312) 555-0123`; other numbers are returned unchanged. */
export function phoneWords(kept: string | null | undefined): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(kept ?? '') ?? []
  return area === undefined ? (kept ?? '') : `(${area}) ${exchange}-${line}`
}
