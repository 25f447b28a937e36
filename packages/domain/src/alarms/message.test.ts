import { expect, test } from 'vitest'
import { MINUTE_MS } from '../time/index.ts'
import { argsOf } from './alarms.testing.ts'
import { type AlarmTypeId, type MessageRequest, messageOf } from './index.ts'

const trippedAt = Date.UTC(2026, 10, 18, 22, 20)
const request = (typeId: AlarmTypeId, given: Parameters<typeof argsOf>[1], amount: number, sinceMin: number) =>
  ({
    about: 'tripped',
    typeId,
    args: argsOf(typeId, given),
    context: { thresholdMs: 35 * MINUTE_MS, analogUnit: null },
    machine: 'Haas 02',
    units: ['Rockford', 'Machining'],
    trip: { trippedAt, clearedAt: null, value: { amount, since: trippedAt - sinceMin * MINUTE_MS } },
    reassertMin: null,
    zone: 'America/Chicago',
    style: { locale: 'en-US', clockHours: null },
    now: trippedAt + 1000,
  }) as const satisfies MessageRequest

const where = 'Rockford / Machining, 11/18/2026 4:20 PM (America/Chicago)'

test.each<[AlarmTypeId, Parameters<typeof argsOf>[1], number, number, string, string]>([
  [1, { cycles: 18 }, 12, 60, '12 cycles in the last hour', 'Below 18, only when scheduled, since 3:20 PM.'],
  [2, {}, 35 * MINUTE_MS, 40, 'excessive downtime, 35 m', 'Down since 3:40 PM, from 35 m on.'],
  [3, {}, 5.25, 0, 'impact of 5.25', 'Any impact, since 4:20 PM.'],
  [4, {}, 600_001, 10, 'offline for 10 m', 'No contact since 4:10 PM.'],
  [5, { cycle_count: 5000 }, 5000, 60, 'maintenance after 5,000 cycles', 'Every 5,000 cycles, counted since 3:20 PM.'],
  [
    6,
    { runtime_hours: 250 },
    9e8,
    1e5,
    'maintenance after 250 hours of running',
    'Every 250 hours of running, counted since 9/10/2026 6:40 AM (America/Chicago).',
  ],
  [
    7,
    { duration: 2, duration_unit: 'weeks' },
    1,
    60,
    'maintenance after 2 weeks',
    'Every 2 weeks, counted since 3:20 PM.',
  ],
  [8, { value: 62, minutes: 5 }, 62.4, 5, 'temperature 62.4 °C', 'Above 62 °C since 4:15 PM, for 5 m.'],
  [9, { below: 70, hours: 2 }, 54.16, 120, 'utilization 54.2 %', 'Below 70 % over 2 h, since 2:20 PM.'],
  [9, { below: 70, hours: 2 }, 69.96, 120, 'utilization 69.9 %', 'Below 70 % over 2 h, since 2:20 PM.'],
  [10, { below: 70 }, 54.16, 480, 'utilization 54.2 % in the shift', 'Below 70 % in the shift since 8:20 AM.'],
])('a message of type %i', (typeId, given, amount, sinceMin, figure, condition) => {
  expect(messageOf(request(typeId, given, amount, sinceMin))).toEqual({
    title: `Haas 02: ${figure}`,
    lines: [condition, where],
  })
})

test('temperatures are in the unit of the company', () => {
  const asIs = request(8, { value: 60, minutes: 5 }, 62.4, 5)
  const context = { ...asIs.context, temperatureUnit: '°F' } as const
  expect(messageOf({ ...asIs, context })).toEqual({
    title: 'Haas 02: temperature 144.32 °F',
    lines: ['Above 140 °F since 4:15 PM, for 5 m.', where],
  })
})

test('a repeat says for how long, and until when it is sent', () => {
  const repeat = { ...request(4, {}, 600_001, 10), about: 'repeat', reassertMin: 240, now: trippedAt + 240 * MINUTE_MS }
  expect(messageOf(repeat as MessageRequest).lines).toEqual([
    'No contact since 4:10 PM.',
    'Still tripped after 4 h.',
    where,
    'Sent again every 4 h until it clears.',
  ])
})

test('maintenance says its notes and that it repeats until it is completed', () => {
  const notes = { ...request(5, { cycle_count: 1, notes: 'Oil the spindle' }, 1, 10), reassertMin: 60, units: [] }
  expect(messageOf(notes).lines.slice(1)).toEqual([
    '11/18/2026 4:20 PM (America/Chicago)',
    'Sent again every 1 h until maintenance is completed.',
    'Oil the spindle',
  ])
})

test('the end of a trip', () => {
  const { trip, ...rest } = request(8, { value: 60, minutes: 5 }, 62.4, 5)
  const clearedAt = trippedAt + 12.5 * MINUTE_MS
  const cleared = { ...rest, about: 'cleared', trip: { ...trip, clearedAt }, now: clearedAt } as const
  expect(messageOf(cleared)).toEqual({
    title: 'Haas 02: telemetry cleared',
    lines: [
      'Temperature above 60 °C for 5 m.',
      'Tripped at 4:20 PM, for 12 m.',
      'Rockford / Machining, 11/18/2026 4:32 PM (America/Chicago)',
    ],
  })
})
