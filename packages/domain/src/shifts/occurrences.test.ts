import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { datedRanges, occurrencesOf, type ShiftRow } from './index.ts'

const NEW_YORK = 'America/New_York'
const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds
const row = (shift: ShiftRow['shift'], from: string, to: string, zone = NEW_YORK): ShiftRow => ({
  shift,
  startedAt: at(from),
  endedAt: at(to),
  zone,
})

describe('an occurrence of a shift', () => {
  test('is what breaks of at most 1800 s join, and a longer break parts', () => {
    const rows = [
      row(1, '2026-05-04T10:00:00Z', '2026-05-04T14:00:00Z'),
      row(1, '2026-05-04T14:30:00Z', '2026-05-04T16:00:00Z'),
      row(1, '2026-05-04T16:30:00.001Z', '2026-05-04T18:00:00Z'),
    ]
    const found = occurrencesOf(rows)
    expect(found.map(({ from, to, ranges }) => [from, to, ranges.length])).toEqual([
      [at('2026-05-04T10:00:00Z'), at('2026-05-04T16:00:00Z'), 2],
      [at('2026-05-04T16:30:00.001Z'), at('2026-05-04T18:00:00Z'), 1],
    ])
  })

  test('goes on over a short range of another shift', () => {
    const rows = [
      row(1, '2026-05-04T10:00:00Z', '2026-05-04T14:00:00Z'),
      row(2, '2026-05-04T14:00:00Z', '2026-05-04T14:30:00Z'),
      row(1, '2026-05-04T14:30:00Z', '2026-05-04T16:00:00Z'),
    ]
    expect(occurrencesOf(rows).map(({ shift, ranges }) => [shift, ranges.length])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  test('of a night belongs to the day on which it starts, also where clocks change', () => {
    const night = [
      row(3, '2026-03-08T03:00:00Z', '2026-03-08T05:00:00Z'),
      row(3, '2026-03-08T05:00:00Z', '2026-03-08T10:00:00Z'),
    ]
    expect(datedRanges(night).map(({ shiftDate }) => shiftDate)).toEqual([20260307, 20260307])
    expect(occurrencesOf(night)).toMatchObject([
      { shiftDate: 20260307, from: night[0]?.startedAt, to: night[1]?.endedAt },
    ])
  })

  test('that reaches 24 h is cut at midnights; one of a millisecond less is not', () => {
    const start = '2026-05-04T16:00:00Z'
    const short = datedRanges([row(2, start, '2026-05-05T15:59:59.999Z')])
    expect(short).toMatchObject([{ shiftDate: 20260504 }])
    const long = datedRanges([row(2, start, '2026-05-05T16:00:00Z')])
    expect(long).toEqual([
      { shift: 2, shiftDate: 20260504, from: at(start), to: at('2026-05-05T04:00:00Z') },
      { shift: 2, shiftDate: 20260505, from: at('2026-05-05T04:00:00Z'), to: at('2026-05-05T16:00:00Z') },
    ])
  })

  test('that is cut is cut at the midnights of the zone each row was written in', () => {
    const rows = [
      row(0, '2026-05-04T04:00:00Z', '2026-05-05T00:00:00Z'),
      row(0, '2026-05-05T00:00:00Z', '2026-05-06T00:00:00Z', 'Asia/Tokyo'),
    ]
    expect(datedRanges(rows).map(({ shiftDate, from }) => [shiftDate, from])).toEqual([
      [20260504, at('2026-05-04T04:00:00Z')],
      [20260505, at('2026-05-05T00:00:00Z')],
      [20260506, at('2026-05-05T15:00:00Z')],
    ])
    expect(occurrencesOf(rows)).toHaveLength(3)
  })
})

const anyRows = fc
  .array(
    fc.record({
      gapMin: fc.integer({ min: 0, max: 900 }),
      min: fc.integer({ min: 1, max: 1500 }),
      shift: fc.constantFrom(0, 1, 2, 3),
    }),
    {
      maxLength: 12,
    },
  )
  .map((steps) => {
    let cursor = at('2026-03-07T00:00:00Z')
    return steps.map(({ gapMin, min, shift }): ShiftRow => {
      const startedAt = cursor + gapMin * 60_000
      cursor = startedAt + min * 60_000
      return { shift, startedAt, endedAt: cursor, zone: gapMin % 5 === 0 ? 'Asia/Kathmandu' : NEW_YORK }
    })
  })

test('Pieces are the rows, cut: nothing is lost, nothing is added, none overlap', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const ranges = datedRanges(rows)
      const msOf = (shift: number) =>
        ranges.filter((shiftRange) => shiftRange.shift === shift).reduce((sum, { from, to }) => sum + to - from, 0)
      for (const shift of [0, 1, 2, 3])
        expect(msOf(shift)).toBe(
          rows.filter((row) => row.shift === shift).reduce((sum, row) => sum + row.endedAt - row.startedAt, 0),
        )
      for (const [i, range] of ranges.entries()) expect(range.from >= (ranges[i - 1]?.to ?? 0)).toBe(true)
      expect(occurrencesOf(rows).flatMap((occurrence) => occurrence.ranges)).toHaveLength(ranges.length)
    }),
  )
})

test('The day of a piece depends on rows at most 24 h and 1800 s away', () => {
  const reach = 24 * 3_600_000 + 1_800_000
  fc.assert(
    fc.property(anyRows, fc.nat(11), (rows, nth) => {
      const moved = rows[nth]
      if (!moved) return
      const near = rows.filter(
        (other) => other.endedAt > moved.startedAt - reach && other.startedAt < moved.endedAt + reach,
      )
      const within = (ranges: ReturnType<typeof datedRanges>) =>
        ranges.filter(({ from, to }) => from >= moved.startedAt && to <= moved.endedAt)
      expect(within(datedRanges(near))).toEqual(within(datedRanges(rows)))
    }),
  )
})
