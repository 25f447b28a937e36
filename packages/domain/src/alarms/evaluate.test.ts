import { expect, test } from 'vitest'
import { argsOf, at, dataOf, everyMinutes, interval, rowOf, settings, shiftRow, T0 } from './alarms.testing.ts'
import { type AlarmData, type AlarmTypeId, backtest, evaluate } from './index.ts'

const evaluated = (typeId: AlarmTypeId, given: Parameters<typeof argsOf>[1], data: Partial<AlarmData>, to: number) =>
  evaluate({ typeId, args: argsOf(typeId, given), data: dataOf(data), from: T0, base: T0, to: at(to), open: null })

const contact = { firstAt: at(-60), lastAt: at(0), gaps: [] }
const intervals = [interval(1, -60, 10), interval(2, 10)]

test.each<[AlarmTypeId, Parameters<typeof argsOf>[1], Partial<AlarmData>, number | null]>([
  [1, { cycles: 1, scheduled_only: false }, { intervals, cycles: [{ at: at(-5), count: 1 }] }, at(55)],
  [2, {}, { intervals, shifts: [shiftRow(1, 0, 600)] }, at(45)],
  [3, {}, { impacts: [{ at: at(1), force: 1 }] }, null],
  [4, {}, { contact: { ...contact, lastAt: at(19) } }, at(29) + 1],
  [5, { cycle_count: 9 }, { cycles: everyMinutes(1, 1, 5) }, null],
  [6, { runtime_hours: 2 }, { intervals: [interval(1, -60)] }, at(120)],
  [6, { runtime_hours: 2 }, { intervals }, null],
  [7, { duration: 2, duration_unit: 'hours' }, {}, at(120)],
  [8, { value: 60, minutes: 5 }, { values: [{ at: at(18), value: 61 }] }, at(23)],
  [9, { below: 50 }, { intervals, shifts: [shiftRow(1, -30, 600)] }, at(40) + 1],
  [10, { below: 50 }, { intervals, shifts: [shiftRow(1, 0, 80)] }, at(80)],
])('silence alone changes type %i next at the right instant: %j', (typeId, given, data, nextAt) => {
  expect(evaluated(typeId, given, data, 20).nextAt).toBe(nextAt)
})

test('rules that read shift history look ahead for six hours', () => {
  expect(evaluated(2, {}, { intervals: [interval(1, 0)] }, 20).nextAt).toBe(at(20) + 1 + 6 * 3_600_000)
})

test('maintenance shows how far it is, and continues from counted amounts', () => {
  const cycles = evaluated(5, { cycle_count: 9 }, { cycles: everyMinutes(1, 1, 5) }, 4)
  expect(cycles).toMatchObject({ latest: { cycle_count: 4 }, progress: { cycles: 4 } })
  const hours = evaluated(6, { runtime_hours: 2 }, { intervals: [interval(1, -60)] }, 90)
  expect(hours).toMatchObject({ latest: { runtime_hours: 1.5 }, progress: { runningMs: 90 * 60_000 + 1 } })
  expect(evaluated(7, { duration: 2, duration_unit: 'days' }, {}, 36 * 60).latest).toEqual({
    duration: 1.5,
    duration_unit: 'days',
  })
  const next = evaluate({
    typeId: 6,
    args: argsOf(6, { runtime_hours: 2 }),
    data: dataOf({ intervals: [interval(1, -60)], progress: hours.progress }),
    from: at(90) + 1,
    base: T0,
    to: at(130),
    open: null,
  })
  expect(next.trips.map(rowOf)).toEqual([[120, null, 7_200_000, 0]])
})

test('a trip that stands goes on with its own instant and value, or has ended where evaluation begins', () => {
  const open = { trippedAt: at(-30), value: { amount: 5, since: at(-40) } }
  const request = { typeId: 4, args: argsOf(4, {}), from: T0, base: at(-60), to: at(5), open } as const
  const silent = { ...contact, lastAt: at(-40) }
  expect(evaluate({ ...request, data: dataOf({ contact: silent }) }).trips).toEqual([
    { ...open, clearedAt: null, notifyUntil: null },
  ])
  expect(evaluate({ ...request, data: dataOf({ contact }) }).trips).toEqual([])
})

test('an alarm sleeps while its machine is archived', () => {
  const data = { contact, settings: [settings(null), settings(20, { active: false }), settings(40, { active: true })] }
  expect(evaluated(4, {}, data, 60).trips.map(rowOf)).toEqual([
    [10 + 1 / 60_000, 20, 600_001, 0],
    [40, null, 2_400_000, 0],
  ])
})

test('a backtest completes maintenance at each trip', () => {
  const range = { from: T0, to: at(100) }
  const trips = (typeId: AlarmTypeId, given: Parameters<typeof argsOf>[1], data: Partial<AlarmData>) =>
    backtest({ typeId, args: argsOf(typeId, given), data: dataOf(data), range }).trips.map((trip) =>
      rowOf(trip).slice(0, 2),
    )
  expect(trips(5, { cycle_count: 20 }, { cycles: everyMinutes(1, 1, 90) })).toEqual([
    [20, 20],
    [40, 40],
    [60, 60],
    [80, 80],
  ])
  expect(trips(6, { runtime_hours: 0.5 }, { intervals: [interval(1, 0)] })).toEqual([
    [30, 30],
    [60, 60],
    [90, 90],
  ])
  expect(trips(7, { duration: 1, duration_unit: 'hours' }, {})).toEqual([[60, 60]])
  expect(trips(4, {}, { contact })).toEqual([[10 + 1 / 60_000, null]])
})

test('a backtest counts all trips and keeps the latest ones', () => {
  const many = 12_000
  const range = { from: T0, to: at(many + 1) }
  const cycles = everyMinutes(1, 1, many)
  const impacts = cycles.map((cycle) => ({ at: cycle.at, force: 9 }))
  const past = (typeId: AlarmTypeId, given: Parameters<typeof argsOf>[1]) =>
    backtest({ typeId, args: argsOf(typeId, given), data: dataOf({ cycles, impacts }), range })
  for (const { count, trips } of [past(3, {}), past(5, { cycle_count: 1 })]) {
    expect(count).toBe(many)
    expect(trips.map((trip) => trip.trippedAt)).toEqual(cycles.slice(-1000).map((cycle) => cycle.at))
  }
})
