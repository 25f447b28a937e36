import { type Static, Type } from 'typebox'
import { Id } from './common.ts'
import { CurrentStatus } from './equipment.ts'

export const TreeEquipment = Type.Object({
  id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  current_status: CurrentStatus,
})

/** The company tree: units within units, machines at any of them; siblings in natural order of names. */
export const TreeNode = Type.Cyclic(
  {
    TreeNode: Type.Object({
      id: Id,
      name: Type.String(),
      /** 1 = the root. */
      org_unit_type_id: Type.Integer(),
      active: Type.Boolean(),
      children: Type.Array(Type.Ref('TreeNode')),
      equipment: Type.Array(TreeEquipment),
    }),
  },
  'TreeNode',
)
export interface TreeNodeShape {
  id: number
  name: string
  org_unit_type_id: number
  active: boolean
  children: TreeNodeShape[]
  equipment: Static<typeof TreeEquipment>[]
}
