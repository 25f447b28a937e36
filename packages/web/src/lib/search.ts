/**
 * Returns the test of a search: true if one of the texts contains `words` as one text, in upper or lower case and without spaces
 * at its ends. A blank search finds everything. Letters are compared alike in every language of the browser.
 */
export function searchFor(words: string): (...texts: readonly (string | null | undefined)[]) => boolean {
  const wanted = words.trim().toLowerCase()
  return (...texts) => wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted))
}
