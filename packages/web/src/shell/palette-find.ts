/** Entry of the palette: a page to open or an action, which a person finds by its name. */
export interface Entry {
  readonly key: string
  readonly words: string
  /** Kind of the entry, or its place in the tree, such as `Machine in Stamping`. */
  readonly about: string
  readonly act: () => void
}

const MOST = 50

/**
 * Returns the quality with which an entry matches the typed text, from 0 (the whole name) to 4 (words only in name and kind
 * together). Returns undefined if a typed word is in neither. Case is ignored; blank text matches all.
 */
export function rankOf({ words, about }: Pick<Entry, 'words' | 'about'>, typed: string): number | undefined {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const name = words.toLowerCase()
  const whole = `${name} ${about.toLowerCase()}`
  if (!wanted.every((word) => whole.includes(word))) return undefined
  const phrase = wanted.join(' ')
  if (name === phrase) return 0
  if (name.startsWith(phrase)) return 1
  if (name.split(/[\s\-_/.,]+/).some((word) => word.startsWith(wanted[0] ?? ''))) return 2
  return wanted.every((word) => name.includes(word)) ? 3 : 4
}

/** Returns the entries that match the typed text, at most 50, the best first; equal ones keep their order. */
export function findEntries<E extends Pick<Entry, 'words' | 'about'>>(entries: readonly E[], typed: string): E[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, typed) }))
    .filter((found) => found.rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, MOST)
    .map((found) => found.entry)
}
