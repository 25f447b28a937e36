const collator = new Intl.Collator('en', { numeric: true })

/**
 * Compares two names for the order in which lists show them: numbers by value (`Press 2` before `Press 10`), letters without
 * regard to case and accents (`Émile` before `Zoe`). Only names that are otherwise the same are ordered by accent, then by case,
 * lower case first.
 */
export const byNaturalOrder = (a: string, b: string): number => collator.compare(a, b)

/** Returns the name of a group of reasons or tags as it is stored: composed (NFC) and without outer blanks. */
export const groupNameOf = (typed: string): string => typed.normalize('NFC').trim()

/** Returns true if two texts name one group of reasons or tags: they differ in case, outer blanks and composition at most. */
export const isSameGroup = (a: string, b: string): boolean =>
  groupNameOf(a).toLowerCase() === groupNameOf(b).toLowerCase()
