import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stopsIn } from './index.ts'

/** Neighbouring pieces from 0 on, each of 1 to 20 ms. */
const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 })
const intervals = fc.tuple(lengths, fc.infiniteStream(fc.integer({ min: 1, max: 4 }))).map(([all, statuses]) => {
  let at = 0
  return all.map((length, index) => {
    const from = at
    at += length
    const to = index === all.length - 1 ? null : at
    return { status: statuses.next().value ?? 1, from, to }
  })
})
const ranges = lengths.map((all) => {
  let at = 0
  return all.flatMap((length, index) => {
    const from = at
    at += length
    return index % 2 === 0 ? [{ from, to: at }] : []
  })
})
const period = fc
  .tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 80 }))
  .map(([from, length]) => ({ from, to: from + length }))

test('the stops of a period hold each of its instants that was down, and each of them that was scheduled', () => {
  fc.assert(
    fc.property(intervals, ranges, period, (given, scheduled, within) => {
      const stops = stopsIn(given, scheduled, within)
      const isDown = (at: number) =>
        given.some(({ status, from, to }) => status === 2 && from <= at && (to === null || at < to))
      const isScheduled = (at: number) => scheduled.some(({ from, to }) => from <= at && at < to)
      const instants = Array.from({ length: within.to - within.from }, (_, index) => within.from + index).filter(isDown)
      expect(stops.reduce((sum, { lengthMs }) => sum + lengthMs, 0)).toBe(instants.length)
      expect(stops.reduce((sum, { scheduledMs }) => sum + scheduledMs, 0)).toBe(instants.filter(isScheduled).length)
      const parts = stops.map(({ scheduledMs }) => scheduledMs)
      expect(parts).toEqual(parts.toSorted((a, b) => b - a))
      expect(stops.every(({ interval }) => given.includes(interval))).toBe(true)
    }),
  )
})
