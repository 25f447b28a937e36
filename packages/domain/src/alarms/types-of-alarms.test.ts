import { describe, expect, test } from 'vitest'
import { at, dataOf, everyMinutes, interval, settings, shiftRow, T0, tripsOf } from './alarms.testing.ts'
import { evaluate } from './evaluate.ts'
import type { AlarmData } from './rule.ts'

const MS = 1 / 60_000
const running = { intervals: [interval(1, -600)] }

describe('1 Cycles per hour', () => {
  const args = { cycles: 6, scheduled_only: false }
  test('trips when the sixth cycle back is an hour old, and clears at the cycle that makes six', () => {
    const cycles = [...everyMinutes(10, -60, 20), ...everyMinutes(1, 100, 110)]
    const trips = tripsOf(1, args, { ...running, cycles }, { to: 200 })
    expect(trips).toEqual([
      [30, 105, 5, -30],
      [165, null, 5, 105],
    ])
  })
  test('counts the number of cycles of an event', () => {
    expect(tripsOf(1, args, { ...running, cycles: [{ at: at(10), count: 6 }] }, { to: 80 })).toEqual([
      [0, 10, 0, -60],
      [70, null, 0, 10],
    ])
  })
  test('waits for an hour after the first evidence, and after the machine is restored', () => {
    expect(tripsOf(1, args, { intervals: [interval(1, 30)] }, { to: 200 })).toEqual([[90, null, 0, 30]])
    expect(tripsOf(1, args, {}, { to: 200 })).toEqual([])
    const restored = [settings(null), settings(10, { active: false }), settings(50, { active: true })]
    expect(tripsOf(1, args, { ...running, settings: restored }, { to: 200 })).toEqual([
      [0, 10, 0, -60],
      [110, null, 0, 50],
    ])
  })
  test('with scheduled time only, it needs an hour of the shift, is not cleared by a break, and ends with the shift', () => {
    const shifts = [shiftRow(1, 0, 90), shiftRow(1, 105, 240)]
    const only = { cycles: 6, scheduled_only: true }
    expect(tripsOf(1, only, { ...running, shifts, cycles: everyMinutes(10, -60, 40) }, { to: 300 })).toEqual([
      [60, 240, 4, 0],
    ])
    const cycles = [...everyMinutes(10, 0, 90), ...everyMinutes(10, 105, 240)]
    expect(tripsOf(1, only, { ...running, shifts, cycles }, { to: 300 })).toEqual([])
  })
})

describe('2 Excessive downtime', () => {
  const shifts = [shiftRow(1, 0, 600)]
  test('trips at the threshold of scheduled time and clears when the stop ends', () => {
    const intervals = [interval(1, -600, -20), interval(2, -20, 60), interval(1, 60, 70), interval(2, 70)]
    expect(tripsOf(2, {}, { intervals, shifts }, { to: 200 })).toEqual([
      [35, 60, 2_100_000, -20],
      [105, null, 2_100_000, 70],
    ])
  })
  test('a stop that ends at the very threshold does not trip', () => {
    expect(tripsOf(2, {}, { intervals: [interval(2, 0, 35), interval(1, 35)], shifts }, { to: 200 })).toEqual([])
    expect(tripsOf(2, {}, { intervals: [interval(2, 0, 35 + MS), interval(1, 35 + MS)], shifts }, { to: 200 })).toEqual(
      [[35, 35 + MS, 2_100_000, 0]],
    )
  })
  test('the threshold can be reached at the end of a shift', () => {
    const intervals = [interval(1, -600, 0), interval(2, 0)]
    const twoShifts = [shiftRow(1, -60, 35), shiftRow(2, 500, 600)]
    expect(tripsOf(2, {}, { intervals, shifts: twoShifts }, { to: 200 })).toEqual([[35, null, 2_100_000, 0]])
  })
  test('ignored stops and disabled time are left out, and the threshold is that of the start', () => {
    const intervals = [interval(2, 0, 60), interval(1, 60, 70), interval(2, 70, 130), interval(1, 130)]
    expect(tripsOf(2, {}, { intervals, shifts, ignoredStops: [at(0)] }, { to: 200 })).toEqual([
      [105, 130, 2_100_000, 70],
    ])
    const off = [settings(null), settings(110, { excessiveDowntimeEnabled: false })]
    expect(tripsOf(2, {}, { intervals, shifts, settings: off }, { to: 200 })).toEqual([
      [35, 60, 2_100_000, 0],
      [105, 110, 2_100_000, 70],
    ])
    const shorter = [settings(null), settings(30, { excessiveDowntimeThresholdMs: 600_000 })]
    expect(tripsOf(2, {}, { intervals, shifts, settings: shorter }, { to: 200 })).toEqual([
      [35, 60, 2_100_000, 0],
      [80, 130, 600_000, 70],
    ])
  })
})

