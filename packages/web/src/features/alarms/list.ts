import { byNaturalOrder } from '@millwatch/domain/tree'
import type { ListedAlarm } from './queries.ts'

/** Choices of the alarms to list: all, only tripped ones, or only those to which the person has an own subscription. */
export const shownChoices = ['all', 'tripped', 'mine'] as const
export type ShownChoice = (typeof shownChoices)[number]

/** Orders of the list of alarms: by trip, by machine, by alarm type. `tripped` is the default. */
export const alarmOrders = ['tripped', 'equipment', 'type'] as const
export type AlarmOrder = (typeof alarmOrders)[number]

type Comparison = (a: ListedAlarm, b: ListedAlarm) => number

const byMachine: Comparison = (a, b) =>
  byNaturalOrder(a.Equipment.name, b.Equipment.name) || a.alarm_type_id - b.alarm_type_id || a.id - b.id
const byType: Comparison = (a, b) => byNaturalOrder(a.AlarmType.name, b.AlarmType.name) || byMachine(a, b)
/** Order with tripped alarms first, the latest trip first. Ties and the other alarms are by machine name, then type. */
const byTrip: Comparison = (a, b) =>
  Number(b.tripped) - Number(a.tripped) ||
  (a.tripped ? Date.parse(b.tripped_at ?? '') - Date.parse(a.tripped_at ?? '') : 0) ||
  byMachine(a, b)

const orders: Readonly<Record<AlarmOrder, Comparison>> = { tripped: byTrip, equipment: byMachine, type: byType }

/**
 * Returns the alarms as a sorted copy. `tripped`: tripped ones first, the latest trip first, then by machine. `equipment`: by
 * name of the machine, then id of the type. `type`: by name of the type, then machine.
 */
export const inOrder = (alarms: readonly ListedAlarm[], order: AlarmOrder): readonly ListedAlarm[] =>
  alarms.toSorted(orders[order])

/** Returns the subscription of a person to an alarm; undefined: the person has none, though a group may notify them. */
export const subscriptionOf = ({ UserAlarms }: ListedAlarm, userId: number | undefined) =>
  UserAlarms.find(({ user_id }) => user_id === userId)

interface AlarmFilters {
  readonly machineIds: readonly string[]
  readonly typeIds: readonly string[]
}

/**
 * Returns the alarms whose machine and type are among the chosen ids, in the given order. An empty list of ids does not restrict.
 */
export const ofFilters = (alarms: readonly ListedAlarm[], { machineIds, typeIds }: AlarmFilters) =>
  alarms.filter(
    (alarm) =>
      (machineIds.length === 0 || machineIds.includes(String(alarm.equipment_id))) &&
      (typeIds.length === 0 || typeIds.includes(String(alarm.alarm_type_id))),
  )

/**
 * Returns three lists in the given order: `all` alarms, `tripped` ones, and `mine`, those to which the person has an own
 * subscription.
 */
export const byChoice = (alarms: readonly ListedAlarm[], userId: number | undefined) => ({
  all: alarms,
  tripped: alarms.filter(({ tripped }) => tripped),
  mine: alarms.filter((alarm) => subscriptionOf(alarm, userId) !== undefined),
})
