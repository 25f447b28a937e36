import { expect, test } from 'vitest'
import { alarmTypeOf, alarmTypes, findAlarmType, notifyText, readArgs, settingsText } from './index.ts'

const context = { thresholdMs: 2_100_000, analogUnit: 'bar' }

test('there are ten types, by id, each plain data with arguments in an order', () => {
  expect(alarmTypes.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(JSON.parse(JSON.stringify(alarmTypes))).toEqual(alarmTypes)
  for (const { argsTemplate } of alarmTypes) {
    const orders = Object.values(argsTemplate).map(({ order }) => order)
    expect(new Set(orders).size).toBe(orders.length)
  }
  expect(findAlarmType(11)).toBeUndefined()
})

test('all but impact detection and utilization at end of shift last, switch outputs and repeat; 5, 6 and 7 are maintenance', () => {
  const which = (takes: (type: (typeof alarmTypes)[number]) => boolean) => alarmTypes.filter(takes).map(({ id }) => id)
  const lasting = [1, 2, 4, 5, 6, 7, 8, 9]
  expect(which((type) => type.trippable)).toEqual(lasting)
  expect(which((type) => type.outputs)).toEqual(lasting)
  expect(which((type) => type.repeats)).toEqual(lasting)
  expect(which((type) => type.pmEnabled)).toEqual([5, 6, 7])
})

test.each([
  [1, { cycles: 18 }, { cycles: 18, scheduled_only: true }, 'Below 18, only when scheduled'],
  [1, { cycles: 1200, scheduled_only: false }, { cycles: 1200, scheduled_only: false }, 'Below 1,200'],
  [2, {}, {}, 'From 35 m on'],
  [3, {}, { force: 0 }, 'Any impact'],
  [3, { force: 2.5 }, { force: 2.5 }, 'Force of 2.5 or more'],
  [4, {}, { minutes: 10 }, 'For 10 m'],
  [4, { minutes: 90 }, { minutes: 90 }, 'For 1 h 30 m'],
  [5, { cycle_count: 5000, notes: ' Oil ' }, { cycle_count: 5000, notes: 'Oil' }, 'Every 5,000 cycles'],
  [6, { runtime_hours: 1 }, { runtime_hours: 1, notes: '' }, 'Every 1 hour of running'],
  [7, { duration: 2, duration_unit: 'weeks' }, { duration: 2, duration_unit: 'weeks', notes: '' }, 'Every 2 weeks'],
  [7, { duration: 1 }, { duration: 1, duration_unit: 'days', notes: '' }, 'Every 1 day'],
  [
    8,
    { value: 60, minutes: 5 },
    { what: 'temperature', direction: 'above', value: 60, minutes: 5 },
    'Temperature above 60 °C for 5 m',
  ],
  [
    8,
    { what: 'analog', direction: 'below', value: 12.5 },
    { what: 'analog', direction: 'below', value: 12.5, minutes: 0 },
    'Analog input below 12.5 bar',
  ],
  [
    8,
    { what: 'cycle_time', value: 0.1 },
    { what: 'cycle_time', direction: 'above', value: 0.1, minutes: 0 },
    'Cycle time above 0.1 s',
  ],
  [9, { below: 70 }, { below: 70, hours: 1, scheduled_only: true }, 'Below 70 % over 1 h, only when scheduled'],
  [10, { below: 70.5 }, { below: 70.5, shift: 'all' }, 'Below 70.5 %'],
  [10, { below: 70, shift: '2' }, { below: 70, shift: '2' }, 'Below 70 %, second shift'],
] as const)('type %i with %j is completed to %j and reads "%s"', (id, given, args, text) => {
  const read = readArgs(alarmTypeOf(id), given)
  expect(read).toEqual({ args })
  expect(settingsText(id, args, context)).toBe(text)
})

test.each([
  [1, {}, ['cycles', 'Type a number: Fewer cycles than']],
  [1, { cycles: 0 }, ['cycles', 'Fewer cycles than: from 1 to 1,000,000']],
  [1, { cycles: 1.5 }, ['cycles', 'Fewer cycles than: a whole number']],
  [1, { cycles: '18' }, ['cycles', 'Type a number: Fewer cycles than']],
  [1, { cycles: Number.NaN }, ['cycles', 'Type a number: Fewer cycles than']],
  [1, { cycles: 18, scheduled_only: 'yes' }, ['scheduled_only', 'Only when scheduled: yes or no']],
  [1, { cycles: 18, toString: 1 }, ['toString', 'This alarm type has no such argument']],
  [4, { minutes: 4 }, ['minutes', 'For: from 5 to 10,080']],
  [5, { cycle_count: 10, notes: 'x'.repeat(2001) }, ['notes', 'Notes: at most 2,000 characters']],
  [5, { cycle_count: 10, notes: 7 }, ['notes', 'Notes: a text']],
  [6, { runtime_hours: 0.25 }, ['runtime_hours', 'Every: a multiple of 0.1']],
  [7, { duration: 1, duration_unit: 'years' }, ['duration_unit', 'Unit: one of hours, days, weeks, months']],
  [8, { value: Number.POSITIVE_INFINITY }, ['value', 'Type a number: Limit']],
  [10, { below: 70, shift: 1 }, ['shift', 'Shift: one of All shifts, First shift, Second shift, Third shift']],
] as const)('type %i refuses %j', (id, given, [name, text]) => {
  expect(readArgs(alarmTypeOf(id), given)).toEqual({ faults: [{ name, text }] })
})

test('every fault of the arguments is named, in the order of the form', () => {
  const { faults } = readArgs(alarmTypeOf(8), { minutes: -1, value: null, direction: 'up' })
  expect(faults?.map(({ name }) => name)).toEqual(['direction', 'value', 'minutes'])
})

test('a number with the noise of binary fractions is rounded to the step', () => {
  expect(readArgs(alarmTypeOf(6), { runtime_hours: 0.1 + 0.2 }).args).toEqual({ runtime_hours: 0.3, notes: '' })
})

test.each([
  [null, false, 'once'],
  [null, true, 'once, on clear'],
  [240, false, 'every 4 h'],
  [30, true, 'every 30 m, on clear'],
] as const)('notices every %j minutes, on clear %j: "%s"', (reassertMin, notifyOnClear, text) => {
  expect(notifyText(reassertMin, notifyOnClear)).toBe(text)
})
