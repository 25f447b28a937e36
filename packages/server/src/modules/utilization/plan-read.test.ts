import { bucketsOf, DAY_MS, HOUR_MS, localDayOf, localWeekOf, type Range } from '@millwatch/domain/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planRead, type ReadPlan } from './plan-read.ts'
import { QUARTER_MS } from './quarters.ts'

const NEW_YORK = 'America/New_York'
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds

/** Returns the time that a plan puts into each bucket; days count in the bucket of their row. */
function lengthsBy(plan: ReadPlan, zone: string, edges: readonly number[], built: Range): number[] {
  const lengths = Array.from({ length: edges.length + 1 }, () => 0)
  const bucketAt = (instant: number) => edges.filter((edge) => edge <= instant).length
  const add = (bucket: number, ms: number) => {
    lengths[bucket] = (lengths[bucket] ?? 0) + ms
  }
  for (const range of plan.weeks)
    for (let { from } = range; from < range.to; ) {
      const { to } = localWeekOf(from, zone)
      expect([localWeekOf(from, zone).from, to <= range.to]).toEqual([from, true])
      add(bucketAt(plan.weeksByEnd ? to - 1 : from), to - from)
      from = to
    }
  for (const range of plan.days)
    for (let from = range.from; from < range.to; ) {
      const to = Math.min(localDayOf(from, zone).to, built.to)
      add(bucketAt(plan.byEnd ? to - 1 : from), to - from)
      from = to
    }
  for (const { from, to, bucket, minus } of plan.quarters) {
    expect([from % QUARTER_MS, to % QUARTER_MS]).toEqual([0, 0])
    expect([bucketAt(from), bucketAt(to - 1)]).toEqual([bucket, bucket])
    add(bucket, to - from)
    if (minus >= 0) add(minus, from - to)
  }
  for (const { from, to } of plan.rest) {
    const cuts = [from, ...edges.filter((edge) => edge > from && edge < to), to]
    for (let i = 1; i < cuts.length; i++)
      add(bucketAt(cuts[i - 1] as number), (cuts[i] as number) - (cuts[i - 1] as number))
  }
  return lengths
}

describe('a range with stored rollups', () => {
  const built = { from: at('2026-03-01T05:00:00Z'), to: at('2026-03-20T15:30:00Z') }
  const ask = { builtFrom: built.from, builtTo: built.to, zone: NEW_YORK, edges: [], isShort: false, hasWeeks: false }

  test('is read by days from the first midnight, with the quarter-hours before, and to the end of what is built', () => {
    const plan = planRead({ ...ask, clean: { from: at('2026-03-02T03:07:00Z'), to: built.to } })
    expect(plan.days).toEqual([{ from: at('2026-03-02T05:00:00Z'), to: built.to }])
    expect(plan.quarters).toEqual([
      { from: at('2026-03-02T03:15:00Z'), to: at('2026-03-02T05:00:00Z'), bucket: 0, minus: -1 },
    ])
    expect(plan.rest).toEqual([{ from: at('2026-03-02T03:07:00Z'), to: at('2026-03-02T03:15:00Z') }])
  })

  test('is read by weeks of its zone where they are whole, and by days before and after', () => {
    const clean = { from: at('2026-03-05T05:00:00Z'), to: built.to }
    const plan = planRead({ ...ask, clean, hasWeeks: true })
    expect(plan.weeks).toEqual([{ from: at('2026-03-08T05:00:00Z'), to: at('2026-03-15T04:00:00Z') }])
    expect(plan.days).toEqual([
      { from: clean.from, to: at('2026-03-08T05:00:00Z') },
      { from: at('2026-03-15T04:00:00Z'), to: built.to },
    ])
    expect([plan.quarters, plan.rest]).toEqual([[], []])
  })

  test('gives a week that is cut near its end to one bucket, and takes the hours after it away again', () => {
    const edge = at('2026-03-15T00:30:00Z')
    const plan = planRead({
      ...ask,
      edges: [edge],
      clean: { from: at('2026-03-08T05:00:00Z'), to: built.to },
      hasWeeks: true,
    })
    expect(plan.weeks).toEqual([{ from: at('2026-03-08T05:00:00Z'), to: at('2026-03-15T04:00:00Z') }])
    expect(plan.weeksByEnd).toBe(false)
    expect(plan.quarters).toEqual([{ from: edge, to: at('2026-03-15T04:00:00Z'), bucket: 1, minus: 0 }])
  })

  test.each(['2026-03-11T04:00:00Z', '2026-03-14T12:00:00Z', '2026-03-15T00:31:00Z'])(
    'has no week that is cut at %s',
    (edge) => {
      const clean = { from: at('2026-03-08T05:00:00Z'), to: built.to }
      expect(planRead({ ...ask, edges: [at(edge)], clean, hasWeeks: true }).weeks).toEqual([])
    },
  )

  test('gives a day that is cut to one bucket, and takes the shorter side of it away again', () => {
    const edge = at('2026-03-05T00:00:00Z')
    const plan = planRead({
      ...ask,
      edges: [edge],
      clean: { from: at('2026-03-04T05:00:00Z'), to: at('2026-03-06T05:00:00Z') },
    })
    expect(plan.days).toEqual([{ from: at('2026-03-04T05:00:00Z'), to: at('2026-03-06T05:00:00Z') }])
    expect(plan.byEnd).toBe(false)
    expect(plan.quarters).toEqual([{ from: edge, to: at('2026-03-05T05:00:00Z'), bucket: 1, minus: 0 }])
  })
})

