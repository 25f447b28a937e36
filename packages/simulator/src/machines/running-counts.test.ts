import { MINUTE_MS } from '@millwatch/domain/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsOf, type Row } from './running-counts.ts'

const range = { from: 0, to: 120 * MINUTE_MS }
const sight = { lateStartMs: MINUTE_MS, earlyStopMs: 30_000, lateStopMs: 3 * MINUTE_MS }
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, () => ({ sight, stopped: [], unseen: [], mayWait: true }))
const slots = Array.from({ length: (range.to - range.from) / 10_000 }, (_, index) => index * 10_000)

const stops = fc.array(
  fc.record({
    machine: fc.nat({ max: 2 }),
    from: fc.integer({ min: 0, max: 110 * MINUTE_MS }),
    ms: fc.integer({ min: 1, max: 20 * MINUTE_MS }),
  }),
  { maxLength: 40 },
)

test('Counts to which stops were added one by one are those of rows that have all the stops', () => {
  fc.assert(
    fc.property(stops, (added) => {
      const rows = rowsOf(3)
      const counts = countsOf(rows, range)
      for (const { machine, from, ms } of added) counts.stop(rows[machine]!, { from, to: from + ms })
      const whole = countsOf(rows, range)
      const seenIn = (all: typeof counts) =>
        rows.map((row) =>
          slots.map((at) => `${all.mayRun(row, at)} ${all.leastBeside(row, { from: at, to: at + 1 })}`).join(),
        )
      expect(seenIn(counts)).toEqual(seenIn(whole))
      for (const most of [0, 1, 2])
        expect(counts.firstAbove(most, range, MINUTE_MS)).toEqual(whole.firstAbove(most, range, MINUTE_MS))
    }),
  )
})
