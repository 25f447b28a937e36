import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRow, companyRun } from '../../platform/db/statements.ts'
import { Conflict } from '../../platform/errors.ts'
import type { AlarmRow } from './queries.ts'

/** Settings of an alarm that a person can change. */
export type AlarmTerms = Pick<AlarmRow, 'args' | 'deviceOutputConfig' | 'notifyOnClear' | 'reassertM' | 'criticalParts'>

export interface NewAlarm extends AlarmTerms, Pick<AlarmRow, 'equipmentId' | 'alarmTypeId' | 'ownerUserId'> {}

const jsonOf = ({ args, deviceOutputConfig, notifyOnClear, reassertM, criticalParts }: AlarmTerms) =>
  [
    JSON.stringify(args),
    JSON.stringify(deviceOutputConfig),
    notifyOnClear,
    reassertM,
    JSON.stringify(criticalParts),
  ] as const

const insert = companyRow<
  { id: number },
  [ReturnType<typeof jsonOf>[0], string, boolean, number | null, string, number, number, number | null, number]
>(
  'alarms.insert',
  `insert into alarm (company_id, args, device_output_config, notify_on_clear, reassert_m, critical_parts,
      equipment_id, alarm_type_id, owner_user_id, created_at, updated_at, evaluated_to, base_at, args_from)
    values ($1, $2::jsonb, $3::jsonb, $4, $5, $6::jsonb, $7, $8, $9, $10, $10, $10, $10, $10) returning alarm_id as id`,
)

/** Adds an alarm that begins now, and returns its id; 409 if another alarm of the machine uses one of its outputs. */
export async function insertAlarm(ctx: Ctx, alarm: NewAlarm): Promise<number> {
  const { equipmentId, alarmTypeId, ownerUserId } = alarm
  const row = await unlessTaken(() =>
    insert(ctx, ...jsonOf(alarm), equipmentId, alarmTypeId, ownerUserId, ctx.clock.now()),
  )
  if (row === undefined) throw new Error('An alarm was not stored')
  return row.id
}

const update = companyRun<
  [number, string, string, boolean, number | null, string, updatedAt: number, argsFrom: number]
>(
  'alarms.update',
  `update alarm set args = $3::jsonb, device_output_config = $4::jsonb, notify_on_clear = $5, reassert_m = $6,
      critical_parts = $7::jsonb, updated_at = $8, args_from = $9,
      carried_at = case when args_from = $9 then carried_at end where company_id = $1 and alarm_id = $2`,
)

/**
 * Stores the terms of an alarm. `argsFrom` (epoch ms) is the instant from which its arguments are in force; if it changes, the
 * latest amounts or the value that the alarm carries are not used any more, but earlier amounts of maintenance are. 409 if
 * another alarm of the machine uses one of its outputs.
 */
export const changeAlarm = (ctx: Ctx, alarmId: number, terms: AlarmTerms, argsFrom: number): Promise<void> =>
  unlessTaken(() => update(ctx, alarmId, ...jsonOf(terms), ctx.clock.now(), argsFrom))

/**
 * Returns the result of `write`. Turns the error of a unique index, which is that of outputs in use, into a conflict (409); other
 * errors are thrown as they are.
 */
async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw new Conflict('alarm_output_in_use')
    throw error
  }
}

/** Deletes an alarm with its history and subscriptions. */
export const deleteAlarm = companyRun<[alarmId: number]>(
  'alarms.delete',
  'delete from alarm where company_id = $1 and alarm_id = $2',
)

/**
 * Locks an alarm until the transaction ends and returns true; returns false if there is no such alarm. Lock its machine first
 * (`holdMachine`).
 */
export const holdAlarm = companyHas<[alarmId: number]>(
  'alarms.hold',
  'select from alarm where company_id = $1 and alarm_id = $2 for update',
)

/**
 * Locks the row of a machine with alarms until the transaction ends, so that no other transaction evaluates or changes its
 * alarms. Adds the row if there is none. The machine's alarms are evaluated again from `from` (epoch ms), or from an earlier
 * instant that is stored.
 */
export const holdMachine = companyRun<[equipmentId: number, from: number]>(
  'alarms.hold_machine',
  `insert into alarm_machine (company_id, equipment_id, dirty_from) values ($1, $2, $3)
    on conflict (company_id, equipment_id) do update set dirty_from = least(coalesce(alarm_machine.dirty_from, $3), $3)`,
)

const evaluateAllAgain = companyRun<[equipmentIds: readonly number[], froms: readonly number[]]>(
  'alarms.evaluate_again',
  // One fixed order of the locks prevents deadlocks.
  `with locked as (
      select a.equipment_id, n.from_ms from alarm_machine a
        join (select id, min(at) as from_ms from unnest($2::bigint[], $3::bigint[]) as c (id, at) group by id) n
          on a.equipment_id = n.id
        where a.company_id = $1 order by a.equipment_id for update of a
    )
    update alarm_machine a set dirty_from = least(a.dirty_from, locked.from_ms)
    from locked where a.company_id = $1 and a.equipment_id = locked.equipment_id`,
)

/**
 * Marks machines so that their alarms are evaluated again, each from an instant (epoch ms) on; an earlier stored instant stays.
 * Machines without alarms are left out.
 */
export async function evaluateAgain(
  ctx: Ctx,
  changes: readonly { readonly equipmentId: number; readonly from: number }[],
): Promise<void> {
  if (changes.length === 0) return
  const froms = changes.map(({ from }) => from)
  await evaluateAllAgain(
    ctx,
    changes.map(({ equipmentId }) => equipmentId),
    froms,
  )
}

/** Removes the owner from all alarms of a person who left; returns true, or false if the person owned none. */
export const disown = companyHas<[userId: number]>(
  'alarms.disown',
  'update alarm set owner_user_id = null where company_id = $1 and owner_user_id = $2 returning alarm_id',
)
