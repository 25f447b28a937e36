import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, dateOfDay, wallAt } from '../time/index.ts'
import {
  faultOfInsert,
  faultOfStaged,
  insertLimits,
  instantOfTime,
  matchingShifts,
  type Shift,
  type ShownShift,
  stagedChanges,
  steppedTime,
  type TouchedShift,
  touchedShift,
  touchedTime,
} from './index.ts'

const zone = fc.constantFrom('UTC', 'America/Chicago', 'Europe/Prague', 'Asia/Kolkata')
const number = fc.constantFrom<Shift>(0, 1, 2, 3)
/** Whole minutes of 2026, clock changes included. */
const instant = fc.integer({ min: 0, max: 365 * 24 * 60 }).map((minute) => Date.UTC(2026, 0, 1) + minute * 60_000)
const shifts = fc
  .array(fc.tuple(instant, fc.integer({ min: 1, max: 1000 }), number, fc.integer({ min: 1, max: 3 })), { maxLength: 8 })
  .map((rows) =>
    rows.map(
      ([startedAt, length, shift, equipmentId], id): ShownShift => ({
        id,
        equipmentId,
        shift,
        startedAt,
        endedAt: startedAt + length * 60_000,
      }),
    ),
  )
const time = fc.record({
  date: fc.constantFrom(20260107, 20260309, 20260731, 20261231),
  minute: fc.integer({ min: 0, max: 287 }).map((step) => step * 5),
})
const part = fc.oneof(
  fc.constant({}),
  time,
  time.map(({ date }) => ({ date })),
  time.map(({ minute }) => ({ minute })),
)
const touched: fc.Arbitrary<TouchedShift> = fc.record({ shift: number, start: part, end: part }, { requiredKeys: [] })

describe('staged shifts', () => {
  test('change only what was touched, and keep the own day or the own time otherwise', () => {
    fc.assert(
      fc.property(shifts, touched, zone, (rows, touch, inZone) => {
        for (const row of rows) {
          const after = touchedShift(row, touch, inZone)
          expect(after.shift).toBe(touch.shift ?? row.shift)
          for (const [name, at] of [['start', 'startedAt'] as const, ['end', 'endedAt'] as const]) {
            const { date, minute } = touch[name] ?? {}
            const before = wallAt(row[at], inZone)
            if (date === undefined && minute === undefined) expect(after[at]).toBe(row[at])
            else if (name === 'end' && before.minute === 0 && date === undefined) continue
            else expect(after[at]).toBe(expectedInstant(row[at], { ...before, ...touch[name] }, inZone))
          }
        }
      }),
    )
  })

  test('are sent with what differs only, and are at fault when nothing does or one would not end after its start', () => {
    fc.assert(
      fc.property(shifts, touched, zone, (rows, touch, inZone) => {
        const changes = stagedChanges(rows, touch, inZone)
        const applied = rows.map((row) => ({ ...row, ...changes.find(({ id }) => id === row.id) }))
        expect(applied).toEqual(rows.map((row) => touchedShift(row, touch, inZone)))
        for (const { id, ...fields } of changes) {
          expect(Object.keys(fields).length).toBeGreaterThan(0)
          expect(rows.find((row) => row.id === id)).not.toMatchObject(fields)
        }
        const fault = faultOfStaged(rows, touch, inZone)
        if (changes.length === 0) expect(fault).toBe('unchanged')
        else expect(fault === 'ends-too-early').toBe(applied.some(({ startedAt, endedAt }) => startedAt >= endedAt))
      }),
    )
  })

  test('end on the day of their start or, if they would end before it, on the next, whichever time of day is touched', () => {
    const hours = fc.constantFrom([22, 6] as const, [14, 24] as const, [6, 14] as const)
    const step = fc.integer({ min: 0, max: 287 })
    fc.assert(
      fc.property(hours, fc.integer({ min: 20_500, max: 20_900 }), step, zone, ([from, to], day, at, inZone) => {
        const atHour = (hour: number) =>
          instantOfTime({ date: dateOfDay(day + Math.floor(hour / 24)), minute: (hour % 24) * 60 }, inZone)
        const startedAt = atHour(from)
        const endedAt = atHour(to > from ? to : to + 24)
        const row: ShownShift = { id: 1, equipmentId: 1, shift: 2, startedAt, endedAt }
        const after = wallAt(touchedShift(row, { end: { minute: at * 5 } }, inZone).endedAt, inZone)
        const isNextDay = to < from || (to === 24 && at * 5 <= from * 60)
        const touched = instantOfTime({ date: dateOfDay(isNextDay ? day + 1 : day), minute: at * 5 }, inZone)
        expect(after).toEqual(wallAt(touched, inZone))
      }),
    )
    const row = { id: 1, equipmentId: 1, shift: 2 as const, startedAt: Date.UTC(2026, 0, 4, 14) }
    const late = { ...row, endedAt: Date.UTC(2026, 0, 5) }
    expect(touchedShift(late, { end: { minute: 22 * 60 } }, 'UTC').endedAt).toBe(Date.UTC(2026, 0, 4, 22))
  })

  test('that are given their own values do not change', () => {
    fc.assert(
      fc.property(shifts, zone, (rows, inZone) => {
        for (const row of rows) {
          const [start, end] = [wallAt(row.startedAt, inZone), wallAt(row.endedAt, inZone)]
          expect(stagedChanges([row], { shift: row.shift, start, end }, inZone)).toEqual([])
        }
      }),
    )
  })

  test('match those with the same number, start and end, on whatever machine', () => {
    fc.assert(
      fc.property(shifts, fc.array(fc.integer({ min: 0, max: 8 })), (rows, ids) => {
        const selected = new Set(ids.filter((id) => id < rows.length))
        const matching = matchingShifts(rows, selected)
        for (const row of rows) {
          const expected = rows.some(
            (other) =>
              selected.has(other.id) &&
              other.shift === row.shift &&
              other.startedAt === row.startedAt &&
              other.endedAt === row.endedAt,
          )
          expect(matching.has(row.id)).toBe(expected)
        }
      }),
    )
  })
})

