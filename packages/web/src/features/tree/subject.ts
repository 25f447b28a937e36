import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { OPENING_MS } from '../../lib/query-client.ts'
import { findNode } from './find.ts'
import { equipmentQuery } from './queries.ts'
import type { NodeKey } from './rows.ts'

/** Unit or machine whose page is open, with the facts by which the tools of the tree act on it. */
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

/**
 * Returns the unit or machine whose page is open; undefined on other pages, and while a machine loads that is not in the tree.
 * Such a machine, an archived one, is read by the query of its page.
 */
export function useTreeSubject(root: TreeNodeShape, shown: NodeKey | undefined): TreeSubject | undefined {
  const found = shown && findNode(root, shown)
  const id = Number(shown?.slice(2))
  const isHidden = shown?.startsWith('e-') === true && found === undefined
  const { data: machine } = useQuery({ ...equipmentQuery(id), staleTime: OPENING_MS, enabled: isHidden })
  if (found === undefined) {
    if (!isHidden || machine === undefined) return undefined
    return { which: 'e', id, name: machine.name, active: machine.active, parentId: machine.parent_org_unit_id }
  }
  const { node, above } = found
  if ('children' in node) return { which: 'o', id, name: node.name, node, isRoot: above.length === 0 }
  return { which: 'e', id, name: node.name, active: node.active, parentId: above[0]?.id ?? root.id }
}
