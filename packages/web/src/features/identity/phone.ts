/** A number of the US as people there read it, `(312) 555-0123`; any other as it is kept. */
export function phoneWords(kept: string | null | undefined): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(kept ?? '') ?? []
  return area === undefined ? (kept ?? '') : `(${area}) ${exchange}-${line}`
}
