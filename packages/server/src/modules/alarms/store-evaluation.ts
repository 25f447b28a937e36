import type { AlarmArgs, AlarmTypeId, CountedUpTo, StoredTrip, WatchedValue } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { JSON_SEPARATOR, jsonTexts, numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRows, companyRun } from '../../platform/db/statements.ts'
import type { Outputs } from './queries.ts'

/**
 * Machine whose row is locked for the evaluation of its alarms, with the changes since the last evaluation. Instants are epoch
 * ms.
 */
export interface HeldMachine {
  readonly equipmentId: number
  /** Instant from which alarms or settings changed; null: they did not. */
  readonly dirtyFrom: number | null
  readonly seenVersion: number
  /** Stored version of the machine's data; -1: it has no data yet. */
  readonly version: number
  /**
   * Instant from which data changed since `seenVersion`, if `version` is later (null: no data did); otherwise that of changes
   * that were evaluated before. `changedKinds`: kinds of these changes (bits of `CHANGE`).
   */
  readonly changedFrom: number | null
  readonly changedKinds: number
  /** Least and greatest temperature (°C) among the changes; null: no temperature is among them. */
  readonly leastTemperature: number | null
  readonly mostTemperature: number | null
  /** Instant of the last event of its primary devices; null: none. */
  readonly headAt: number | null
}

/**
 * Locks the machines with alarms that no other transaction holds, until this transaction ends, and returns them by id. Machines
 * held elsewhere and machines without alarms are left out.
 */
export const holdToEvaluate = companyRows<HeldMachine, [equipmentIds: readonly number[]]>(
  'alarms.hold_to_evaluate',
  `select a.equipment_id, a.dirty_from, a.seen_version, coalesce(m.version, -1) as version, m.changed_from,
      coalesce(m.changed_kinds, 0) as changed_kinds, m.least_temperature, m.most_temperature, m.head_at
    from alarm_machine a left join machine_state m on m.company_id = a.company_id and m.equipment_id = a.equipment_id
    where a.company_id = $1 and a.equipment_id = any($2::bigint[]) order by a.equipment_id for update of a skip locked`,
)

/** Amounts that an alarm counted from its base up to `carriedAt`, or its last value up to then (null: there was none). */
export interface Carried {
  readonly cycles?: number
  readonly runningMs?: number
  readonly value?: WatchedValue | null
  /** Amounts of maintenance at earlier instants, ascending, from which the count goes on when data come late; absent: none. */
  readonly earlier?: readonly CountedUpTo[]
}

/** Alarm with the state of its evaluation. Instants are epoch ms. */
export interface EvaluatedAlarm {
  readonly alarmId: number
  readonly equipmentId: number
  readonly alarmTypeId: AlarmTypeId
  readonly args: AlarmArgs
  readonly argsLatest: AlarmArgs | null
  readonly deviceOutputConfig: Outputs
  readonly notifyOnClear: boolean
  readonly reassertM: number | null
  readonly evaluatedTo: number
  readonly baseAt: number
  readonly argsFrom: number
  readonly dueAt: number | null
  readonly watchedKinds: number
  readonly carriedAt: number | null
  readonly carried: Carried | null
  /** Temperatures (°C) between which, both included, a further one changes nothing; null: no bound on this side. */
  readonly quietFrom: number | null
  readonly quietTo: number | null
}

/** Returns the alarms of machines, in the order of their ids. */
export const alarmsToEvaluate = companyRows<EvaluatedAlarm, [equipmentIds: readonly number[]]>(
  'alarms.to_evaluate',
  `select alarm_id, equipment_id, alarm_type_id, args, args_latest, device_output_config, notify_on_clear, reassert_m,
      evaluated_to, base_at, args_from, due_at, watched_kinds, carried_at, carried, quiet_from, quiet_to
    from alarm where company_id = $1 and equipment_id = any($2::bigint[]) order by alarm_id`,
)

/** Trip of an alarm, with the state of its notices. Instants are epoch ms. */
export interface EvaluatedTrip extends StoredTrip {
  readonly alarmId: number
  readonly knownAt: number
  /** Number of repeats of its notice so far. */
  readonly reminders: number
  /** Instant of the last repeat (epoch ms); null: none since the trip was last announced. */
  readonly remindedAt: number | null
  readonly acknowledgedAt: number | null
}

const tripColumns =
  'alarm_trip_id as id, alarm_id, tripped_at, cleared_at, kind, value, known_at, reminders, reminded_at, acknowledged_at'

/**
 * Returns those trips of each alarm that are open, or end at or after the instant (epoch ms) in `froms` at the index of the
 * alarm, by alarm and instant. Maintenance completed early is left out.
 */