/** The instant of a local time; if it occurs twice, the row keeps its own as long as the local time stays the same. */
const expectedInstant = (at: number, wall: { date: number; minute: number }, inZone: string): number => {
  const before = wallAt(at, inZone)
  return before.date === wall.date && before.minute === wall.minute ? at : instantOfTime(wall, inZone)
}

test('A picked time touches the parts that differ from the shown ones, and steps are of 5 minutes', () => {
  const shown = { date: 20260308, minute: 360 }
  expect(touchedTime(shown, { ...shown, minute: 375 })).toEqual({ minute: 375 })
  expect(touchedTime(shown, { ...shown, date: 20260309 }, { minute: 375 })).toEqual({ date: 20260309, minute: 375 })
  expect(touchedTime(null, shown)).toEqual(shown)
  expect([362, 363, 1439].map((minute) => steppedTime({ date: 1, minute }).minute)).toEqual([360, 365, 1435])
})

describe('a shift to insert', () => {
  const [start, end] = [
    { date: 20260308, minute: 360 },
    { date: 20260308, minute: 840 },
  ]
  const draft = { equipmentIds: [1], start, end }

  test('is valid with a start before its end and at least one machine', () => {
    expect(faultOfInsert(draft, 'UTC')).toBeUndefined()
    expect(faultOfInsert({ ...draft, start: null }, 'UTC')).toBe('no-start')
    expect(faultOfInsert({ ...draft, end: null }, 'UTC')).toBe('no-end')
    expect(faultOfInsert({ ...draft, end: start }, 'UTC')).toBe('ends-too-early')
    expect(faultOfInsert({ ...draft, end: { ...end, date: 20270310 } }, 'UTC')).toBe('too-long')
    expect(faultOfInsert({ ...draft, equipmentIds: [] }, 'UTC')).toBe('no-machine')
    expect(faultOfInsert({ ...draft, equipmentIds: Array.from({ length: 1001 }, (_, i) => i) }, 'UTC')).toBe('too-many')
  })

  test('is valid exactly when everything is set and the start is before the end', () => {
    fc.assert(
      fc.property(fc.option(time), fc.option(time), fc.integer({ min: 0, max: 3 }), zone, (from, to, many, inZone) => {
        const equipmentIds = Array.from({ length: many }, (_, i) => i)
        const isValid = faultOfInsert({ equipmentIds, start: from, end: to }, inZone) === undefined
        const isBefore = from !== null && to !== null && instantOfTime(from, inZone) < instantOfTime(to, inZone)
        expect(isValid).toBe(isBefore && many > 0)
      }),
    )
  })

  test('has its start in the period and not after the day of its end, and its end not before the day of its start', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 90 }),
        fc.option(time),
        fc.option(time),
        zone,
        (from, days, a, b, z) => {
          const period = { from, to: from + days * DAY_MS }
          const limits = insertLimits(period, { start: a, end: b }, z)
          const [first, last] = [wallAt(period.from, z).date, wallAt(period.to - 1, z).date]
          for (const limit of [limits.start, limits.end]) {
            expect(limit.first).toBeGreaterThanOrEqual(first)
            expect(limit.last).toBeLessThanOrEqual(last)
            expect(limit.first).toBeLessThanOrEqual(limit.last)
          }
          if (b !== null && b.date >= first) expect(limits.start.last).toBeLessThanOrEqual(b.date)
          if (a !== null && a.date <= last) expect(limits.end.first).toBeGreaterThanOrEqual(a.date)
        },
      ),
    )
  })
})
