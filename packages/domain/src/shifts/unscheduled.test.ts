import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unscheduledIn } from './index.ts'

const range = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]) => ({ from, to: from + length }))

describe('time outside the schedule', () => {
  test('is each instant of the period that no scheduled range holds, and no other', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), range, (scheduled, within) => {
        const parts = unscheduledIn(scheduled, within)
        const holds = (ranges: readonly { from: number; to: number }[], at: number) =>
          ranges.some(({ from, to }) => from <= at && at < to)
        for (let at = -1; at < 100; at++) {
          const wanted = holds([within], at) && !holds(scheduled, at)
          expect(holds(parts, at), `${at}`).toBe(wanted)
        }
        for (const [index, part] of parts.entries()) {
          expect(part.from).toBeLessThan(part.to)
          expect(part.from).toBeGreaterThan(parts[index - 1]?.to ?? -1)
        }
      }),
    )
  })

  test('is the whole period without a schedule, and nothing of a period that is scheduled throughout', () => {
    expect(unscheduledIn([], { from: 5, to: 9 })).toEqual([{ from: 5, to: 9 }])
    expect(unscheduledIn([{ from: 0, to: 20 }], { from: 5, to: 9 })).toEqual([])
  })
})
