import type { AlarmPart } from '@millwatch/contract/shapes/alarm'
import type { TripValue } from '@millwatch/domain/alarms'
import type { Static } from 'typebox'
import { companyRead, companyRow, companyRows } from '../../platform/db/statements.ts'

export type StoredArgs = Readonly<Record<string, string | number | boolean | null>>

/** Outputs of a device that an alarm switches on while it is tripped; a missing one is not switched. */
export interface Outputs {
  readonly '24v'?: boolean
  readonly '120v'?: boolean
}

/** Alarm with its settings, the state of its evaluation and its present trip. Instants are epoch ms. */
export interface AlarmRow {
  readonly alarmId: number
  /** Person who made the alarm; null: that person has left, or the maker was not a person. */
  readonly ownerUserId: number | null
  readonly equipmentId: number
  readonly alarmTypeId: number
  readonly args: StoredArgs
  /** Amounts that maintenance had counted at the last evaluation; null: no amount was counted. */
  readonly argsLatest: StoredArgs | null
  readonly deviceOutputConfig: Outputs
  readonly notifyOnClear: boolean
  /** Minutes from one notice of a trip to the next; null: the notice is not repeated. */
  readonly reassertM: number | null
  readonly criticalParts: readonly Static<typeof AlarmPart>[]
  readonly createdAt: number
  readonly updatedAt: number
  /** Instant before which the data are evaluated. */
  readonly evaluatedTo: number
  /** Instant from which maintenance counts its cycles or its time. */
  readonly baseAt: number
  /** Instant from which the present arguments are in force; trips before it do not change any more. */
  readonly argsFrom: number
  /** Id and instant of the trip that lasts; both null: the alarm is not tripped. */
  readonly openTripId: number | null
  readonly trippedAt: number | null
  /** Instant of the latest trip, over or not; null: it never tripped. Withdrawn trips and early completions are left out. */
  readonly lastTrippedAt: number | null
}

const columns = `a.alarm_id, a.owner_user_id, a.equipment_id, a.alarm_type_id, a.args, a.args_latest, a.device_output_config,
  a.notify_on_clear, a.reassert_m, a.critical_parts, a.created_at, a.updated_at, a.evaluated_to, a.base_at, a.args_from,
  o.alarm_trip_id as open_trip_id, o.tripped_at,
  (select t.tripped_at from alarm_trip t where t.company_id = a.company_id and t.alarm_id = a.alarm_id
    and t.kind in ('announced', 'late') order by t.tripped_at desc, t.alarm_trip_id desc limit 1) as last_tripped_at`
const open = `left join alarm_trip o on o.company_id = a.company_id and o.alarm_id = a.alarm_id and o.cleared_at is null`

/** Returns the alarms of machines, in no order. */
export const alarmsOfMachines = companyRows<AlarmRow, [equipmentIds: readonly number[]]>(
  'alarms.of_machines',
  `select ${columns} from alarm a ${open} where a.company_id = $1 and a.equipment_id = any($2::bigint[])`,
)

/** Returns alarms by their ids, in no order, also those of removed machines; omits unknown ones. */
export const alarmsByIds = companyRows<AlarmRow, [alarmIds: readonly number[]]>(
  'alarms.by_ids',
  `select ${columns} from alarm a ${open} where a.company_id = $1 and a.alarm_id = any($2::bigint[])`,
)

/** Returns an alarm by its id; undefined if there is none. */
export const findAlarm = companyRow<AlarmRow, [alarmId: number]>(
  'alarms.find',
  `select ${columns} from alarm a ${open} where a.company_id = $1 and a.alarm_id = $2`,
)

/**
 * Number of alarms of one type, number of the tripped ones, and instant of the earliest of their trips (epoch ms; null: none).
 */
export interface TypeCount {
  readonly alarmTypeId: number
  readonly count: number
  readonly tripped: number
  readonly trippedSince: number | null
}

/** Returns the numbers of alarms of machines, one row for each type, in no order; types without alarms are left out. */
export const countsByType = companyRows<TypeCount, [equipmentIds: readonly number[]]>(
  'alarms.counts',
  `select a.alarm_type_id, count(*) as count, count(o.alarm_trip_id) as tripped, min(o.tripped_at) as tripped_since
    from alarm a ${open} where a.company_id = $1 and a.equipment_id = any($2::bigint[]) group by a.alarm_type_id`,
)

/** Alarm that is tripped, with its present trip. `trippedAt`: epoch ms. */
export interface TrippedRow {
  readonly alarmId: number
  readonly equipmentId: number
  readonly alarmTypeId: number
  readonly trippedAt: number
  readonly isAcknowledged: boolean
  /** Figures of the trip; null: they are not stored. */
  readonly value: TripValue | null
}

/**
 * Returns the most urgent tripped alarms of machines, at most `most`: those that nobody has acknowledged first, then by rank,
 * then the longest tripped. Alarms of types that are not in `typeIds` are left out; `ranks` has the rank of each of these types
 * at the same index, 0 for the most urgent.
 */
export const mostUrgent = companyRows<
  TrippedRow,
  [equipmentIds: readonly number[], typeIds: readonly number[], ranks: readonly number[], most: number]
>(
  'alarms.most_urgent',
  `select a.alarm_id, a.equipment_id, a.alarm_type_id, o.tripped_at, o.value,
      o.acknowledged_at is not null as is_acknowledged
    from alarm_trip o join alarm a on a.company_id = o.company_id and a.alarm_id = o.alarm_id
      join unnest($3::bigint[], $4::bigint[]) as ranked (alarm_type_id, rank) on ranked.alarm_type_id = a.alarm_type_id
    where o.company_id = $1 and o.cleared_at is null and a.equipment_id = any($2::bigint[])
    order by o.acknowledged_at is not null, ranked.rank, o.tripped_at, a.alarm_id limit $5`,
)

/** Machine with the number of its tripped alarms. */
export interface TrippedMachine {
  readonly equipmentId: number
  readonly tripped: number
}

/** Returns the machines that have tripped alarms of these types with the number of them, in the order of the machine ids. */
export const machinesTripped = companyRows<TrippedMachine, [typeIds: readonly number[]]>(
  'alarms.machines_tripped',
  `select a.equipment_id, count(*)::int as tripped
    from alarm_trip o join alarm a on a.company_id = o.company_id and a.alarm_id = o.alarm_id
    where o.company_id = $1 and o.cleared_at is null and a.alarm_type_id = any($2::bigint[])
    group by a.equipment_id order by a.equipment_id`,
)

/** Returns the number of alarms of a machine. */
export const alarmsOfMachine = companyRead<{ count: number }, number, [equipmentId: number]>(
  'alarms.number_of_machine',
  'select count(*) as count from alarm where company_id = $1 and equipment_id = $2',
  ([row]) => row?.count ?? 0,
)

/**
 * Returns the outputs of the alarms of a machine, except those of the alarm `exceptAlarmId` (0: no exception), in no order. Each
 * alarm gives one object, which is empty if it has no output.
 */
export const outputsInUse = companyRead<
  { deviceOutputConfig: Outputs },
  readonly Outputs[],
  [equipmentId: number, exceptAlarmId: number]
>(
  'alarms.outputs_in_use',
  `select device_output_config from alarm where company_id = $1 and equipment_id = $2 and alarm_id <> $3`,
  (rows) => rows.map((row) => row.deviceOutputConfig),
)
