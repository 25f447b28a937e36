import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { Entry } from './palette-find.ts'
import { settingsFor } from './settings-entries.ts'
import type { SessionUser } from './user.ts'

interface Going {
  readonly go: (path: string) => void
  readonly unit: (id: number) => string
  readonly machine: (id: number) => string
  readonly page: (path: string) => string
}

/**
 * Returns entries of the palette for the units and machines of the tree, each unit followed by its machines and the units under
 * it. An entry has the unit above in its text, and opens the page of its unit or machine.
 */
export function entriesOfTree(root: TreeNodeShape, going: Going): Entry[] {
  const below = (node: TreeNodeShape, parent: string | undefined): Entry[] => [
    {
      key: `o-${node.id}`,
      words: node.name,
      about: parent === undefined ? 'Company' : `Unit in ${parent}`,
      act: () => going.go(going.unit(node.id)),
    },
    ...node.equipment.map((machine) => ({
      key: `e-${machine.id}`,
      words: machine.name,
      about: `Machine in ${node.name}`,
      act: () => going.go(going.machine(machine.id)),
    })),
    ...node.children.flatMap((child) => below(child, node.name)),
  ]
  return below(root, undefined)
}

/** Returns one entry of the palette for each page under Settings that the person may open, and one for the personal settings. */
export function entriesOfSettings(user: SessionUser, isDemo: boolean, going: Going): Entry[] {
  const pages = settingsFor(user, isDemo).flatMap((group) =>
    group.entries.map((entry) => ({ ...entry, about: group.title })),
  )
  return [...pages, { path: '/setup/user', words: 'Personal settings', about: 'Settings' }].map(
    ({ path, words, about }) => ({ key: path, words, about, act: () => going.go(going.page(path)) }),
  )
}