export const tripsFrom = companyRows<EvaluatedTrip, [alarmIds: readonly number[], froms: readonly number[]]>(
  'alarms.trips_from',
  `select t.* from unnest($2::bigint[], $3::bigint[]) as wanted (id, from_ms) cross join lateral (
      select ${tripColumns} from alarm_trip where company_id = $1 and alarm_id = wanted.id and cleared_at is null
      union all
      select ${tripColumns} from alarm_trip where company_id = $1 and alarm_id = wanted.id and cleared_at >= from_ms
        and kind <> 'early') t order by t.alarm_id, t.tripped_at`,
)

/** State of a stored trip that replaces the present one; its `id` is that of the stored trip. */
export type TripUpdate = StoredTrip & { readonly knownAt: number }

const update = {
  name: 'alarms.update_trips',
  text: `update alarm_trip t set tripped_at = n.tripped_at, cleared_at = n.cleared_at, kind = n.kind, value = n.value::jsonb,
      known_at = n.known_at, reminded_at = case when t.known_at = n.known_at then t.reminded_at end
    from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], string_to_array($6, ${JSON_SEPARATOR}), $7::bigint[])
      as n (id, tripped_at, cleared_at, kind, value, known_at)
    where t.company_id = $1 and t.alarm_trip_id = n.id`,
}

/**
 * Stores changed trips. If `knownAt` changes, the instant of the last repeat is removed. For one alarm, a call that closes a trip
 * must come before the call that opens the next one.
 */
export async function updateTrips(ctx: Ctx, trips: readonly TripUpdate[]): Promise<void> {
  if (trips.length === 0) return
  await ctx.tx.prepared(update, [
    ctx.companyId,
    numberArray(trips.map(({ id }) => id)),
    numberArray(trips.map(({ trippedAt }) => trippedAt)),
    numberArray(trips.map(({ clearedAt }) => clearedAt)),
    textArray(trips.map(({ kind }) => kind)),
    jsonTexts(trips.map(({ value }) => JSON.stringify(value))),
    numberArray(trips.map(({ knownAt }) => knownAt)),
  ])
}

/** Trip to add to the history of an alarm. `argsLatest`: amounts of maintenance at the trip; null for other types. */
export interface AddedTrip extends Omit<StoredTrip, 'id'> {
  readonly alarm: EvaluatedAlarm
  readonly argsLatest: AlarmArgs | null
}

const insert = {
  name: 'alarms.insert_trips',
  text: `insert into alarm_trip (company_id, alarm_id, equipment_id, tripped_at, cleared_at, kind, value, args, args_latest,
      device_output_config, known_at)
    select $1, alarm_id, equipment_id, tripped_at, cleared_at, kind, value::jsonb, args::jsonb, nullif(latest, 'null')::jsonb,
      outputs::jsonb, $11
    from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], string_to_array($7, ${JSON_SEPARATOR}),
        string_to_array($8, ${JSON_SEPARATOR}), string_to_array($9, ${JSON_SEPARATOR}), string_to_array($10, ${JSON_SEPARATOR}))
      with ordinality as n (alarm_id, equipment_id, tripped_at, cleared_at, kind, value, args, latest, outputs, position)
    order by position returning alarm_trip_id as id`,
}

/** Adds trips, with the present instant as `known_at`, and returns their ids in the same order. */
export async function insertTrips(ctx: Ctx, trips: readonly AddedTrip[]): Promise<number[]> {
  if (trips.length === 0) return []
  const rows = await ctx.tx.prepared<{ id: number }>(insert, [
    ctx.companyId,
    numberArray(trips.map(({ alarm }) => alarm.alarmId)),
    numberArray(trips.map(({ alarm }) => alarm.equipmentId)),
    numberArray(trips.map(({ trippedAt }) => trippedAt)),
    numberArray(trips.map(({ clearedAt }) => clearedAt)),
    textArray(trips.map(({ kind }) => kind)),
    jsonTexts(trips.map(({ value }) => JSON.stringify(value))),
    jsonTexts(trips.map(({ alarm }) => JSON.stringify(alarm.args))),
    jsonTexts(trips.map(({ argsLatest }) => JSON.stringify(argsLatest))),
    jsonTexts(trips.map(({ alarm }) => JSON.stringify(alarm.deviceOutputConfig))),
    ctx.clock.now(),
  ])
  return rows.map(({ id }) => id)
}

/**
 * Stores the number and the instant (epoch ms) of the last repeat of the notice of each trip; the three lists have the same
 * order.
 */
export const countReminders = companyRun<
  [tripIds: readonly number[], numbers: readonly number[], instants: readonly number[]]
