import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharesOf } from './paint-timeline.ts'

it('a column of several intervals is filled by their time, and shows each status that occurred', () => {
  const ms = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1e9 })), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(ms, fc.integer({ min: 8, max: 60 }), (byStatus, height) => {
      const given = [0, ...byStatus]
      const shares = sharesOf({ ms: given }, height)
      expect(shares.map(({ status }) => status).toSorted()).toEqual([1, 2, 3, 4].filter((status) => given[status]))
      for (const share of shares) expect(share.height).toBeGreaterThanOrEqual(2)
      const total = shares.reduce((sum, share) => sum + share.height, 0)
      expect(total).toBeCloseTo(shares.length === 0 ? 0 : height, 9)
    }),
  )
})

it('most of the time is most of the column, running at the bottom and a stop at the top', () => {
  const [running, down] = sharesOf({ ms: [0, 900, 100, 0, 0] }, 24)
  expect(running).toEqual({ status: 1, height: 2 + 20 * 0.9 })
  expect(down).toEqual({ status: 2, height: 4 })
})

it('what stands outside the schedule is empty in a column, however long; what runs there is drawn', () => {
  const night = { ms: [0, 100, 800, 0, 100], unscheduledMs: [0, 50, 700, 0, 100] }
  expect(sharesOf(night, 24)).toEqual([
    { status: 1, height: 2 + 20 * 0.1 },
    { status: 2, height: 2 + 20 * 0.1 },
  ])
  expect(sharesOf({ ms: [0, 0, 9, 0, 0], unscheduledMs: [0, 0, 9, 0, 0] }, 24)).toEqual([])
})
