import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstEndingAfter, joined, msWithin, partsWithin, type Range, without } from './index.ts'

const END = 100

/** Ranges in any order, some empty, overlapping or touching. */
const anyRanges = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 30 }))
    .map(([from, length]) => ({ from, to: from + length })),
  { maxLength: 6 },
)

/** Ranges that ascend and do not overlap; some touch. */
const apart = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 12 })), { maxLength: 6 })
  .map((lengths) => {
    let at = 0
    return lengths.map(([gap, length], no) => {
      const from = at + gap
      at = from + length
      return { from, to: at, no }
    })
  })

/** Model of time by minutes: the minutes that the ranges cover. */
const minutesOf = (ranges: readonly Range[]): number[] =>
  Array.from({ length: END }, (_, minute) => minute).filter((minute) =>
    ranges.some(({ from, to }) => from <= minute && minute < to),
  )

/** Expects that ranges cover these minutes, and that they are the fewest that do, ascending. */
function expectFewest(ranges: readonly Range[], minutes: readonly number[]): void {
  expect(minutesOf(ranges)).toEqual(minutes)
  const starts = minutes.filter((minute) => !minutes.includes(minute - 1))
  expect(ranges.map(({ from }) => from)).toEqual(starts)
}

describe('joined ranges', () => {
  test('cover the same minutes and are the fewest, ascending', () => {
    fc.assert(fc.property(anyRanges, (ranges) => expectFewest(joined(ranges), minutesOf(ranges))))
  })

  test('also cover gaps that are short enough, and no others', () => {
    fc.assert(
      fc.property(anyRanges, fc.integer({ min: 0, max: 10 }), (ranges, gapMs) => {
        const covered = minutesOf(ranges)
        const gaps = joined(ranges).flatMap(({ to }, i, all) => {
          const next = all[i + 1]
          return next !== undefined && next.from - to <= gapMs ? [{ from: to, to: next.from }] : []
        })
        const wanted = [...new Set([...covered, ...minutesOf(gaps)])].sort((a, b) => a - b)
        expectFewest(joined(ranges, gapMs), wanted)
      }),
    )
  })

  test('do not change what they are made of', () => {
    const ranges = [
      { from: 5, to: 9 },
      { from: 0, to: 6 },
    ]
    expect(joined(ranges)).toEqual([{ from: 0, to: 9 }])
    expect(ranges).toEqual([
      { from: 5, to: 9 },
      { from: 0, to: 6 },
    ])
  })
})

describe('ranges without others', () => {
  test('are the minutes of the first that none of the others covers, as the fewest ranges', () => {
    fc.assert(
      fc.property(anyRanges, anyRanges, (ranges, cuts) => {
        const cut = minutesOf(cuts)
        expectFewest(
          without(ranges, cuts),
          minutesOf(ranges).filter((minute) => !cut.includes(minute)),
        )
      }),
    )
  })

  test('are the whole range without cuts, and nothing of a range that is covered', () => {
    expect(without([{ from: 5, to: 9 }], [])).toEqual([{ from: 5, to: 9 }])
    expect(without([{ from: 5, to: 9 }], [{ from: 0, to: 20 }])).toEqual([])
  })

  test('may have no end', () => {
    const ever = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
    expect(without([ever], [{ from: 5, to: 9 }])).toEqual([
      { from: Number.NEGATIVE_INFINITY, to: 5 },
      { from: 9, to: Number.POSITIVE_INFINITY },
    ])
  })
})

describe('parts within ranges', () => {
  test('are the minutes of each item that a range covers, in order, with the fields of the item', () => {
    fc.assert(
      fc.property(apart, apart, (items, ranges) => {
        const parts = partsWithin(items, ranges)
        const inside = minutesOf(ranges)
        for (const item of items)
          expect(minutesOf(parts.filter(({ no }) => no === item.no))).toEqual(
            minutesOf([item]).filter((minute) => inside.includes(minute)),
          )
        for (const [i, part] of parts.entries()) {
          expect(part.from).toBeLessThan(part.to)
          expect(part.from).toBeGreaterThanOrEqual(parts[i - 1]?.to ?? 0)
        }
      }),
    )
  })

  test('are cut where one range ends and the next one begins', () => {
    const ranges = [
      { from: 0, to: 10 },
      { from: 10, to: 20 },
    ]
    expect(partsWithin([{ from: 5, to: 15, shift: 1 }], ranges)).toEqual([
      { from: 5, to: 10, shift: 1 },
      { from: 10, to: 15, shift: 1 },
    ])
  })
})

test('Neither an empty range nor an empty item has parts', () => {
  expect(partsWithin([{ from: 0, to: 10 }], [{ from: 5, to: 5 }])).toEqual([])
  expect(partsWithin([{ from: 5, to: 5 }], [{ from: 0, to: 10 }])).toEqual([])
})

test('The ms of a range within ranges are as many as its minutes that they cover; an empty range has none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90 }), fc.integer({ min: -5, max: 30 }), apart, (from, length, ranges) => {
      const range = { from, to: from + length }
      const inside = minutesOf(ranges)
      expect(msWithin(range, ranges)).toBe(minutesOf([range]).filter((minute) => inside.includes(minute)).length)
    }),
  )
})

test('The first range that ends after an instant is that of a linear search', () => {
  fc.assert(
    fc.property(apart, fc.integer({ min: 0, max: END }), (ranges, at) => {
      const found = ranges.findIndex(({ to }) => to > at)
      expect(firstEndingAfter(ranges, at)).toBe(found < 0 ? ranges.length : found)
    }),
  )
})

test('Two thousand ranges are joined, cut and clipped in steps that grow with their number, not with its square', () => {
  let reads = 0
  const counted = (from: number, to: number): Range => ({
    from,
    get to() {
      reads++
      return to
    },
  })
  const [ranges, others] = [0, 5].map((shift) =>
    Array.from({ length: 2000 }, (_, i) => counted(10 * i + shift, 10 * i + shift + 7)),
  ) as [Range[], Range[]]
  without(ranges, others)
  partsWithin(ranges, others)
  expect(reads).toBeLessThan(40_000)
})
