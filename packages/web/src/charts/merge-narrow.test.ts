import { HOUR_MS } from '@millwatch/domain/time'
import { expect, it } from 'vitest'
import { mergeNarrow } from './merge-narrow.ts'
import { totalsOf } from './segment.ts'

const window = { from: 0, to: 400 * 24 * HOUR_MS }
/** 400 days of 10 hours of running, each followed by a stop of 2 hours. */
const stops = Array.from({ length: 800 }, (_, i) => [
  { id: 2 * i + 1, status: 1, from: i * 12 * HOUR_MS, to: (i * 12 + 10) * HOUR_MS },
  { id: 2 * i + 2, status: 2, from: (i * 12 + 10) * HOUR_MS, to: (i + 1) * 12 * HOUR_MS },
]).flat()

it('merges intervals shorter than a pixel, and keeps the time of each status', () => {
  const segments = mergeNarrow(stops, window, 400, [{ from: 10 * HOUR_MS, to: 12 * HOUR_MS }])
  expect(segments.length).toBe(400)
  expect(segments[0]).toEqual({
    status: 0,
    from: 0,
    to: 24 * HOUR_MS,
    several: { count: 4, ms: [0, 20 * HOUR_MS, 4 * HOUR_MS, 0, 0], unscheduledMs: [0, 0, 2 * HOUR_MS, 0, 0] },
  })
  expect(totalsOf(segments, window)).toEqual(totalsOf(stops, window))
})

it('keeps intervals of a pixel or more, and those merged already', () => {
  expect(mergeNarrow(stops, window, 9600).map(({ status }) => status)).toEqual(stops.map(({ status }) => status))
  const came = [{ status: 0, from: 0, to: 9, several: { count: 2, ms: [0, 5, 4, 0, 0] } }]
  expect(mergeNarrow(came, window, 1)).toBe(came)
})