>(
  'alarms.count_reminders',
  `update alarm_trip t set reminders = n.number, reminded_at = n.at
    from unnest($2::bigint[], $3::integer[], $4::bigint[]) as n (id, number, at)
    where t.company_id = $1 and t.alarm_trip_id = n.id`,
)

/** State of the evaluation of an alarm after a turn, as it is stored with the alarm. */
export type AlarmState = Pick<
  EvaluatedAlarm,
  | 'alarmId'
  | 'evaluatedTo'
  | 'argsLatest'
  | 'dueAt'
  | 'watchedKinds'
  | 'carriedAt'
  | 'carried'
  | 'quietFrom'
  | 'quietTo'
>

const save = {
  name: 'alarms.save_evaluated',
  text: `update alarm a set evaluated_to = n.evaluated_to, args_latest = nullif(n.latest, 'null')::jsonb, due_at = n.due_at,
      watched_kinds = n.watched_kinds, carried_at = n.carried_at, carried = nullif(n.carried, 'null')::jsonb,
      quiet_from = n.quiet_from, quiet_to = n.quiet_to
    from unnest($2::bigint[], $3::bigint[], string_to_array($4, ${JSON_SEPARATOR}), $5::bigint[], $6::integer[], $7::bigint[],
        string_to_array($8, ${JSON_SEPARATOR}), $9::float8[], $10::float8[])
      as n (alarm_id, evaluated_to, latest, due_at, watched_kinds, carried_at, carried, quiet_from, quiet_to)
    where a.company_id = $1 and a.alarm_id = n.alarm_id`,
}

/** Stores the states of alarms after a turn, in place of the earlier ones. */
export async function saveAlarmStates(ctx: Ctx, states: readonly AlarmState[]): Promise<void> {
  if (states.length === 0) return
  await ctx.tx.prepared(save, [
    ctx.companyId,
    numberArray(states.map(({ alarmId }) => alarmId)),
    numberArray(states.map(({ evaluatedTo }) => evaluatedTo)),
    jsonTexts(states.map(({ argsLatest }) => JSON.stringify(argsLatest))),
    numberArray(states.map(({ dueAt }) => dueAt)),
    numberArray(states.map(({ watchedKinds }) => watchedKinds)),
    numberArray(states.map(({ carriedAt }) => carriedAt)),
    jsonTexts(states.map(({ carried }) => JSON.stringify(carried))),
    numberArray(states.map(({ quietFrom }) => quietFrom)),
    numberArray(states.map(({ quietTo }) => quietTo)),
  ])
}

/**
 * State of a machine after a turn: the version of its data that was evaluated, and the instant and changes that need the next
 * turn. Instants are epoch ms.
 */
export interface MachineEvaluated {
  readonly equipmentId: number
  readonly seenVersion: number
  readonly dueAt: number | null
  readonly watchedKinds: number
  readonly evaluatedTo: number
  readonly quietFrom: number | null
  readonly quietTo: number | null
  readonly evaluatedAt: number
}

const settle = {
  name: 'alarms.settle_machines',
  text: `update alarm_machine a set dirty_from = null, seen_version = n.seen_version, due_at = n.due_at,
      watched_kinds = n.watched_kinds, evaluated_to = n.evaluated_to, quiet_from = n.quiet_from, quiet_to = n.quiet_to,
      evaluated_at = n.evaluated_at
    from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::bigint[], $7::float8[], $8::float8[], $9::bigint[])
      as n (equipment_id, seen_version, due_at, watched_kinds, evaluated_to, quiet_from, quiet_to, evaluated_at)
    where a.company_id = $1 and a.equipment_id = n.equipment_id`,
}

/**
 * Stores the states of machines after a turn of the alarm evaluation. Changes up to `seenVersion` count as evaluated; later ones
 * are left for the next turn.
 */
export async function settleEvaluated(ctx: Ctx, machines: readonly MachineEvaluated[]): Promise<void> {
  if (machines.length === 0) return
  await ctx.tx.prepared(settle, [
    ctx.companyId,
    numberArray(machines.map(({ equipmentId }) => equipmentId)),
    numberArray(machines.map(({ seenVersion }) => seenVersion)),
    numberArray(machines.map(({ dueAt }) => dueAt)),
    numberArray(machines.map(({ watchedKinds }) => watchedKinds)),
    numberArray(machines.map(({ evaluatedTo }) => evaluatedTo)),
    numberArray(machines.map(({ quietFrom }) => quietFrom)),
    numberArray(machines.map(({ quietTo }) => quietTo)),
    numberArray(machines.map(({ evaluatedAt }) => evaluatedAt)),
  ])
}
