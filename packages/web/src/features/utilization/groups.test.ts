import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { chooseDates } from '../../lib/dates.ts'
import { bucketLabel, bucketWords, drawGroups, isCutBucket, sumOfGroups } from './groups.ts'
import type { UtilGroup } from './types.ts'

const zone = 'America/Chicago'
beforeEach(() => chooseDates({ locale: 'en-US', clockHours: null }))
afterAll(() => chooseDates({ locale: null, clockHours: null }))

const day = (date: string, run_secs: number, scheduled_secs: number): UtilGroup => ({
  time: `2026-11-${date}T06:00:00Z`,
  ended_at: `2026-11-${Number(date) + 1}T06:00:00Z`,
  shift_date: null,
  util_pct: scheduled_secs === 0 ? null : (run_secs / scheduled_secs) * 100,
  run_secs,
  scheduled_secs,
})
const week = [day('15', 0, 0), day('16', 36_000, 43_200), day('17', 50_000, 43_200)]

describe('groups as columns', () => {
  it('are percentages up to 100 with a tick every 25, what was not scheduled without a value', () => {
    const { columns, scale } = drawGroups(week, 'util', 86_400, zone)
    expect(columns.map(({ value, words, label }) => [value && Math.round(value), words, label])).toEqual([
      [null, '', 'Sun 15'],
      [83, '83.3', 'Mon 16'],
      [116, '115.7', 'Tue 17'],
    ])
    expect(scale).toEqual({ max: 100, step: 25 })
  })

  it('or hours of run beside those that were scheduled, up to the most of a bar in 4 ticks', () => {
    const { columns, scale } = drawGroups(week, 'run', 86_400, zone)
    expect(columns.map(({ words, behind }) => [words, behind])).toEqual([
      ['0.00', 0],
      ['10.00', 12],
      ['13.89', 12],
    ])
    expect(scale).toEqual({ max: 16, step: 4 })
    expect(columns[0]?.value).toBeNull()
  })

  it('say 0 where nothing ran in scheduled time, are marked where the period cuts them, and have the month of their label', () => {
    const half = { ...day('18', 1, 43_200), ended_at: '2026-11-18T18:00:00Z' }
    const { columns } = drawGroups([day('17', 0, 43_200), half], 'util', 86_400, zone)
    expect(columns.map(({ words, isCut, fullLabel, turn }) => [words, isCut, fullLabel, turn])).toEqual([
      ['0', false, 'Tue, Nov 17', '2026-11'],
      ['0.0', true, 'Wed, Nov 18', '2026-11'],
    ])
    expect(drawGroups([day('17', 0, 43_200)], 'run', 86_400, zone).columns[0]?.words).toBe('0')
    // The day on which clocks are turned forward has 23 hours.
    const short = { ...day('17', 1, 1), time: '2026-03-08T06:00:00Z', ended_at: '2026-03-09T05:00:00Z' }
    expect(isCutBucket(short, 86_400)).toBe(false)
    expect(isCutBucket({ ...short, ended_at: '2026-03-08T06:59:00Z' }, 3600)).toBe(true)
    expect(drawGroups([day('17', 1, 1)], 'util', 604_800, zone).columns[0]?.fullLabel).toBe('Nov 17, 2026')
  })

  it('have a trend through what was scheduled, and none of a single column', () => {
    expect(drawGroups(week, 'util', 86_400, zone).trend?.map(Math.round)).toEqual([51, 83, 116])
    expect(drawGroups(week.slice(0, 2), 'util', 86_400, zone).trend).toBeNull()
  })

  it('sum to the whole to the millisecond', () => {
    const tenths = Array.from({ length: 10 }, () => day('16', 0.1, 0.2))
    expect(sumOfGroups(tenths)).toEqual({ run_secs: 1, scheduled_secs: 2 })
  })
})

describe('a bucket', () => {
  it('is named by the clock of the place', () => {
    const at = Date.parse('2026-11-21T16:45:00Z')
    expect(bucketLabel(at, 900, zone)).toBe('10:45 AM')
    expect(bucketLabel(at, 604_800, zone)).toBe('Nov 21')
    expect(bucketLabel(at, 86_400, zone)).toBe('Sat 21')
    const quarter = { ...day('16', 1, 1), time: '2026-11-21T16:45:00Z', ended_at: '2026-11-21T17:00:00Z' }
    expect(bucketWords(quarter, 900, zone)).toBe('Sat, Nov 21, 10:45 AM to 11:00 AM')
    expect(bucketWords(day('16', 1, 1), 86_400, zone)).toBe('Mon, Nov 16')
    expect(bucketWords({ ...quarter, time: '2026-11-15T06:00:00Z' }, 604_800, zone)).toBe('Sun, Nov 15 to Sat, Nov 21')
  })
})
