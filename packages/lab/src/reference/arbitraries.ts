/** Random shift history, schedules, zones and periods with many edge cases of the calendar. */
import fc from 'fast-check'
import type { ReferenceRow, ReferenceSchedule } from './shifts.ts'
import { dayNumber, instantAt } from './wall.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Generator of time zones that change clocks in spring and autumn, at midnight, by half an hour, at odd offsets, or never. */
export const zone = fc.constantFrom(
  'America/New_York',
  'America/New_York',
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/St_Johns',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
)

/**
 * Generator of local days (days since 1970-01-01), mostly near a change of clocks. All are in the past, because data that a test
 * leaves behind is checked against the real clock.
 */
export const aroundDay = fc
  .tuple(
    fc.constantFrom(
      Date.UTC(2026, 2, 8),
      Date.UTC(2025, 10, 2),
      Date.UTC(2026, 2, 29),
      Date.UTC(2025, 9, 26),
      Date.UTC(2026, 3, 5),
      Date.UTC(2025, 9, 5),
      Date.UTC(2026, 3, 24),
      Date.UTC(2025, 8, 7),
      Date.UTC(2024, 1, 29),
      Date.UTC(2025, 11, 31),
      Date.UTC(2026, 5, 15),
    ),
    fc.integer({ min: -3, max: 2 }),
  )
  .map(([at, days]) => at / DAY_MS + days)

/**
 * Generator of seconds of a day, from 0 to 86400: frequent values that repeat, and multiples of 5 min, also in hours that clocks
 * skip or repeat.
 */
const second = fc.oneof(
  fc.constantFrom(0, 3600, 5400, 7200, 9000, 21_600, 50_400, 79_200, 86_400),
  fc.integer({ min: 0, max: 288 }).map((n) => n * 300),
)

const shift = fc.constantFrom(0, 1, 1, 2, 3)

/**
 * Generator of the ranges of a day as start (s), end (s) and shift number, ascending and without overlaps. There is at least one
 * range.
 */
const ranges = fc
  .uniqueArray(fc.tuple(second, shift), { selector: ([at]) => at, minLength: 2, maxLength: 8 })
  .chain((edges) =>
    fc.array(fc.boolean(), { minLength: edges.length, maxLength: edges.length }).map((filled) => {
      const sorted = [...edges].sort(([a], [b]) => a - b)
      return sorted.slice(0, -1).flatMap(([start, shiftNumber], i): [number, number, number][] => {
        const end = sorted[i + 1]?.[0] ?? start
        return filled[i] || i === 0 ? [[start, end, shiftNumber]] : []
      })
    }),
  )

/**
 * Schedule of every day with three shifts: the first from 6:00, the second with a break from 18:00 to 18:30, the third from 22:00
 * over midnight to 6:00.
 */
export const threeShifts: ReferenceSchedule = Object.fromEntries(
  [0, 1, 2, 3, 4, 5, 6].map((day) => [
    day,
    [
      [0, 21_600, 3],
      [21_600, 50_400, 1],
      [50_400, 64_800, 2],
      [66_600, 79_200, 2],
      [79_200, 86_400, 3],
    ],
  ]),
)

const allDay: ReferenceSchedule = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[0, 86_400, 0]]]))
const none: ReferenceSchedule = {}

export const schedule: fc.Arbitrary<ReferenceSchedule> = fc.oneof(
  fc.constantFrom(threeShifts, threeShifts, allDay, none),
  fc.tuple(ranges, ranges, ranges).map(([a, b, c]) => ({ 0: a, 1: b, 2: c, 3: a, 4: b, 5: c, 6: a })),
  fc.record({ 0: ranges, 1: ranges, 2: ranges, 3: ranges, 4: ranges, 5: ranges, 6: ranges }),
)

/**
 * Generator of lengths in ms: none, the longest break within an occurrence to the ms, hours, days about a change of clocks, and
 * random lengths up to three days.
 */
export const intervalMs = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(0, 1_800_000, 1_800_000, 2_100_000, HOUR_MS, 23 * HOUR_MS, DAY_MS, 25 * HOUR_MS),
      fc.constantFrom(0, 0, 0, 1, -1),
    )
    .map(([ms, by]) => Math.max(0, ms + by)),
  fc.integer({ min: 0, max: 240 }).map((n) => n * 300_000),
  fc.integer({ min: 0, max: 3 * DAY_MS }),
)

/** Generator of rows of shift history that do not overlap, ascending, in one or two zones; 1 to 10 rows. */
export const rows: fc.Arbitrary<ReferenceRow[]> = fc
  .record({
    day: aroundDay,
    zones: fc.array(zone, { minLength: 1, maxLength: 2 }),
    steps: fc.array(fc.tuple(intervalMs, intervalMs, shift, fc.nat(1)), { minLength: 1, maxLength: 10 }),
  })
  .map(({ day, zones, steps }) => {
    const first = zones[0] ?? 'UTC'
    let at = instantAt(day, 0, first)
    const made: ReferenceRow[] = []
    for (const [gapMs, lengthMs, shiftNumber, i] of steps) {
      const start = at + gapMs
      at = start + Math.max(1, lengthMs)
      made.push({ start, end: at, shift: shiftNumber, zone: zones[i % zones.length] ?? first })
    }
    return made
  })

/**
 * Generator of a period from `from` to `to` (epoch ms) near a change of clocks, with a zone and the local day of its start in the
 * zone.
 */
export const period = fc
  .record({ day: aroundDay, zone, from: intervalMs, length: intervalMs })
  .map(({ day, zone: rowZone, from, length }) => {
    const start = instantAt(day, 0, rowZone) + from
    return { from: start, to: start + Math.max(1, length), zone: rowZone, day: dayNumber(start, rowZone) }
  })
