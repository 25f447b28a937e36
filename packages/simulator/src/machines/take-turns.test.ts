import { MINUTE_MS } from '@millwatch/domain/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../base/random.ts'
import type { Row } from './running-counts.ts'
import { takeTurns } from './take-turns.ts'

const range = { from: 0, to: 600 * MINUTE_MS }
const sight = { lateStartMs: MINUTE_MS, earlyStopMs: 30_000, lateStopMs: 3 * MINUTE_MS }
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, () => ({ sight, stopped: [], unseen: [], mayWait: true }))
const turns = { range, waiting: { from: 60 * MINUTE_MS, to: 540 * MINUTE_MS } }

const minutesOf = ({ from, to }: { from: number; to: number }) =>
  Array.from({ length: (to - from) / MINUTE_MS }, (_, index) => from + index * MINUTE_MS)
const runningAt = (rows: readonly Row[], at: number): number =>
  rows.filter(({ stopped }) => !stopped.some(({ from, to }) => from <= at && at < to)).length

describe('Machines that take turns', () => {
  const stop = fc.record({
    machine: fc.nat({ max: 9 }),
    from: fc.integer({ min: 10, max: 500 }),
    minutes: fc.integer({ min: 1, max: 90 }),
  })

  test('run within the limits, whatever stops they would make', () => {
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 120 }), fc.nat(), (stops, seed) => {
        const rows = rowsOf(10)
        const wishes = stops.flatMap(({ machine, from, minutes }) => {
          const row = rows[machine]
          return row ? [{ row, from: from * MINUTE_MS, to: (from + minutes) * MINUTE_MS, isFirm: false }] : []
        })
        takeTurns({ ...turns, rows, wishes, limits: { least: 5, most: 8 }, random: randomFrom(seed) })
        const counts = minutesOf(turns.waiting).map((at) => runningAt(rows, at))
        expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
        expect(Math.max(...counts)).toBeLessThanOrEqual(8)
      }),
      { numRuns: 60 },
    )
  })

  test('make every stop beside which enough others run, and a firm one in any case', () => {
    const rows = rowsOf(3)
    const [a, b, c] = rows as [Row, Row, Row]
    const wishes = [
      { row: a, from: 100 * MINUTE_MS, to: 200 * MINUTE_MS, isFirm: false },
      { row: b, from: 150 * MINUTE_MS, to: 160 * MINUTE_MS, isFirm: false },
      { row: b, from: 300 * MINUTE_MS, to: 310 * MINUTE_MS, isFirm: false },
      { row: c, from: 190 * MINUTE_MS, to: 195 * MINUTE_MS, isFirm: true },
    ]
    takeTurns({ ...turns, rows, wishes, limits: { least: 2, most: 3 }, random: randomFrom(1) })
    expect(a.stopped).toEqual([])
    expect(b.stopped).toEqual([
      { from: 150 * MINUTE_MS, to: 160 * MINUTE_MS },
      { from: 300 * MINUTE_MS, to: 310 * MINUTE_MS },
    ])
    expect(c.stopped).toEqual([{ from: 190 * MINUTE_MS, to: 195 * MINUTE_MS }])
  })
})
