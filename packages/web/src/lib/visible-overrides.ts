/** Characters that show the text after them in another order than it is stored in, and the marks shown in their place. */
const MARKS = [
  ['\u202d', '[LRO]'],
  ['\u202e', '[RLO]'],
] as const

/**
 * Returns text in which each Unicode override of direction (UAX #9: LRO, RLO) is a visible mark, so that a name with one
 * reads as it is stored and does not look like another name. Text that runs from right to left by its letters stays.
 */
export const showOverrides = (text: string): string =>
  MARKS.reduce((shown, [override, mark]) => shown.replaceAll(override, mark), text)

/** Returns text that a person sends with the overrides in place of their marks, so that what is unchanged is stored as it was. */
export const storeOverrides = (text: string): string =>
  MARKS.reduce((stored, [override, mark]) => stored.replaceAll(mark, override), text)
