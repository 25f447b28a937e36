import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countedOf, lostTime, occurrencesOf } from './index.ts'

const shift = { from: 100, to: 200 }

describe('lost time of a shift', () => {
  test('is what lies before the first running and after the last, once it is over', () => {
    const running = [
      { from: 110, to: 120 },
      { from: 150, to: 190 },
    ]
    expect(lostTime(shift, running, 300)).toEqual({
      lateStartMs: 10,
      earlyShutdownMs: 10,
      isFull: false,
      ranFrom: 110,
      ranTo: 190,
    })
    expect(lostTime(shift, running, 195)).toMatchObject({ lateStartMs: 10, earlyShutdownMs: 0 })
    expect(lostTime(shift, running, 200)).toMatchObject({ earlyShutdownMs: 10 })
  })

  test('is none where the machine ran over both ends', () => {
    expect(lostTime(shift, [{ from: 0, to: 500 }], 500)).toEqual({
      lateStartMs: 0,
      earlyShutdownMs: 0,
      isFull: false,
      ranFrom: 100,
      ranTo: 200,
    })
  })

  test('is all of it where the machine never ran; while it goes on it is late so far', () => {
    const elsewhere = [
      { from: 0, to: 100 },
      { from: 200, to: 300 },
    ]
    expect(lostTime(shift, elsewhere, 300)).toMatchObject({
      lateStartMs: 100,
      earlyShutdownMs: 0,
      isFull: true,
      ranFrom: null,
    })
    expect(lostTime(shift, elsewhere, 130)).toMatchObject({ lateStartMs: 30, isFull: false })
  })
})

test('Lost time is what one finds looking at every instant', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 15 }))
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 6 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(80),
      (gaps, from, length, later) => {
        let cursor = 0
        const running = gaps.map(([gap, ms]) => {
          const start = cursor + gap
          cursor = start + ms
          return { from: start, to: cursor }
        })
        const to = from + length
        const now = Math.max(from + 1, later)
        const instants = Array.from({ length: Math.min(to, now) - from }, (_, i) => from + i)
        const runs = (instant: number) => running.some((range) => range.from <= instant && instant < range.to)
        const first = instants.findIndex(runs)
        const last = instants.findLastIndex(runs)
        const found = lostTime({ from, to }, running, now)
        expect(found.lateStartMs).toBe(first < 0 ? instants.length : first)
        expect(found.isFull).toBe(first < 0 && to <= now)
        expect(found.earlyShutdownMs).toBe(first >= 0 && to <= now ? instants.length - 1 - last : 0)
      },
    ),
  )
})

test('Of an occurrence counts what lies after the first evidence while the machine was active, and its day stays', () => {
  const hour = 3_600_000
  const row = (startH: number, endH: number) => ({
    shift: 1 as const,
    startedAt: startH * hour,
    endedAt: endH * hour,
    zone: 'UTC',
  })
  const [occurrence] = occurrencesOf([row(22, 26), row(26.5, 30)])
  expect(
    occurrence &&
      countedOf(occurrence, [
        { from: 25 * hour, to: 26.25 * hour },
        { from: 27 * hour, to: 99 * hour },
      ]),
  ).toEqual({
    shift: 1,
    shiftDate: 19700101,
    from: 25 * hour,
    to: 30 * hour,
    ranges: [
      { shift: 1, shiftDate: 19700101, from: 25 * hour, to: 26 * hour },
      { shift: 1, shiftDate: 19700101, from: 27 * hour, to: 30 * hour },
    ],
  })
  expect(occurrence && countedOf(occurrence, [{ from: 26 * hour, to: 26.5 * hour }])).toBe(null)
})
