import { type Static, Type } from 'typebox'
import { Id, Instant } from './common.ts'
import { CurrentStatus, Nullable } from './equipment.ts'
import { settingsInAnswer } from './machine-settings.ts'

/** Schema of the source of a schedule: `self`, or the name of the unit above from which it is inherited. */
const ScheduleSource = Type.String()

export const TreeEquipment = Type.Object({
  id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  current_status: CurrentStatus,
  /** Instant of the last contact of the primary device; null: none yet. */
  last_ping_at: Nullable(Instant),
  /** True if the shift history of the machine schedules it now; false before its first event and while it is archived. */
  currently_scheduled: Type.Boolean(),
  /** Next known start or end in shift history, at which `currently_scheduled` may change; null: none is known. */
  schedule_changes_at: Nullable(Instant),
  schedule_source: ScheduleSource,
})

/** Schema of a unit of the company tree, with the units and machines directly in it, each in natural order of names. */
export const TreeNode = Type.Cyclic(
  {
    TreeNode: Type.Object({
      id: Id,
      name: Type.String(),
      /** Type of the unit: 1 = the root. */
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

/** Schema of a machine with its current settings and lists, without figures. */
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
  /** Type of the unit: 1 = the root. */
  org_unit_type_id: Type.Integer(),
  active: Type.Boolean(),
  parent_id: Nullable(Id),
  /** Time zone set on the unit itself; null: inherited. */
  timezone: Nullable(Type.String()),
  actual_timezone: Type.String(),
  /** Utilization in percent that the unit is to reach, set on the unit itself; null: inherited. */
  target_pct: Nullable(Type.Number()),
  actual_target_pct: Type.Number(),
})
