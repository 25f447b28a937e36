import { type AlarmType, alarmTypeOf } from '@millwatch/domain/alarms'
import { maySee, personName } from '@millwatch/domain/identity'
import type { Actor, Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { type ListedMember, membersByIds } from '../identity/index.ts'
import { type EquipmentRow, getEquipment, inNaturalOrder } from '../tree/index.ts'
import { alarmsInOrder } from './alarms-in-order.ts'
import { type AlarmedMachine, withAlarmFacts } from './machines.ts'
import { type AlarmRow, alarmsOfMachines, findAlarm } from './queries.ts'
import { historyOf, type TripWithParts } from './queries-history.ts'
import { type RosterAlarmRow, rosterAlarmsOf, type UserAlarmRow, userAlarmsOf } from './queries-subscriptions.ts'

/** Alarm with its type, machine, history and subscriptions, as an answer shows it. */
export interface WholeAlarm {
  readonly alarm: AlarmRow
  readonly type: AlarmType
  readonly machine: AlarmedMachine
  /** Rows of the requested page of its history, newest first. */
  readonly history: readonly TripWithParts[]
  readonly users: readonly (UserAlarmRow & { readonly member: ListedMember })[]
  readonly rosters: readonly RosterAlarmRow[]
  /** Members and invited people who are subscribed to these alarms or acknowledged a trip, by id. */
  readonly members: ReadonlyMap<number, ListedMember>
}

/** Page of the history to read for each alarm: at most `limit` rows, after the `offset` newest. */
export interface HistoryPage {
  readonly limit: number
  readonly offset: number
}

/** Returns the type of an alarm, by the id that is stored with it. */
export const typeOf = ({ alarmTypeId }: Pick<AlarmRow, 'alarmTypeId'>): AlarmType =>
  alarmTypeOf(alarmTypeId as AlarmType['id'])

/**
 * Returns the alarms of machines, each with a page of its history: the tripped ones first, then by name of the machine, type and
 * id. `pm` true leaves only maintenance, false only the others, and undefined all.
 */
export async function alarmsOn(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  { pm, page }: { pm: boolean | undefined; page: HistoryPage },
): Promise<WholeAlarm[]> {
  const all = await alarmsOfMachines(
    ctx,
    machines.map((machine) => machine.equipmentId),
  )
  const alarms = all.filter((alarm) => pm === undefined || typeOf(alarm).pmEnabled === pm)
  const wanted = new Set(alarms.map((alarm) => alarm.equipmentId))
  const alarmed = machines.filter((machine) => wanted.has(machine.equipmentId))
  return alarmsInOrder(await completed(ctx, alarms, await withAlarmFacts(ctx, alarmed), page))
}

/** Returns an alarm with its machine; 404 when there is none, or its machine was removed. */
export async function alarmOf(ctx: Ctx, alarmId: number): Promise<{ alarm: AlarmRow; equipment: EquipmentRow }> {
  const alarm = await findAlarm(ctx, alarmId)
  if (alarm === undefined) throw new NotFound()
  return { alarm, equipment: await getEquipment(ctx, alarm.equipmentId) }
}

/**
 * Returns an alarm with its type, machine, page of history and subscriptions; 404 when there is none, or its machine was removed.
 */
export async function wholeAlarm(ctx: Ctx, alarmId: number, page: HistoryPage): Promise<WholeAlarm> {
  const { alarm, equipment } = await alarmOf(ctx, alarmId)
  const [whole] = await completed(ctx, [alarm], await withAlarmFacts(ctx, [equipment]), page)
  if (whole === undefined) throw new NotFound()
  return whole
}

async function completed(
  ctx: Ctx,
  alarms: readonly AlarmRow[],
  machines: ReadonlyMap<number, AlarmedMachine>,
  { limit, offset }: HistoryPage,
): Promise<WholeAlarm[]> {
  const ids = alarms.map((alarm) => alarm.alarmId)
  const history = limit === 0 ? [] : await historyOf(ctx, ids, limit, offset)
  const users = await userAlarmsOf(ctx, ids)
  const rosters = await rostersByAlarm(ctx, ids)
  const members = await membersById(ctx, [
    ...users.map((row) => row.userId),
    ...history.flatMap((trip) => trip.acknowledgedBy ?? []),
  ])
  const subscribed = users.flatMap((row) => {
    const member = members.get(row.userId)
    return member === undefined ? [] : [{ ...row, member }]
  })
  const usersByAlarm = Map.groupBy(subscribed, (row) => row.alarmId)
  const historyByAlarm = Map.groupBy(history, (trip) => trip.alarmId)
  return alarms.flatMap((alarm) => {
    const machine = machines.get(alarm.equipmentId)
    if (machine === undefined) return []
    return {
      ...{ alarm, type: typeOf(alarm), machine, members },
      history: historyByAlarm.get(alarm.alarmId) ?? [],
      users: usersByAlarm.get(alarm.alarmId) ?? [],
      rosters: rosters.get(alarm.alarmId) ?? [],
    }
  })
}

/** Returns the subscriptions of groups by the id of their alarm, those of an alarm in the natural order of the groups' names. */
export async function rostersByAlarm(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, RosterAlarmRow[]>> {
  const rosters = await rosterAlarmsOf(ctx, ids)
  return Map.groupBy(
    inNaturalOrder(rosters, (row) => row.rosterId),
    (row) => row.alarmId,
  )
}

/** Returns the members and invited people with these ids, by id; people who have left are missing. */
export async function membersById(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, ListedMember>> {
  const members = ids.length === 0 ? [] : await membersByIds(ctx.tx, ctx.companyId, [...new Set(ids)])
  return new Map(members.map((member) => [member.id, member]))
}

/** Returns the name of a member; without a name the e-mail address, for callers who may see e-mail addresses. */
export const memberName = (actor: Actor, member: ListedMember): string =>
  personName({ ...member, email: maySee(actor, 'email') ? member.email : undefined })
