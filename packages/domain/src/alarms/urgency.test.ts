import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alarmText, byUrgency } from './index.ts'

const tripped = (alarmId: number, alarmTypeId: number, trippedAt = 0, isAcknowledged = false) => ({
  ...{ alarmId, alarmTypeId, trippedAt, isAcknowledged },
})
const idsOf = (alarms: readonly { alarmId: number }[]) => alarms.map(({ alarmId }) => alarmId)

test('the most urgent alarm is one that nobody has acknowledged, of a machine that stands, tripped the longest', () => {
  const alarms = [tripped(1, 2, 0, true), tripped(2, 9, 1), tripped(3, 8, 2), tripped(4, 4, 9), tripped(5, 2, 3)]
  expect(idsOf(byUrgency(alarms))).toEqual([5, 4, 3, 2, 1])
})

test('the order does not depend on that of the rows, and loses none', () => {
  const rows = fc.uniqueArray(
    fc.record({
      alarmId: fc.integer({ min: 1, max: 30 }),
      alarmTypeId: fc.integer({ min: 1, max: 12 }),
      trippedAt: fc.integer({ min: 0, max: 3 }),
      isAcknowledged: fc.boolean(),
    }),
    { selector: ({ alarmId }) => alarmId },
  )
  fc.assert(
    fc.property(rows, (alarms) => {
      const ordered = byUrgency(alarms)
      expect(byUrgency(alarms.toReversed())).toEqual(ordered)
      expect(idsOf(ordered).toSorted()).toEqual(idsOf(alarms).toSorted())
      const acknowledged = ordered.map(({ isAcknowledged }) => Number(isAcknowledged))
      expect(acknowledged).toEqual(acknowledged.toSorted())
    }),
  )
})

test.each([
  [1, { cycles: 18, scheduled_only: true }, 'Cycles per hour below 18, only when scheduled'],
  [2, {}, 'Excessive downtime from 10 m on'],
  [4, { minutes: 10 }, 'Offline for 10 m'],
  [6, { runtime_hours: 100 }, 'Every 100 hours of running'],
  [8, { what: 'temperature', direction: 'above', value: 60, minutes: 5 }, 'Temperature above 60 °C for 5 m'],
  [9, { below: 70, hours: 4, scheduled_only: false }, 'Utilization below 70 % over 4 h'],
] as const)('an alarm of type %i has one text of its type and its settings', (id, args, text) => {
  expect(alarmText(id, args, { thresholdMs: 600_000, analogUnit: null })).toBe(text)
})
