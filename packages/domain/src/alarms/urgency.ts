import type { AlarmTypeId } from './alarm-type.ts'

/** Tripped alarm, as far as its urgency depends on it. */
export interface TrippedAlarm {
  readonly alarmId: number
  readonly alarmTypeId: number
  /** Instant of its trip (epoch ms). */
  readonly trippedAt: number
  /** True: somebody has acknowledged this trip. */
  readonly isAcknowledged: boolean
}

/** Ranks of the types, the most urgent first: the machine stands; something is wrong with it; it makes too little; it needs maintenance. */
const ranks: Readonly<Record<AlarmTypeId, number>> = { 2: 0, 4: 0, 3: 1, 8: 1, 1: 2, 9: 2, 10: 2, 5: 3, 6: 3, 7: 3 }

const rankOf = ({ alarmTypeId }: TrippedAlarm): number => ranks[alarmTypeId as AlarmTypeId] ?? 3

/**
 * Returns tripped alarms, the most urgent first: those that nobody has acknowledged, then by what their type says of the machine,
 * then the longest tripped.
 */
export const byUrgency = <Tripped extends TrippedAlarm>(alarms: readonly Tripped[]): Tripped[] =>
  alarms.toSorted(
    (a, b) =>
      Number(a.isAcknowledged) - Number(b.isAcknowledged) ||
      rankOf(a) - rankOf(b) ||
      a.trippedAt - b.trippedAt ||
      a.alarmId - b.alarmId,
  )
