import { type Static, Type } from 'typebox'
import { Id, Instant } from './common.ts'
import { CurrentStatus, Nullable } from './equipment.ts'
import { settingsInAnswer } from './machine-settings.ts'

/** `self`, or the name of the unit above whose schedule is in force. */
const ScheduleSource = Type.String()

export const TreeEquipment = Type.Object({
  id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  current_status: CurrentStatus,
  /** Last contact of its primary device; null: none yet. */
  last_ping_at: Nullable(Instant),
  /** True when its shift history schedules it now; false before its first evidence and while it is archived. */
  currently_scheduled: Type.Boolean(),
  /** Next start or end of shift history that is known, at which the field above may change. */
  schedule_changes_at: Nullable(Instant),
  schedule_source: ScheduleSource,
})

/** Unit of the company tree with the units and machines in it; siblings in natural order of names. */
export const TreeNode = Type.Cyclic(
  {
    TreeNode: Type.Object({
      id: Id,
      name: Type.String(),
      /** 1 = the root. */
      org_unit_type_id: Type.Integer(),
      active: Type.Boolean(),
      schedule_source: ScheduleSource,
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
  schedule_source: string
  children: TreeNodeShape[]
  equipment: Static<typeof TreeEquipment>[]
}

export const NamedThing = Type.Object({ id: Id, name: Type.String() })
export const EquipmentModel = Type.Object({ id: Id, number: Type.String(), manufacturer_id: Nullable(Id) })

/** A machine with its current settings and lists, without figures. */
export const EquipmentRow = Type.Object({
  id: Id,
  name: Type.String(),
  /** False: archived. */
  active: Type.Boolean(),
  parent_org_unit_id: Id,
  category_id: Nullable(Id),
  manufacturer_id: Nullable(Id),
  model_id: Nullable(Id),
  Category: Nullable(NamedThing),
  Manufacturer: Nullable(NamedThing),
  Model: Nullable(EquipmentModel),
  ...settingsInAnswer,
})

export const OrgUnitRow = Type.Object({
  id: Id,
  name: Type.String(),
  /** 1 = the root. */
  org_unit_type_id: Type.Integer(),
  active: Type.Boolean(),
  parent_id: Nullable(Id),
  /** Time zone of its own; null: inherited. */
  timezone: Nullable(Type.String()),
  actual_timezone: Type.String(),
  /** Utilization in percent that it is to reach; null: inherited. */
  target_pct: Nullable(Type.Number()),
  actual_target_pct: Type.Number(),
})
