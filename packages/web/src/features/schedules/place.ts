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

/** What a schedule is of. */
export type Scheduled = { readonly unit: Unit } | { readonly machine: Machine }

/** The same, whichever it is. */
export interface Place extends Pick<Machine, 'id' | 'name' | 'schedule'> {
  readonly isUnit: boolean
  readonly zone: string
  /** The name of the unit it is inherited from; null: it is its own. */
  readonly source: string | null
  readonly hasParent: boolean
}

/** How the server says that a schedule is one's own. */
const OWN = 'self'

export function placeOf(scheduled: Scheduled): Place {
  const isUnit = 'unit' in scheduled
  const { id, name, actual_timezone: zone, schedule, schedule_source } = isUnit ? scheduled.unit : scheduled.machine
  const hasParent = !isUnit || scheduled.unit.parent_id !== null
  return { isUnit, id, name, zone, schedule, source: schedule_source === OWN ? null : schedule_source, hasParent }
}
