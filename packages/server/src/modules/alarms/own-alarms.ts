import type { AlarmType } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { equipmentByIds } from '../tree/index.ts'
import { alarmsInOrder } from './alarms-in-order.ts'
import { type AlarmedMachine, withAlarmFacts } from './machines.ts'
import { type AlarmRow, alarmsByIds } from './queries.ts'
import { findUserAlarm, type RosterAlarmRow, reachOfUser, seenTrips } from './queries-subscriptions.ts'
import { membersById, rostersByAlarm, typeOf } from './read-alarms.ts'
import { insertSeen } from './store-history.ts'
import type { Subscription } from './subscriptions.ts'

/** Alarm to which the caller is subscribed, directly or by groups. */
export interface OwnAlarm {
  readonly alarm: AlarmRow
  readonly type: AlarmType
  readonly machine: AlarmedMachine
  /**
   * Subscription of the caller; null: only groups subscribe the caller. `rosters` are these groups, and `isSeen` is true if the
   * caller has seen the present trip.
   */
  readonly subscription: Subscription | null
  readonly rosters: readonly RosterAlarmRow[]
  readonly isSeen: boolean
}

/**
 * Returns the alarms to which the calling person is subscribed, alone or by groups: the tripped ones first, then by name of the
 * machine, type and id. Alarms of archived or removed machines are left out. 403 for a caller who is no person.
 */
export async function ownAlarms(ctx: Ctx): Promise<OwnAlarm[]> {
  if (ctx.actor.kind !== 'user') throw new Forbidden()
  const { userId } = ctx.actor
  const reach = await reachOfUser(ctx, userId)
  const alarms = await alarmsByIds(ctx, [...new Set(reach.map((row) => row.alarmId))])
  const found = await equipmentByIds(ctx, [...new Set(alarms.map((alarm) => alarm.equipmentId))])
  const machines = await withAlarmFacts(
    ctx,
    found.filter((machine) => machine.active),
  )
  const ids = alarms.map((alarm) => alarm.alarmId)
  const rosters = await rostersByAlarm(ctx, ids)
  const member = (await membersById(ctx, [userId])).get(userId)
  const tripIds = alarms.flatMap((alarm) => alarm.openTripId ?? [])
  const seen = new Set((await seenTrips(ctx, userId, tripIds)).map((row) => row.alarmTripId))
  const ofAlarm = Map.groupBy(reach, (row) => row.alarmId)
  const owned: OwnAlarm[] = []
  for (const alarm of alarms) {
    const machine = machines.get(alarm.equipmentId)
    if (machine === undefined) continue
    const ways = ofAlarm.get(alarm.alarmId) ?? []
    const mine = ways.some((way) => way.rosterId === null) ? await findUserAlarm(ctx, alarm.alarmId, userId) : undefined
    const through = new Set(ways.map((way) => way.rosterId))
    owned.push({
      ...{ alarm, machine, type: typeOf(alarm) },
      subscription: mine && member ? { row: mine, member } : null,
      rosters: (rosters.get(alarm.alarmId) ?? []).filter((row) => through.has(row.rosterId)),
      isSeen: alarm.openTripId !== null && seen.has(alarm.openTripId),
    })
  }
  return alarmsInOrder(owned)
}

/**
 * Stores that the calling person has seen the present trips of these alarms; alarms that are not tripped stay as they are. Does
 * nothing without alarms. 404, and nothing is stored, when an alarm does not exist; 403 for a caller who is no person.
 */
export async function markAlarmsSeen(ctx: Ctx, alarmIds: readonly number[]): Promise<void> {
  if (alarmIds.length === 0) return
  if (ctx.actor.kind !== 'user') throw new Forbidden()
  const existing = new Set((await alarmsByIds(ctx, alarmIds)).map((alarm) => alarm.alarmId))
  if (alarmIds.some((id) => !existing.has(id))) throw new NotFound()
  await insertSeen(ctx, alarmIds, ctx.actor.userId, ctx.clock.now())
}
