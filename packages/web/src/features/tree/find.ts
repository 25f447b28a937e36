import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { searchFor } from '../../lib/search.ts'
import { keyOf, type NodeKey } from './rows.ts'

/** Returns the unit with this id in the tree under `node`, itself included; undefined if there is none. */
export function findUnit(node: TreeNodeShape, id: number): TreeNodeShape | undefined {
  if (node.id === id) return node
  for (const child of node.children) {
    const found = findUnit(child, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Node of the tree with the units above it, the nearest first. */
interface Found {
  readonly node: TreeNodeShape | TreeNodeShape['equipment'][number]
  readonly above: readonly TreeNodeShape[]
}

/**
 * Returns the unit or machine with this key in the tree, with the units above it from the nearest to the root; undefined if there
 * is none. `above` are the units above `root`.
 */
export function findNode(root: TreeNodeShape, key: NodeKey, above: readonly TreeNodeShape[] = []): Found | undefined {
  if (key === keyOf('o', root.id)) return { node: root, above }
  const inside = [root, ...above]
  const machine = root.equipment.find(({ id }) => key === keyOf('e', id))
  if (machine !== undefined) return { node: machine, above: inside }
  for (const child of root.children) {
    const found = findNode(child, key, inside)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns true if a name contains `words` as one text, in upper or lower case and without spaces at its ends. A blank text is in
 * every name.
 */
export const bears = (name: string, words: string): boolean => searchFor(words)(name)

/**
 * Returns a name in three parts: the parts before, at and after the first place of the text `words`, in upper or lower case.
 * Undefined if the name does not contain it, for a blank text, and if lower case changes the length of the name.
 */
export function aroundWords(name: string, words: string): [before: string, at: string, after: string] | undefined {
  const wanted = words.trim().toLowerCase()
  const lower = name.toLowerCase()
  const start = lower.indexOf(wanted)
  if (wanted === '' || start < 0 || lower.length !== name.length) return undefined
  const end = start + wanted.length
  return [name.slice(0, start), name.slice(start, end), name.slice(end)]
}

/** Returns the number of units and machines in the tree, its root included, whose own name contains the text `words`. */
export const countBearing = (node: TreeNodeShape, words: string): number =>
  [node, ...node.equipment].filter(({ name }) => bears(name, words)).length +
  node.children.reduce((sum, child) => sum + countBearing(child, words), 0)

/** Result of a search in the tree: the reduced tree and the units that start closed. */
interface Search {
  /** Matching nodes with the units above them; undefined if nothing matches. */
  readonly tree: TreeNodeShape | undefined
  /**
   * Keys of the units whose name matches while nothing under them does. They start closed, so that a large one does not hide the
   * other results.
   */
  readonly closed: ReadonlySet<NodeKey>
}

/**
 * Returns the tree reduced to the nodes whose names contain the text `words`, in upper or lower case, and the units above them;
 * no tree if nothing matches. A matching unit without matches under it keeps all of its content and starts closed. A blank text
 * gives the whole tree.
 */
export function searchTree(root: TreeNodeShape, words: string): Search {
  if (words.trim() === '') return { tree: root, closed: new Set() }
  const closed = new Set<NodeKey>()
  const search = (node: TreeNodeShape): TreeNodeShape | undefined => {
    const children = node.children.map(search).filter((child) => child !== undefined)
    const equipment = node.equipment.filter((machine) => bears(machine.name, words))
    if (children.length > 0 || equipment.length > 0) return { ...node, children, equipment }
    if (!bears(node.name, words)) return undefined
    closed.add(keyOf('o', node.id))
    return node
  }
  return { tree: search(root), closed }
}
