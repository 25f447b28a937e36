import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LostShift, lostByDate, lostMsOf, lostSum, lostTime, type Shift } from './index.ts'

const NOW = 1000

/** Shifts of some machines with their lost time, some of which are not over at `NOW`. */
const lostShifts = fc.array(
  fc
    .record({
      equipmentId: fc.integer({ min: 1, max: 4 }),
      date: fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-10'),
      shift: fc.constantFrom<Shift>(1, 2, 3),
      from: fc.integer({ min: 0, max: NOW - 1 }),
      length: fc.integer({ min: 1, max: 400 }),
      ran: fc.option(fc.tuple(fc.integer({ min: 0, max: NOW }), fc.integer({ min: 1, max: 100 }))),
    })
    .map(({ from, length, ran, ...row }) => {
      const to = from + length
      const running = ran === null ? [] : [{ from: ran[0], to: ran[0] + ran[1] }]
      return { ...row, from, to, ...lostTime({ from, to }, running, NOW) }
    }),
  { maxLength: 25 },
)

const sumOf = (rows: readonly LostShift[]) => rows.reduce((sum, row) => sum + lostMsOf(row), 0)

test('The sums over dates, over their shifts and over their machines are the sum over the rows', () => {
  fc.assert(
    fc.property(lostShifts, (rows) => {
      const dates = lostByDate(rows, ['2026-03-09', '2026-03-08'], NOW)
      const expected = sumOf(rows)
      const add = (sums: readonly { sum: { lateStartMs: number; earlyShutdownMs: number } }[]) =>
        sums.reduce((sum, part) => sum + lostMsOf(part.sum), 0)
      expect(add(dates)).toBe(expected)
      expect(add(dates.flatMap(({ shifts }) => shifts))).toBe(expected)
      expect(add(dates.flatMap(({ machines }) => machines))).toBe(expected)
      expect(lostMsOf(lostSum(rows, NOW))).toBe(expected)
      expect(dates.flatMap(({ machines }) => machines.flatMap((machine) => machine.rows))).toHaveLength(rows.length)
    }),
  )
})

test('A shift that is over and never ran loses its whole length, and no shift loses more', () => {
  fc.assert(
    fc.property(lostShifts, (rows) => {
      for (const row of rows) {
        if (row.isFull) expect(lostMsOf(row)).toBe(row.to - row.from)
        expect(lostMsOf(row)).toBeLessThanOrEqual(Math.min(row.to, NOW) - row.from)
      }
    }),
  )
})

test('Dates are ascending and listed once, with shifts 1 to 3 in order and the largest lost time first', () => {
  fc.assert(
    fc.property(lostShifts, (rows) => {
      const dates = lostByDate(rows, ['2026-03-09', '2026-03-08', '2026-03-09'], NOW)
      const names = dates.map(({ date }) => date)
      expect(names).toEqual([...new Set(names)].sort())
      expect(names).toEqual(expect.arrayContaining(['2026-03-08', '2026-03-09']))
      for (const { shifts, machines } of dates) {
        const lost = machines.map(({ sum }) => lostMsOf(sum))
        expect(shifts.map(({ shift }) => shift)).toEqual([...shifts.map(({ shift }) => shift)].sort())
        expect(lost).toEqual([...lost].sort((a, b) => b - a))
      }
    }),
  )
})

test('Shifts that are not over are counted as open', () => {
  const row = { equipmentId: 1, date: '2026-03-08', shift: 1, from: 0, lateStartMs: 5, earlyShutdownMs: 0 } as const
  const rows = [
    { ...row, to: NOW },
    { ...row, to: NOW + 1 },
  ]
  expect(lostByDate(rows, [], NOW)[0]?.sum).toEqual({ lateStartMs: 10, earlyShutdownMs: 0, shifts: 2, open: 1 })
  expect(lostByDate([], ['2026-03-09'], NOW)).toEqual([
    {
      date: '2026-03-09',
      sum: { lateStartMs: 0, earlyShutdownMs: 0, shifts: 0, open: 0 },
      shifts: [],
      machines: [],
    },
  ])
})
