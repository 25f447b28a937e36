import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'

interface Unit {
  readonly id: number
  readonly name: string
  readonly depth: number
}

/**
 * Returns all units under a root, without the root itself, each before its children. `depth` is 0 for direct children of the
 * first root.
 */
export const unitsInOrder = (root: TreeNodeShape, depth = 0): Unit[] =>
  root.children.flatMap((child) => [{ id: child.id, name: child.name, depth }, ...unitsInOrder(child, depth + 1)])
