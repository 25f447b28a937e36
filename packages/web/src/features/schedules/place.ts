import type { Answer } from '@millwatch/contract/endpoint'
import type { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'

type Unit = Pick<
  Answer<typeof getOrgUnit>['orgUnit'],
  'id' | 'name' | 'actual_timezone' | 'parent_id' | 'schedule' | 'schedule_source'
>
type Machine = Pick<
  Answer<typeof getEquipment>['equip'],
  'id' | 'name' | 'actual_timezone' | 'schedule' | 'schedule_source'
>

/** Unit or machine as the API returns it, under the name of its kind. */
export type Scheduled = { readonly unit: Unit } | { readonly machine: Machine }

/** Unit or machine with its own or inherited schedule, its time zone, and if there is a unit above. */
export interface ScheduleOwner extends Pick<Machine, 'id' | 'name' | 'schedule'> {
  readonly isUnit: boolean
  readonly zone: string
  /** Name of the unit from which the schedule is inherited; null: it is the own schedule. */
  readonly source: string | null
  readonly hasParent: boolean
}

/** Value of `schedule_source` for a unit or machine with its own schedule. */
const OWN = 'self'

export function placeOf(scheduled: Scheduled): ScheduleOwner {
  const isUnit = 'unit' in scheduled
  const { id, name, actual_timezone: zone, schedule, schedule_source } = isUnit ? scheduled.unit : scheduled.machine
  const hasParent = !isUnit || scheduled.unit.parent_id !== null
  return { isUnit, id, name, zone, schedule, source: schedule_source === OWN ? null : schedule_source, hasParent }
}
