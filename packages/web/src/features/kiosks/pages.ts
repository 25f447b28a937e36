import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { KioskPage } from './queries.ts'

interface PageKind {
  readonly page: KioskPage
  readonly words: string
  readonly shows: string
  readonly of: 'machine' | 'unit'
}

export const pageKinds: readonly PageKind[] = [
  { page: 'operator', words: 'Operator', shows: 'One machine, for the person who works at it', of: 'machine' },
  { page: 'machine', words: 'Machine', shows: 'One machine, with its charts', of: 'machine' },
  { page: 'unit', words: 'Unit', shows: 'A unit and the machines in it', of: 'unit' },
  { page: 'wall', words: 'Wall', shows: 'A unit in large letters, seen from afar', of: 'unit' },
]

const kindsByPage = Object.fromEntries(pageKinds.map((kind) => [kind.page, kind])) as Record<KioskPage, PageKind>

export const kindOf = (page: KioskPage): PageKind => kindsByPage[page]

interface PlaceOption {
  readonly value: string
  /** Name of the machine or unit; that of a unit is indented by its level in the tree. */
  readonly text: string
}

interface PlaceGroup {
  readonly group: string
  readonly options: readonly PlaceOption[]
}

const pathOf = (path: readonly string[]): string => path.join(' / ')

/**
 * Returns the machines of the tree as groups of options, one group for each unit, in the order of the tree. The name of a group
 * is the path of its unit: `Plant / Line 1`. A unit without machines of its own has no group. `above` are the names of the units
 * above `root`, from the top.
 */
export function machinesIn(root: TreeNodeShape, above: readonly string[] = []): PlaceGroup[] {
  const path = [...above, root.name]
  const machines = root.equipment.map(({ id, name }) => ({ value: String(id), text: name }))
  const group = machines.length === 0 ? [] : [{ group: pathOf(path), options: machines }]
  return [...group, ...root.children.flatMap((child) => machinesIn(child, path))]
}

/** Returns the units of the tree as options, each unit before its subunits, with the name indented by its level. */
export function unitsIn(root: TreeNodeShape, depth = 0): PlaceOption[] {
  const unit = { value: String(root.id), text: `${'\u2003'.repeat(depth)}${root.name}` }
  return [unit, ...root.children.flatMap((child) => unitsIn(child, depth + 1))]
}
