import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'

/** Key of a node of the tree: `o-1` is the unit 1, `e-1` the machine 1. */
export type NodeKey = `o-${number}` | `e-${number}`

/** Returns the key of a unit (`o-17`) or machine (`e-17`) in the tree. */
export const keyOf = (which: 'o' | 'e', id: number): NodeKey => `${which}-${id}`

/** Visible row of the tree with its node, level and position, which screen readers announce. */
export interface TreeRow {
  readonly key: NodeKey
  readonly node: TreeNodeShape | TreeNodeShape['equipment'][number]
  /** Level in the tree, from 1 for the root. */
  readonly level: number
  /** Position among the nodes of the same parent, from 1. */
  readonly position: number
  readonly siblings: number
  /** Index of the row of the parent; -1 for the root. */
  readonly parent: number
  /** True if the children are shown, false if the unit is closed; undefined for a node without children, as all machines are. */
  readonly isOpen: boolean | undefined
}

/**
 * Returns the visible rows of a tree from top to bottom, in each unit machines before units. `folded` contains the keys of closed
 * units, whose content is left out.
 */
export function rowsOf(root: TreeNodeShape, folded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (unit: TreeNodeShape, at: Pick<TreeRow, 'level' | 'position' | 'siblings' | 'parent'>): void => {
    const siblings = unit.equipment.length + unit.children.length
    const key = keyOf('o', unit.id)
    const isOpen = siblings === 0 ? undefined : !folded.has(key)
    const parent = rows.push({ ...at, key, node: unit, isOpen }) - 1
    if (!isOpen) return
    const level = at.level + 1
    unit.equipment.forEach((machine, index) => {
      const place = { level, position: index + 1, siblings, parent }
      rows.push({ ...place, key: keyOf('e', machine.id), node: machine, isOpen: undefined })
    })
    unit.children.forEach((child, index) => {
      add(child, { level, position: unit.equipment.length + index + 1, siblings, parent })
    })
  }
  add(root, { level: 1, position: 1, siblings: 1, parent: -1 })
  return rows
}

/** Result of a key: `to`, the index of the row to focus, or `toggle`, the keys of units to open or close. */
export type Move = { readonly to: number } | { readonly toggle: readonly NodeKey[] }

/**
 * Returns the result of a key at the row with index `at`, by the tree pattern of WAI-ARIA: arrows, Home and End move or open and
 * close, `*` opens all closed siblings. Undefined for other keys and if there is no such row.
 */
export function moveOf(rows: readonly TreeRow[], at: number, key: string): Move | undefined {
  const row = rows[at]
  if (row === undefined) return undefined
  if (key === 'ArrowDown') return { to: Math.min(at + 1, rows.length - 1) }
  if (key === 'ArrowUp') return { to: Math.max(at - 1, 0) }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: rows.length - 1 }
  if (key === 'ArrowRight') return row.isOpen === false ? { toggle: [row.key] } : { to: row.isOpen ? at + 1 : at }
  if (key === 'ArrowLeft') return row.isOpen ? { toggle: [row.key] } : { to: Math.max(row.parent, 0) }
  if (key === '*') {
    const closed = rows.filter((candidate) => candidate.parent === row.parent && candidate.isOpen === false)
    return { toggle: closed.map((candidate) => candidate.key) }
  }
  return undefined
}

/**
 * Returns the index of the next row whose name begins with the typed text, in upper or lower case, continuing at the top; -1 if
 * there is none. The search starts at the row `at`, but for one letter, also a repeated one, at the row after it.
 */
export function rowTyped(rows: readonly TreeRow[], at: number, typed: string): number {
  const isOneLetter = [...typed].every((letter) => letter === typed[0])
  const wanted = (isOneLetter ? (typed[0] ?? '') : typed).toLowerCase()
  if (wanted === '') return -1
  const first = isOneLetter ? at + 1 : at
  for (let step = 0; step < rows.length; step++) {
    const index = (first + step) % rows.length
    if (rows[index]?.node.name.toLowerCase().startsWith(wanted)) return index
  }
  return -1
}
