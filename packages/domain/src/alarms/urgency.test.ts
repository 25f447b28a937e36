import { expect, test } from 'vitest'
import { alarmText, alarmTypes, urgencyRank } from './index.ts'

test('a machine that stands is the most urgent, then what is wrong with it, then what it makes, then its maintenance', () => {
  const groups = [
    [2, 4],
    [3, 8],
    [1, 9, 10],
    [5, 6, 7],
  ]
  for (const [rank, ids] of groups.entries()) expect(ids.map(urgencyRank)).toEqual(ids.map(() => rank))
  expect(groups.flat().toSorted((a, b) => a - b)).toEqual(alarmTypes.map(({ id }) => id).toSorted((a, b) => a - b))
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
