import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MadeRun, partsPerHour, usualPartsPerHour } from './part-rate.ts'

const run = (startedAt: number, parts: number, more: Partial<MadeRun> = {}): MadeRun => ({
  ...{ startedAt, endedAt: startedAt + 3_600_000, tagIds: [1, 2], parts, durationS: 3600 },
  ...more,
})
const active = run(100, 30, { endedAt: null, durationS: 1800 })

test('the usual rate is that of the last ten ended runs with the same tags, whatever their order', () => {
  const others = [run(1, 100), run(2, 140, { tagIds: [2, 1] }), run(3, 999, { tagIds: [1] }), active]
  expect(usualPartsPerHour(active, others)).toBe(120)
  const many = Array.from({ length: 12 }, (_, index) => run(index, index < 2 ? 10_000 : 50))
  expect(usualPartsPerHour(active, many)).toBe(50)
})

test('without such runs it is the average of the run, and without time there is none', () => {
  expect(usualPartsPerHour(active, [])).toBe(60)
  expect(usualPartsPerHour({ ...active, durationS: 0 }, [])).toBeNull()
  expect(partsPerHour({ parts: 5, durationS: 0 })).toBeNull()
})

test('the usual rate lies between the slowest and the fastest of the runs', () => {
  const anyRun = fc.record({ parts: fc.nat(10_000), durationS: fc.integer({ min: 1, max: 100_000 }) })
  fc.assert(
    fc.property(fc.array(anyRun, { minLength: 1, maxLength: 10 }), (made) => {
      const runs = made.map((each, index) => run(index, each.parts, { durationS: each.durationS }))
      const rates = runs.map((each) => partsPerHour(each) ?? 0)
      const usual = usualPartsPerHour(active, runs) ?? -1
      expect(usual).toBeGreaterThanOrEqual(Math.min(...rates) * 0.999_999)
      expect(usual).toBeLessThanOrEqual(Math.max(...rates) * 1.000_001)
    }),
  )
})
