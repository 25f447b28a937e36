import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { findNode } from './find.ts'
import { machineFactsQuery } from './queries.ts'
import type { NodeKey } from './rows.ts'

/** The unit or machine that is selected in the tree, as far as its tools ask. */
export type TreeSubject =
  | {
      readonly which: 'o'
      readonly id: number
      readonly name: string
      readonly node: TreeNodeShape
      readonly isRoot: boolean
    }
  | {
      readonly which: 'e'
      readonly id: number
      readonly name: string
      readonly active: boolean
      readonly parentId: number
    }

/** What the page shows; a machine that is archived, and so not in the tree, is known by its page. */
export function useTreeSubject(root: TreeNodeShape, shown: NodeKey | undefined): TreeSubject | undefined {
  const found = shown && findNode(root, shown)
  const id = Number(shown?.slice(2))
  const isHidden = shown?.startsWith('e-') === true && found === undefined
  const { data: machine } = useQuery({ ...machineFactsQuery(id), enabled: isHidden })
  if (found === undefined) {
    if (!isHidden || machine === undefined) return undefined
    return { which: 'e', id, name: machine.name, active: machine.active, parentId: machine.parent_org_unit_id }
  }
  const { node, above } = found
  if ('children' in node) return { which: 'o', id, name: node.name, node, isRoot: above.length === 0 }
  return { which: 'e', id, name: node.name, active: node.active, parentId: above[0]?.id ?? root.id }
}
