import { byNaturalOrder } from '@millwatch/domain/tree'

/**
 * Returns a copy of items sorted by name: numbers by value (`Press 2` before `Press 10`), upper and lower case as
 * equal. Only names that are otherwise the same are ordered by case, lower case first; items of the same name by
 * ascending id.
 */
export function inNaturalOrder<T extends { readonly name: string }>(
  items: readonly T[],
  idOf: (item: T) => number,
): T[] {
  return [...items].sort((a, b) => byNaturalOrder(a.name, b.name) || idOf(a) - idOf(b))
}
