import type { Tree, TreeUnit } from './tree.ts'

/**
 * Returns by unit id the sum of the values of all items in the unit or anywhere below it, for the unit `rootId` and all units
 * below it. `values` are of items directly in a unit, by its id; `none` is the sum of nothing.
 */
export function sumUpTree<Sum>(
  tree: Pick<Tree<TreeUnit>, 'children'>,
  rootId: number,
  values: ReadonlyMap<number, readonly Sum[]>,
  add: (a: Sum, b: Sum) => Sum,
  none: Sum,
): Map<number, Sum> {
  const sums = new Map<number, Sum>()
  const sumOf = (id: number): Sum => {
    const below = (tree.children.get(id) ?? []).map((child) => sumOf(child.id))
    const sum = [...(values.get(id) ?? []), ...below].reduce(add, none)
    sums.set(id, sum)
    return sum
  }
  sumOf(rootId)
  return sums
}
