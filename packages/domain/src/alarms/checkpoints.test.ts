import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time/index.ts'
import { type CountedUpTo, checkpointIn, keptCheckpoints } from './checkpoints.ts'

test('Checkpoints are few, and near to every instant since the base for its age', () => {
  const bases = fc.integer({ min: 0, max: 400 * DAY_MS })
  const steps = fc.integer({ min: HOUR_MS / 2, max: 2 * HOUR_MS })
  const days = fc.integer({ min: 1, max: 500 })
  fc.assert(
    fc.property(bases, steps, days, (base, stepMs, lastDay) => {
      const until = base + lastDay * DAY_MS
      let kept: CountedUpTo[] = []
      for (let at = base; at <= until; at += stepMs) kept = keptCheckpoints([...kept, [at, (at - base) / stepMs]], at)
      expect(kept.length).toBeLessThanOrEqual(24 + lastDay / 64 + 8)
      for (const [ageMs, gapMs] of [
        [DAY_MS / 2, 4 * HOUR_MS],
        [6 * DAY_MS, DAY_MS],
        [40 * DAY_MS, 8 * DAY_MS],
        [300 * DAY_MS, 64 * DAY_MS],
      ] as const) {
        const at = until - ageMs
        if (at < base + gapMs) continue
        // The one before may be kept for a longer time than this one, by its own age.
        expect(at - (checkpointIn(kept, base, at)?.[0] ?? 0), `${ageMs / DAY_MS} days ago`).toBeLessThanOrEqual(
          2 * gapMs + stepMs,
        )
      }
      for (const [at, amount] of kept) expect(amount).toBe((at - base) / stepMs)
    }),
    { numRuns: 20 },
  )
})

test('A checkpoint from before the base, or after the change, does not count', () => {
  const checkpoints: CountedUpTo[] = [
    [10, 1],
    [20, 2],
    [30, 3],
  ]
  expect(checkpointIn(checkpoints, 15, 29)).toEqual([20, 2])
  expect(checkpointIn(checkpoints, 15, 30)).toEqual([30, 3])
  expect(checkpointIn(checkpoints, 21, 29)).toBeUndefined()
})
