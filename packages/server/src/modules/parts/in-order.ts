import { byNaturalOrder } from '@millwatch/domain/tree'

/** Returns a copy of parts sorted by number in natural order (`P-9` before `P-10`); parts of the same number by ascending id. */
export const partsInOrder = <Part extends { readonly number: string; readonly partId: number }>(
  parts: readonly Part[],
): Part[] => parts.toSorted((a, b) => byNaturalOrder(a.number, b.number) || a.partId - b.partId)
