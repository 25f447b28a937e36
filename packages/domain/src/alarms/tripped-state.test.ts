import { expect, test } from 'vitest'
import { trippedState } from './index.ts'

const context = { thresholdMs: 600_000, analogUnit: null }
const [since, trippedAt] = [1_000_000, 1_300_000]
const value = { amount: 229, since }
const heat = { what: 'temperature', direction: 'above', value: 175, minutes: 5 }

test.each([
  [2, {}, 'Excessive downtime'],
  [4, { minutes: 30 }, 'Offline'],
  [8, heat, 'Temperature above 175 °C'],
] as const)(
  'an alarm of type %i says what the machine is, since it became so, without the delay of the alarm',
  (typeId, args, text) => {
    expect(trippedState({ typeId, args, context, trippedAt, value })).toEqual({ text, since })
  },
)

test('an alarm about a time that moves on says so since its trip', () => {
  const args = { below: 70, hours: 4, scheduled_only: false }
  const text = 'Utilization below 70 % over 4 h'
  expect(trippedState({ typeId: 9, args, context, trippedAt, value })).toEqual({ text, since: trippedAt })
})

test('a trip without stored figures has its settings, since its trip', () => {
  const text = 'Temperature above 175 °C for 5 m'
  expect(trippedState({ typeId: 8, args: heat, context, trippedAt, value: null })).toEqual({ text, since: trippedAt })
})
