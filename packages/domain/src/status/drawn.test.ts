import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Drawn, drawnIntervals } from './drawn.ts'
import type { Interval, Status } from './types.ts'

const status = fc.integer({ min: 1, max: 4 }).map((id) => id as Status)
const lengths = fc.array(
  fc.tuple(status, fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 3_000 }))),
  {
    maxLength: 200,
  },
)

/** Intervals that follow each other from some instant on; the last one is open or closed. */
const timelines = fc
  .tuple(fc.integer({ min: -500, max: 500 }), lengths, fc.boolean())
  .map(([start, parts, isOpen]): Interval[] => {
    let at = start
    return parts.map(([id, ms], i) => {
      const startedAt = at
      at += ms
      return { status: id, startedAt, endedAt: isOpen && i === parts.length - 1 ? null : at }
    })
  })
const cases = fc.tuple(timelines, fc.integer({ min: 1, max: 50 }))
const periodOf = (intervals: readonly Interval[]) => {
  const from = intervals[0]?.startedAt ?? 0
  return { from, to: Math.max(from + 1, ...intervals.map((interval) => interval.endedAt ?? interval.startedAt + 1)) }
}
const startOf = (segment: Drawn<Interval>) => ('interval' in segment ? segment.interval.startedAt : segment.startedAt)
const endOf = (segment: Drawn<Interval>) => ('interval' in segment ? segment.interval.endedAt : segment.endedAt)
const shortest = (intervals: readonly Interval[]) =>
  Math.min(...intervals.map((interval) => (interval.endedAt ?? Number.POSITIVE_INFINITY) - interval.startedAt))

describe('what pixels can show of a timeline', () => {
  test('begins and ends where the timeline does, without a gap, and keeps the time of each status to the millisecond', () => {
    fc.assert(
      fc.property(cases, ([intervals, width]) => {
        const period = periodOf(intervals)
        const segments = drawnIntervals(intervals, period, width)
        expect(segments.slice(1).map(startOf)).toEqual(segments.slice(0, -1).map(endOf))
        expect([
          segments[0] && startOf(segments[0]),
          segments.at(-1) && endOf(segments.at(-1) as Drawn<Interval>),
        ]).toEqual([intervals[0]?.startedAt, intervals.at(-1)?.endedAt])
        for (const id of [1, 2, 3, 4] as const) {
          const totalMs = intervals.reduce(
            (sum, interval) =>
              sum + (interval.status === id && interval.endedAt !== null ? interval.endedAt - interval.startedAt : 0),
            0,
          )
          const drawn = segments.reduce((sum, segment) => {
            if (!('interval' in segment)) return sum + segment.ms[id]
            const { status: segmentStatus, startedAt, endedAt } = segment.interval
            return sum + (segmentStatus === id && endedAt !== null ? endedAt - startedAt : 0)
          }, 0)
          expect(drawn).toBe(totalMs)
        }
      }),
    )
  })

  test('has what fills a pixel as it is, and draws together only neighbours that do not', () => {
    fc.assert(
      fc.property(cases, ([intervals, width]) => {
        const period = periodOf(intervals)
        const pixelMs = (period.to - period.from) / width
        const segments = drawnIntervals(intervals, period, width)
        for (const interval of intervals)
          if (interval.endedAt === null || interval.endedAt - interval.startedAt >= pixelMs)
            expect(segments).toContainEqual({ interval: interval })
        for (const segment of segments) {
          if ('interval' in segment) continue
          const inside = intervals.filter(
            (interval) => interval.startedAt >= segment.startedAt && interval.startedAt < segment.endedAt,
          )
          expect(inside.length).toBe(segment.count)
          expect(segment.count).toBeGreaterThan(1)
          expect(segment.endedAt - segment.startedAt).toBeLessThan(2 * pixelMs)
        }
      }),
    )
  })

  test('says how much of what it draws together lies outside the schedule, by status', () => {
    const parts = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 400 })), { maxLength: 20 })
      .map((all) => {
        let at = -500
        return all.map(([gap, length]) => {
          const from = at + gap
          at = from + length
          return { from, to: at }
        })
      })
    fc.assert(
      fc.property(cases, parts, ([intervals, width], unscheduled) => {
        for (const segment of drawnIntervals(intervals, periodOf(intervals), width, unscheduled)) {
          if ('interval' in segment) continue
          const inside = intervals.filter(
            ({ startedAt }) => startedAt >= segment.startedAt && startedAt < segment.endedAt,
          )
          for (const id of [1, 2, 3, 4] as const) {
            let wanted = 0
            for (const { status: each, startedAt, endedAt } of inside)
              for (const { from, to } of each === id ? unscheduled : [])
                wanted += Math.max(0, Math.min(to, endedAt ?? 0) - Math.max(from, startedAt))
            expect(segment.unscheduledMs[id]).toBe(wanted)
            expect(wanted).toBeLessThanOrEqual(segment.ms[id])
          }
        }
      }),
    )
  })

  test('is at most two pieces for each pixel, and a few, however much happened', () => {
    fc.assert(
      fc.property(cases, ([intervals, width]) => {
        expect(drawnIntervals(intervals, periodOf(intervals), width).length).toBeLessThanOrEqual(2 * width + 3)
      }),
    )
  })

  test('is all there is once every interval has its pixel', () => {
    fc.assert(
      fc.property(timelines, (intervals) => {
        const period = periodOf(intervals)
        const width = Math.ceil((period.to - period.from) / Math.min(shortest(intervals), period.to - period.from))
        expect(drawnIntervals(intervals, period, width)).toEqual(intervals.map((interval) => ({ interval })))
      }),
    )
  })

  test('does not draw over a gap', () => {
    const intervals: Interval[] = [
      { status: 1, startedAt: 0, endedAt: 1 },
      { status: 2, startedAt: 2, endedAt: 3 },
    ]
    expect(drawnIntervals(intervals, { from: 0, to: 100 }, 10)).toEqual(intervals.map((interval) => ({ interval })))
  })
})