describe('3 Impact detection', () => {
  const impacts = [
    { at: at(1), force: 2 },
    { at: at(2), force: 5 },
    { at: at(2), force: 7 },
  ]
  test('trips and clears at the instant of each impact of at least the force', () => {
    expect(tripsOf(3, {}, { impacts }, { to: 2 })).toEqual([
      [1, 1, 2, 1],
      [2, 2, 7, 2],
    ])
    expect(tripsOf(3, { force: 5 }, { impacts }, { to: 9 })).toEqual([[2, 2, 7, 2]])
    expect(tripsOf(3, { force: 7.01 }, { impacts }, { to: 9 })).toEqual([])
  })
  test('not while archived', () => {
    const archived = [settings(null), settings(2, { active: false })]
    expect(tripsOf(3, {}, { impacts, settings: archived }, { to: 9 })).toEqual([[1, 1, 2, 1]])
  })
})

describe('4 Offline', () => {
  test('trips one ms after the limit since the last contact, and clears at the next contact', () => {
    const contact = { firstAt: at(-60), lastAt: at(40), gaps: [{ from: at(0), to: at(30) }] }
    expect(tripsOf(4, {}, { contact }, { from: -60, to: 60 })).toEqual([
      [10 + MS, 30, 600_001, 0],
      [50 + MS, null, 600_001, 40],
    ])
    expect(tripsOf(4, { minutes: 30 }, { contact }, { from: -60, to: 60 })).toEqual([])
  })
  test('a device that was never in contact is not offline', () => {
    expect(tripsOf(4, {}, {}, { to: 60 })).toEqual([])
  })
})

describe('5 PM cycle count', () => {
  const cycles = [{ at: at(0), count: 5 }, { at: at(1), count: 2 }, ...everyMinutes(1, 2, 5)]
  test('trips at the cycle that reaches the count after the base, and stays', () => {
    expect(tripsOf(5, { cycle_count: 3 }, { cycles }, { to: 9 })).toEqual([[2, null, 3, 0]])
    expect(tripsOf(5, { cycle_count: 7 }, { cycles }, { to: 9 })).toEqual([])
  })
  test('counts nothing while archived', () => {
    const archived = [settings(null), settings(1, { active: false }), settings(3, { active: true })]
    expect(tripsOf(5, { cycle_count: 3 }, { cycles, settings: archived }, { to: 9 })).toEqual([[5, null, 3, 0]])
  })
})

describe('6 PM runtime hours', () => {
  const intervals = [interval(1, -60, 10), interval(2, 10, 20), interval(1, 20)]
  test('trips when running time since the base reaches the hours', () => {
    expect(tripsOf(6, { runtime_hours: 0.5 }, { intervals }, { to: 99 })).toEqual([[40, null, 1_800_000, 0]])
  })
  test('counts nothing while archived', () => {
    const archived = [settings(null), settings(5, { active: false }), settings(25, { active: true })]
    const trips = tripsOf(6, { runtime_hours: 0.5 }, { intervals, settings: archived }, { to: 99 })
    expect(trips).toEqual([[50, null, 1_800_000, 0]])
  })
})

