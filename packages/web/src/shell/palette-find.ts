/** Entry of the palette: a page to open or an action, found by its name. */
export interface Entry {
  readonly key: string
  readonly words: string
  /** Kind of the entry, or its place in the tree. */
  readonly about: string
  readonly act: () => void
}

const MOST = 50

/**
 * Returns how well an entry matches the typed text; smaller is better, undefined is no match. Every typed word must
 * occur in it.
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

/** Returns the entries that match, the best first; equal ones keep their order; at most 50. */
export function findEntries<E extends Pick<Entry, 'words' | 'about'>>(entries: readonly E[], typed: string): E[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, typed) }))
    .filter((found) => found.rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, MOST)
    .map((found) => found.entry)
}
