import type { AlarmArgs, MessageRequest } from '@millwatch/domain/alarms'
import { ancestorsOf, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'
import type { TripEvent } from './evaluation-turn.ts'
import { withAlarmFacts } from './machines.ts'
import { type AlarmRecipient, recipientsOfAlarms } from './recipients.ts'

/** Notice of an event of a trip, with the recipients that the alarm had when the notice was made. */
export interface TripNoticeContent extends Omit<MessageRequest, 'style' | 'now'> {
  readonly tripId: number
  readonly alarmId: number
  readonly equipmentId: number
  /** Number of the repeat, from 1; 0 if the event is not a repeat. */
  readonly repeat: number
  readonly recipients: readonly AlarmRecipient[]
}

/**
 * Returns the notices of events, in the order of the events, each with the recipients that its alarm has now. An event of a
 * removed machine is left out; an event without recipients has an empty list.
 */
export async function noticesOf(ctx: Ctx, events: readonly TripEvent[]): Promise<TripNoticeContent[]> {
  if (events.length === 0) return []
  const recipients = await recipientsOfAlarms(ctx, [...new Set(events.map(({ alarm }) => alarm.alarmId))])
  const rows = await equipmentByIds(ctx, [...new Set(events.map(({ alarm }) => alarm.equipmentId))])
  const machines = await withAlarmFacts(ctx, rows)
  const tree = treeOf(await allUnits(ctx))
  const nameOf = new Map((await allUnits(ctx)).map(({ id, name }) => [id, name]))
  return events.flatMap(({ tripId, alarm, about, repeat, trip }) => {
    const { alarmId, equipmentId, alarmTypeId, reassertM } = alarm
    const machine = machines.get(equipmentId)
    if (machine === undefined) return []
    const { parentOrgUnitId } = machine
    const above = ancestorsOf(tree, parentOrgUnitId).slice(0, -1).reverse()
    const ids = [...above.map(({ id }) => id), parentOrgUnitId]
    const isBelowRoot = tree.units.get(parentOrgUnitId)?.parentId !== null
    return [
      {
        ...{ tripId, alarmId, equipmentId, about, repeat, typeId: alarmTypeId, context: machine.settings },
        args: alarm.args as AlarmArgs,
        machine: machine.name,
        units: isBelowRoot ? ids.flatMap((id) => nameOf.get(id) ?? []) : [],
        trip: { trippedAt: trip.trippedAt, clearedAt: trip.clearedAt, value: trip.value },
        reassertMin: reassertM,
        zone: timeZoneOf(tree, parentOrgUnitId),
        recipients: recipients.get(alarmId) ?? [],
      },
    ]
  })
}