test('6 PM runtime hours can be reached as the machine stops', () => {
  const intervals = [interval(1, 0, 30), interval(2, 30, 90), interval(1, 90)]
  expect(tripsOf(6, { runtime_hours: 0.5 }, { intervals }, { to: 60 })).toEqual([[30, null, 1_800_000, 0]])
})

describe('7 PM duration', () => {
  const DAY = 1440
  test.each([
    [{ duration: 3, duration_unit: 'hours' }, 'UTC', 180],
    [{ duration: 2, duration_unit: 'days' }, 'UTC', 2 * DAY],
    [{ duration: 1, duration_unit: 'weeks' }, 'America/New_York', 7 * DAY - 60],
    [{ duration: 1, duration_unit: 'months' }, 'UTC', 31 * DAY],
  ])('%j in %s', (args, zone, due) => {
    const [trip] = tripsOf(7, args, { zone }, { to: 40 * DAY })
    expect(trip?.slice(0, 2)).toEqual([due, null])
    expect(tripsOf(7, args, { zone }, { to: due - MS })).toEqual([])
  })
  test('archived time is added', () => {
    const archived = [settings(null), settings(60, { active: false }), settings(100, { active: true })]
    const [trip] = tripsOf(7, { duration: 3, duration_unit: 'hours' }, { settings: archived }, { to: 999 })
    expect(trip?.[0]).toBe(220)
  })
  test.each([
    ['months', 1],
    ['months', 3],
    ['weeks', 2],
    ['days', 5],
  ] as const)('by %s stands still while archived, also over the end of a month and the change of clocks', (unit, n) => {
    const args = { duration: n, duration_unit: unit, notes: '' }
    const [zone, archivedAt, restoredAt] = ['America/New_York', 4 * DAY, 70 * DAY]
    const archived = [settings(null), settings(archivedAt, { active: false }), settings(restoredAt, { active: true })]
    const data = dataOf({ settings: archived, zone })
    const latestAt = (minutes: number) =>
      evaluate({ typeId: 7, args, data, from: at(0), to: at(minutes), open: null, base: at(0) }).latest
    const then = latestAt(archivedAt)
    for (const minutes of [archivedAt + 1, 20 * DAY, 45 * DAY, restoredAt]) expect(latestAt(minutes)).toEqual(then)
    const due = (given: Partial<AlarmData>) => tripsOf(7, args, { zone, ...given }, { to: 400 * DAY })[0]?.[0]
    expect(due({ settings: archived })).toBe((due({}) ?? 0) + restoredAt - archivedAt)
  })
  test('what is due stays due while the machine is archived, and is not due again when it is restored', () => {
    const archived = [settings(null), settings(300, { active: false }), settings(600, { active: true })]
    const trips = tripsOf(7, { duration: 3, duration_unit: 'hours' }, { settings: archived }, { to: 999 })
    expect(trips.map((trip) => trip.slice(0, 2))).toEqual([[180, null]])
  })
})

describe('8 Telemetry', () => {
  const value = (minutes: number, reading: number) => ({ at: at(minutes), value: reading })
  const values = [value(0, 61), value(4, 60), value(5, 62), value(7, 63), value(12, 59), value(20, 70)]
  test('trips once the value was beyond the limit for the whole time, and clears when it is back', () => {
    expect(tripsOf(8, { value: 60, minutes: 5 }, { values }, { to: 30 })).toEqual([
      [10, 12, 63, 5],
      [25, null, 70, 20],
    ])
    expect(tripsOf(8, { value: 60, minutes: 7 }, { values }, { to: 26 })).toEqual([])
  })
  test('without a delay it trips at the first value beyond the limit; at the limit it does not', () => {
    expect(tripsOf(8, { value: 62 }, { values }, { to: 30 })).toEqual([
      [7, 12, 63, 7],
      [20, null, 70, 20],
    ])
    expect(tripsOf(8, { value: 60, direction: 'below' }, { values }, { to: 30 })).toEqual([[12, 20, 59, 12]])
  })
  test('of several values at one instant the last counts', () => {
    expect(tripsOf(8, { value: 60 }, { values: [value(1, 70), value(1, 50)] }, { to: 9 })).toEqual([])
  })
})