test('Every bucket gets its time, however days, buckets and zones cut one another', () => {
  const zone = fc.constantFrom('UTC', NEW_YORK, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns')
  const interval = fc.constantFrom(900, 3600, 86_400, 604_800) as fc.Arbitrary<900 | 3600 | 86_400 | 604_800>
  const cases = fc.record({
    ownZone: zone,
    other: zone,
    interval,
    from: fc.nat(20 * DAY_MS),
    ms: fc.integer({ min: 1, max: 40 * DAY_MS }),
    round: fc.constantFrom(1, QUARTER_MS, DAY_MS),
    toEnd: fc.boolean(),
    dayStartMin: fc.constantFrom(0, 0, 7, 465, 720),
    firstWeekday: fc.constantFrom(0, 0, 1) as fc.Arbitrary<0 | 1>,
    hasWeeks: fc.boolean(),
  })
  fc.assert(
    fc.property(
      cases,
      ({ ownZone, other, interval: seconds, from, ms, round, toEnd, dayStartMin, firstWeekday, hasWeeks }) => {
        const built = { from: localDayOf(at('2026-03-01T12:00:00Z'), ownZone).from, to: 0 }
        const isShort = seconds < 86_400
        const start = built.from + Math.floor(from / round) * round
        const end = start + Math.max(round, Math.floor((isShort ? ms % (5 * DAY_MS) : ms) / round) * round)
        built.to = toEnd ? Math.ceil(end / QUARTER_MS) * QUARTER_MS : end + 40 * DAY_MS
        const clean = { from: start, to: toEnd ? built.to : end }
        const period = { from: start - HOUR_MS, to: clean.to + HOUR_MS }
        const buckets = bucketsOf(period, seconds, { zone: other, dayStartMin, firstWeekday })
        const edges = buckets.slice(1).map((bucket) => bucket.from)
        const plan = planRead({
          clean,
          builtFrom: built.from,
          builtTo: built.to,
          zone: ownZone,
          edges,
          isShort,
          hasWeeks,
        })
        const lengths = buckets.map((bucket) =>
          Math.max(0, Math.min(bucket.to, clean.to) - Math.max(bucket.from, clean.from)),
        )
        expect(lengthsBy(plan, ownZone, edges, built)).toEqual(lengths)
      },
    ),
  )
})
