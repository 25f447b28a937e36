const collator = new Intl.Collator('en', { numeric: true })

/** Names as people order them: `Press 2` before `Press 10`, whatever the case; of equals the older first. */
export function inNaturalOrder<T extends { readonly name: string }>(
  items: readonly T[],
  idOf: (item: T) => number,
): T[] {
  return [...items].sort((a, b) => collator.compare(a.name, b.name) || idOf(a) - idOf(b))
}
