const collator = new Intl.Collator('en', { numeric: true })

/**
 * Returns items sorted by name, with numbers by value (`Press 2` before `Press 10`) and without regard to case; items
 * of equal names by ascending id.
 */
export function inNaturalOrder<T extends { readonly name: string }>(
  items: readonly T[],
  idOf: (item: T) => number,
): T[] {
  return [...items].sort((a, b) => collator.compare(a.name, b.name) || idOf(a) - idOf(b))
}
