import { companyRows } from '../../platform/db/statements.ts'

/** Present name of an object of the company, such as a machine or a member. */
export interface NamedThing {
  readonly kind: string
  readonly id: number
  readonly name: string
  /** True if the object was removed, has left or was revoked; for work on a critical part, if the part was removed. */
  readonly removed: boolean
}

/** Alarm with its type and the name of its machine, from which its own name is made. */
export interface AlarmOfMachine {
  readonly id: number
  readonly alarmTypeId: number
  readonly machine: string
}

/**
 * Returns the names of objects of the company's data by kind and id, in no order. Left out are deleted objects and all other
 * kinds, such as alarms, people, displays and API keys. A device without a name has its uuid, a run the name of its machine. A
 * model and a critical part have their number, and work on a critical part has the number of the part.
 */
export const namesOfThings = companyRows<NamedThing, [kinds: readonly string[], ids: readonly number[]]>(
  'audit.names_of_things',
  `with thing as (select kind, id from unnest($2::text[], $3::bigint[]) as t (kind, id))
   select kind, id, name, removed_at is not null as removed
     from thing join org_unit on org_unit_id = id where kind = 'org_unit' and company_id = $1
   union all
   select kind, id, name, removed_at is not null
     from thing join equipment on equipment_id = id where kind = 'equipment' and company_id = $1
   union all
   select kind, id, coalesce(name, device_uuid::text), removed_at is not null
     from thing join device on device_id = id where kind = 'device' and company_id = $1
   union all
   select kind, id, name, false from thing join addin on addin_id = id where kind = 'addin' and company_id = $1
   union all
   select kind, id, name, false from thing join category on category_id = id where kind = 'category' and company_id = $1
   union all
   select kind, id, name, false
     from thing join manufacturer on manufacturer_id = id where kind = 'manufacturer' and company_id = $1
   union all
   select kind, id, number, false from thing join model on model_id = id where kind = 'model' and company_id = $1
   union all
   select kind, id, number, deleted_at is not null
     from thing join critical_part on critical_part_id = id where kind = 'part' and company_id = $1
   union all
   select kind, id, p.number, p.deleted_at is not null from thing
     join critical_part_history h on critical_part_history_id = id
     join critical_part p on p.company_id = h.company_id and p.critical_part_id = h.critical_part_id
     where kind = 'part_history' and h.company_id = $1
   union all
   select kind, id, name, false
     from thing join status_reason on status_reason_id = id where kind = 'reason' and company_id = $1
   union all
   select kind, id, name, false from thing join roster on roster_id = id where kind = 'roster' and company_id = $1
   union all
   select kind, id, e.name, false from thing
     join run r on run_id = id join equipment e on e.company_id = r.company_id and e.equipment_id = r.equipment_id
     where kind = 'run' and r.company_id = $1
   union all
   select kind, id, name, false
     from thing join schedule_template on schedule_template_id = id where kind = 'schedule_template' and company_id = $1
   union all
   select kind, id, name, false from thing join tag on tag_id = id where kind = 'tag' and company_id = $1
   union all
   select kind, id, name, false
     from thing join tag_group on tag_group_id = id where kind = 'tag_group' and company_id = $1
   union all
   select kind, id, name, false from thing join webhook on webhook_id = id where kind = 'webhook' and company_id = $1`,
)

/** Returns the types and machines of alarms by their ids, in no order; left out are deleted alarms. */
export const machinesOfAlarms = companyRows<AlarmOfMachine, [ids: readonly number[]]>(
  'audit.machines_of_alarms',
  `select alarm_id as id, alarm_type_id as "alarmTypeId", e.name as machine from alarm a
     join equipment e on e.company_id = a.company_id and e.equipment_id = a.equipment_id
    where a.company_id = $1 and alarm_id = any($2::bigint[])`,
)
