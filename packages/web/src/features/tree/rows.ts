import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'

/** A node of the tree: `o-1` a unit, `e-1` a machine. */
export type NodeKey = `o-${number}` | `e-${number}`

export const keyOf = (which: 'o' | 'e', id: number): NodeKey => `${which}-${id}`

/** One line of the tree as it stands opened: nodes below each other, each knowing where it hangs. */
export interface TreeRow {
  readonly key: NodeKey
  readonly node: TreeNodeShape | TreeNodeShape['equipment'][number]
  /** From 1, the root. */
  readonly level: number
  /** Among its siblings, from 1. */
  readonly position: number
  readonly siblings: number
  /** The row of the unit it stands at; -1 for the root. */
  readonly parent: number
  /** Undefined where there is nothing under it. */
  readonly isOpen: boolean | undefined
}

/** The lines of a tree in which the units of `folded` keep what is under them to themselves. */
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

/** Where the focus goes, or which unit opens or closes; undefined: the key is none of the tree's. */
export type Move = { readonly to: number } | { readonly toggle: readonly NodeKey[] }

/** What a key does at a row, as the pattern of trees has it (WAI-ARIA). */
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
    const closed = rows.filter((one) => one.parent === row.parent && one.isOpen === false)
    return { toggle: closed.map((one) => one.key) }
  }
  return undefined
}

/**
 * The next row whose name begins with what was typed, round the end; -1: none. One letter, typed once or again and again,
 * goes on to the next such row; a longer beginning stays where it fits already.
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
