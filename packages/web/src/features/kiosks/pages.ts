import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { KioskPage } from './queries.ts'

interface PageKind {
  readonly page: KioskPage
  readonly words: string
  readonly shows: string
  readonly of: 'machine' | 'unit'
}

export const pageKinds: readonly PageKind[] = [
  { page: 'operator', words: 'Operator', shows: 'One machine, for whoever works at it', of: 'machine' },
  { page: 'machine', words: 'Machine', shows: 'One machine, with its charts', of: 'machine' },
  { page: 'unit', words: 'Unit', shows: 'A unit and the machines in it', of: 'unit' },
  { page: 'wall', words: 'Wall', shows: 'A unit in large letters, seen from afar', of: 'unit' },
]

const kindsByPage = Object.fromEntries(pageKinds.map((kind) => [kind.page, kind])) as Record<KioskPage, PageKind>

export const kindOf = (page: KioskPage): PageKind => kindsByPage[page]

export interface Place {
  readonly id: number
  /** Indented by how deep it stands. */
  readonly words: string
}

export interface PlaceGroup {
  readonly unit: string
  readonly places: readonly Place[]
}

const pathOf = (path: readonly string[]): string => path.join(' / ')

/** The machines of the tree under the ways to their units, in its order. */
export function machinesIn(root: TreeNodeShape, above: readonly string[] = []): PlaceGroup[] {
  const path = [...above, root.name]
  const own = root.equipment.map(({ id, name }) => ({ id, words: name }))
  const group = own.length === 0 ? [] : [{ unit: pathOf(path), places: own }]
  return [...group, ...root.children.flatMap((child) => machinesIn(child, path))]
}

/** The units of the tree, each after the one it stands in and indented under it. */
export function unitsIn(root: TreeNodeShape, depth = 0): Place[] {
  const own = { id: root.id, words: `${'\u2003'.repeat(depth)}${root.name}` }
  return [own, ...root.children.flatMap((child) => unitsIn(child, depth + 1))]
}
