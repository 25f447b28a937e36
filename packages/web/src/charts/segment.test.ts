import { expect, it } from 'vitest'
import { totalsOf } from './segment.ts'

it('time of merged intervals counts by share, and unknown time is no data', () => {
  const segments = [
    { status: 1, from: 100, to: 400 },
    { status: 0, from: 400, to: 500, several: { count: 9, ms: [0, 75, 25, 0, 0] } },
    { status: 2, from: 500, to: null },
  ]
  expect(totalsOf(segments, { from: 0, to: 1000 })).toEqual([100, 375, 525, 0, 0])
  expect(totalsOf(segments, { from: 450, to: 600 })).toEqual([0, 37.5, 112.5, 0, 0])
})
