import fc from 'fast-check'
import { expect, it } from 'vitest'
import { narrowShares } from './narrow-shares.ts'
import { type Segment, totalsOf } from './segment.ts'

const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4 })), { maxLength: 30 })

const segmentsOf = (all: readonly (readonly [number, number])[]): Segment[] => {
  let at = 0
  return all.map(([length, status], index) => {
    const from = at
    at += length
    return { status, from, to: index === all.length - 1 ? null : at }
  })
}

it('narrow segments are joined to shares: no time is lost, and no two narrow ones stand side by side', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 30 }), (all, leastMs) => {
      const window = {
        from: 0,
        to: Math.max(
          1,
          all.reduce((sum, [length]) => sum + length, 0),
        ),
      }
      const given = segmentsOf(all)
      const drawn = narrowShares(given, window, leastMs)
      const before = totalsOf(given, window)
      for (const [status, ms] of totalsOf(drawn, window).entries()) expect(ms).toBeCloseTo(before[status] ?? -1, 6)
      for (const [index, segment] of drawn.entries()) {
        const length = (segment.to ?? window.to) - segment.from
        if (segment.several === undefined) expect(length).toBeGreaterThanOrEqual(leastMs)
        const next = drawn[index + 1]
        const nextLength = next === undefined ? leastMs : (next.to ?? window.to) - next.from
        expect(length >= leastMs || nextLength >= leastMs || segment.several === undefined).toBe(true)
      }
    }),
  )
})

it('segments that are wide enough stay as they are, with their ids', () => {
  const wide: Segment[] = [
    { status: 1, from: 0, to: 60, id: 7 },
    { status: 2, from: 60, to: 62, id: 8 },
    { status: 1, from: 62, to: null, id: 9 },
  ]
  const [first, narrow, last] = narrowShares(wide, { from: 0, to: 100 }, 6)
  expect([first, last]).toEqual([wide[0], wide[2]])
  expect(narrow).toEqual({
    status: 0,
    from: 60,
    to: 62,
    several: { count: 1, ms: [0, 0, 2, 0, 0], unscheduledMs: [0, 0, 0, 0, 0] },
  })
})

it('shares say how much of them lies outside the schedule, of segments that the server merged as of others', () => {
  const merged = { count: 4, ms: [0, 1, 1, 0, 0], unscheduledMs: [0, 0, 1, 0, 0] }
  const given: Segment[] = [
    { status: 2, from: 0, to: 2 },
    { status: 0, from: 2, to: 4, several: merged },
  ]
  const [joined] = narrowShares(given, { from: 0, to: 100 }, 6, [{ from: 1, to: 3 }])
  expect(joined?.several).toEqual({ count: 5, ms: [0, 1, 3, 0, 0], unscheduledMs: [0, 0, 2, 0, 0] })
})

it('of a segment that began before the window only the part in the window counts, so that its shares fit the schedule', () => {
  const window = { from: 100, to: 200 }
  const given: Segment[] = [
    { status: 2, from: 60, to: 101, id: 1 },
    { status: 1, from: 101, to: 104, id: 2 },
    { status: 2, from: 104, to: null, id: 3 },
  ]
  const [first] = narrowShares(given, window, 50, [window])
  expect(first).toEqual({
    status: 0,
    from: 100,
    to: 104,
    several: { count: 2, ms: [0, 3, 1, 0, 0], unscheduledMs: [0, 3, 1, 0, 0] },
  })
})
