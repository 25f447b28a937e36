import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { type StatusKey, statusKey } from '../../ui/status.ts'

/** The unit of that id within the tree, or undefined. */
export function findUnit(node: TreeNodeShape, id: number): TreeNodeShape | undefined {
  if (node.id === id) return node
  for (const child of node.children) {
    const found = findUnit(child, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Units and machines together. */
export const countNodes = (node: TreeNodeShape): number =>
  1 + node.equipment.length + node.children.reduce((sum, child) => sum + countNodes(child), 0)

/** How many machines stand under a unit in each status. */
export function countStatuses(node: TreeNodeShape): Map<StatusKey, number> {
  const counts = new Map<StatusKey, number>()
  const visit = (unit: TreeNodeShape): void => {
    for (const machine of unit.equipment) {
      const key = statusKey(machine.current_status?.status)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const child of unit.children) visit(child)
  }
  visit(node)
  return counts
}

/** What of the tree bears the words, with the way to it; undefined when nothing does. Case does not matter. */
export function searchTree(node: TreeNodeShape, words: string): TreeNodeShape | undefined {
  const wanted = words.trim().toLowerCase()
  const bears = (name: string): boolean => name.toLowerCase().includes(wanted)
  if (wanted === '' || bears(node.name)) return node
  const children = node.children.map((child) => searchTree(child, words)).filter((child) => child !== undefined)
  const equipment = node.equipment.filter((machine) => bears(machine.name))
  return children.length === 0 && equipment.length === 0 ? undefined : { ...node, children, equipment }
}
