import { inNaturalOrder } from '../tree/index.ts'

interface OrderedAlarm {
  readonly alarm: { readonly alarmId: number; readonly alarmTypeId: number; readonly trippedAt: number | null }
  readonly machine: { readonly equipmentId: number; readonly name: string }
}

/**
 * Returns a copy of a list of alarms in the order in which every list shows them: tripped ones first, then by the name of the
 * machine in natural order (`Mill 9` before `Mill 10`), then by type, then by id.
 */
export function alarmsInOrder<T extends OrderedAlarm>(alarms: readonly T[]): T[] {
  const machines = inNaturalOrder(
    [...new Map(alarms.map(({ machine }) => [machine.equipmentId, machine])).values()],
    (machine) => machine.equipmentId,
  )
  const rank = new Map(machines.map((machine, index) => [machine.equipmentId, index]))
  const rankOf = ({ machine }: T) => rank.get(machine.equipmentId) ?? 0
  const isQuiet = ({ alarm }: T) => Number(alarm.trippedAt === null)
  return alarms.toSorted(
    (a, b) =>
      isQuiet(a) - isQuiet(b) ||
      rankOf(a) - rankOf(b) ||
      a.alarm.alarmTypeId - b.alarm.alarmTypeId ||
      a.alarm.alarmId - b.alarm.alarmId,
  )
}