describe('9 Utilization', () => {
  const shifts = [shiftRow(1, 0, 240)]
  test('trips to the millisecond when the last hour is below the percentage, after 30 scheduled minutes', () => {
    const intervals = [interval(1, 0, 120), interval(2, 120, 180), interval(1, 180)]
    expect(tripsOf(9, { below: 70 }, { intervals, shifts }, { to: 300 })).toEqual([
      [138 + MS, 222, expect.closeTo(70, 4), 78 + MS],
    ])
    expect(tripsOf(9, { below: 70 }, { intervals: [interval(2, 0)], shifts }, { to: 300 })).toEqual([[30, 240, 0, -30]])
  })
  test('stops below the threshold count as running, if so set, until they reach it', () => {
    const set = [settings(null, { utilInclLtXsfDt: true })]
    const intervals = [interval(1, -60, 60), interval(2, 60, 100), interval(1, 100)]
    expect(tripsOf(9, { below: 70 }, { intervals, shifts, settings: set }, { to: 300 })).toEqual([
      [95, 142, expect.closeTo(41.667, 3), 35],
    ])
  })
  test('a stop that becomes excessive loses no more than lies in the last hours', () => {
    const set = [settings(null, { utilInclLtXsfDt: true, excessiveDowntimeThresholdMs: 90 * 60_000 })]
    const intervals = [interval(2, 0, 130), interval(1, 130)]
    expect(tripsOf(9, { below: 50 }, { intervals, shifts, settings: set }, { to: 239 })).toEqual([[90, 160, 0, 30]])
  })
  test('without scheduled time only, the end of the shift does not clear it while 30 scheduled minutes are in it', () => {
    const args = { below: 70, scheduled_only: false }
    expect(tripsOf(9, args, { intervals: [interval(2, 0)], shifts }, { to: 300 })).toEqual([[30, 270 + MS, 0, -30]])
  })
})

describe('10 Utilization at end of shift', () => {
  const shifts = [shiftRow(1, 0, 100), shiftRow(1, 110, 200), shiftRow(2, 200, 400)]
  const intervals = [interval(1, -10, 95), interval(2, 95, 300), interval(1, 300)]
  test('trips at the end of a shift, breaks included', () => {
    expect(tripsOf(10, { below: 50.1 }, { intervals, shifts }, { to: 500 })).toEqual(
      [
        [200, 200, 50, 0],
        [400, 400, 50, 200],
      ].map(([a, b, , d]) => [a, b, expect.anything(), d]),
    )
    expect(tripsOf(10, { below: 50 }, { intervals, shifts }, { to: 500 })).toEqual([])
    expect(tripsOf(10, { below: 99, shift: '2' }, { intervals, shifts }, { to: 500 })).toEqual([[400, 400, 50, 200]])
  })
  test('a stop that becomes excessive only after the shift counts as it did at the end of the shift', () => {
    const set = [settings(null, { utilInclLtXsfDt: true })]
    const down = [interval(1, 0, 170), interval(2, 170, 300), interval(1, 300)]
    expect(tripsOf(10, { below: 99, shift: '1' }, { intervals: down, shifts, settings: set }, { to: 500 })).toEqual([])
  })
  test('a machine that was archived at the end of a shift and restored at that instant does not trip', () => {
    const twice = [settings(null), settings(390, { active: false }), settings(400, { active: true })]
    expect(tripsOf(10, { below: 99, shift: '2' }, { intervals, shifts, settings: twice }, { to: 500 })).toEqual([])
  })
  test('notifies until the next shift ends, and not for one that ends while the machine is archived', () => {
    const archived = [settings(null), settings(399, { active: false })]
    const request = {
      typeId: 10,
      args: { below: 99, shift: 'all' },
      from: T0,
      base: T0,
      to: at(500),
      open: null,
    } as const
    const { trips } = evaluate({ ...request, data: dataOf({ intervals, shifts, settings: archived }) })
    expect(trips.map(({ trippedAt, notifyUntil }) => [trippedAt, notifyUntil])).toEqual([[at(200), at(400) - 1]])
  })
})
