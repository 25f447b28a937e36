/**
 * Unicode characters that reverse or force the direction of the text after them, each with the visible mark shown in its place.
 */
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

/**
 * Returns text in which each visible mark of `showOverrides` is the override again, for text that a person sends, so that
 * unchanged text is stored as it was.
 */
export const storeOverrides = (text: string): string =>
  MARKS.reduce((stored, [override, mark]) => stored.replaceAll(mark, override), text)
