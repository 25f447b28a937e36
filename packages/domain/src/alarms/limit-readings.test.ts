import { expect, test } from 'vitest'
import { argsOf, at, dataOf, everyMinutes, interval, settings, shiftRow, T0 } from './alarms.testing.ts'
import { argsWithoutLimit, comparedLimit, readByLimit } from './compared-limit.ts'
import { alarmTypeOf, alarmTypes } from './index.ts'
import { limitReadings } from './limit-readings.ts'
import type { AlarmData } from './rule.ts'

/** Readings from minute 0 to minute `to`, as `[minute, amount]`. */
function readingsOf(
  typeId: 1 | 3 | 4 | 8 | 9 | 10,
  given: Record<string, string | number | boolean>,
  data: Partial<AlarmData>,
  to: number,
) {
  const { args } = argsWithoutLimit(alarmTypeOf(typeId), given)
  const range = { from: at(0), to: at(to) }
  const { latest, extreme } = limitReadings({ typeId, args: args ?? argsOf(typeId, {}), data: dataOf(data), range })
  return [latest, extreme].map((reading) => reading && [(reading.at - T0) / 60_000, reading.amount])
}

const MS = 1 / 60_000

test('1: cycles of the last hour, now and the fewest', () => {
  const cycles = [...everyMinutes(10, -60, 20), ...everyMinutes(1, 100, 110)]
  expect(readingsOf(1, { scheduled_only: false }, { intervals: [interval(1, -600)], cycles }, 150)).toEqual([
    [150 - MS, 11],
    [80, 0],
  ])
})

test('3: the last impact, and the greatest', () => {
  const impacts = [
    { at: at(1), force: 7 },
    { at: at(2), force: 5 },
  ]
  expect(readingsOf(3, {}, { impacts }, 10)).toEqual([
    [2, 5],
    [1, 7],
  ])
  expect(readingsOf(3, {}, {}, 10)).toEqual([null, null])
})

test('4: time without contact, now and the longest', () => {
  const contact = { firstAt: at(-60), lastAt: at(40), gaps: [{ from: at(0), to: at(30) }] }
  expect(readingsOf(4, {}, { contact }, 50)).toEqual([
    [50 - MS, 599_999],
    [30 - MS, 1_799_999],
  ])
})

test('8: the value in force, also one from before, and the highest or lowest', () => {
  const values = [
    { at: at(-5), value: 62.4 },
    { at: at(10), value: 40 },
    { at: at(20), value: 58.1 },
    { at: at(20), value: 41.2 },
  ]
  expect(readingsOf(8, {}, { values }, 30)).toEqual([
    [30 - MS, 41.2],
    [0, 62.4],
  ])
  expect(readingsOf(8, { direction: 'below' }, { values }, 30)).toEqual([
    [30 - MS, 41.2],
    [10, 40],
  ])
  const archived = [settings(null), settings(15, { active: false })]
  expect(readingsOf(8, {}, { values, settings: archived }, 30)[0]).toEqual([15 - MS, 40])
})

test('9: utilization of the last hours, with 30 minutes scheduled in them', () => {
  const intervals = [interval(1, -600, 30), interval(2, 30, 60), interval(1, 60)]
  const shifts = [shiftRow(1, 0, 120)]
  const [latest, extreme] = readingsOf(9, { scheduled_only: false }, { intervals, shifts }, 180)
  expect(latest).toEqual([150, 100])
  expect(extreme?.[0]).toBe(60)
  expect(extreme?.[1]).toBeCloseTo(50, 3)
})

test('10: the last shift and the worst', () => {
  const intervals = [interval(1, -600, 30), interval(2, 30, 90), interval(1, 90)]
  const shifts = [shiftRow(1, 0, 60), shiftRow(2, 60, 120), shiftRow(3, 120, 180)]
  expect(readingsOf(10, {}, { intervals, shifts }, 170)).toEqual([
    [120, 50],
    [60, 50],
  ])
  expect(readingsOf(10, { shift: '1' }, { intervals, shifts }, 170)[0]).toEqual([60, 50])
})

test('each limit is a number of its type, and no reading depends on it', () => {
  for (const { id, pmEnabled, argsTemplate } of alarmTypes) {
    const limit = comparedLimit(id)
    expect(limit === undefined).toBe(pmEnabled || id === 2)
    if (limit === undefined) continue
    expect(argsTemplate[limit.arg]?.type).toBe('number')
    expect(limit.reads).not.toContain(limit.arg)
    for (const name of limit.reads) expect(Object.keys(argsTemplate)).toContain(name)
  }
  expect(readByLimit(8, { what: 'analog', value: 3, minutes: 5 })).toEqual({ what: 'analog', direction: '' })
  expect(readByLimit(5, {})).toBeNull()
})
