import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, dayAt, HOUR_MS, localDayOf, MINUTE_MS, weekdayOf } from '../time/index.ts'
import { latestPeriod, periodsDue, type ReportChoice } from './mailed-periods.ts'

const at = (text: string) => Date.parse(text)
const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** Zones with changes of clocks at night, at midnight, by half an hour, none, and Samoa, which left out 30 December 2011. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
]

const berlin = { zone: 'Europe/Berlin', firstWeekday: 0 } as const
const utc = { zone: 'UTC', firstWeekday: 0 } as const

describe('a mailed report', () => {
  test('of a day is due from 06:00 to 12:00 of the chosen weekday, about the local day before', () => {
    const monday: ReportChoice = { weekly: true, dailyDays: [1] }
    const due = (text: string) => periodsDue(monday, at(text), berlin)
    expect(due('2026-11-23T04:59:59.999Z')).toEqual([])
    const period = { cadence: 'daily', from: at('2026-11-21T23:00:00Z'), to: at('2026-11-22T23:00:00Z') }
    expect(due('2026-11-23T05:00:00Z')).toEqual([period])
    expect(due('2026-11-23T10:59:59.999Z')).toEqual([period])
    expect(due('2026-11-23T11:00:00Z')).toEqual([])
    expect(due('2026-11-24T05:00:00Z')).toEqual([])
  })

  test('of a week is due on Sunday, about the seven days before, also when clocks change', () => {
    const weekly: ReportChoice = { weekly: true, dailyDays: [] }
    const due = (text: string) => periodsDue(weekly, at(text), berlin)
    // Clocks went forward at 02:00 on this Sunday.
    expect(due('2026-03-29T03:59:59Z')).toEqual([])
    expect(due('2026-03-29T04:00:00Z')).toEqual([
      { cadence: 'weekly', from: at('2026-03-21T23:00:00Z'), to: at('2026-03-28T23:00:00Z') },
    ])
    // This week has 167 hours.
    const [long] = due('2026-04-05T04:00:00Z')
    expect(((long?.to ?? 0) - (long?.from ?? 0)) / HOUR_MS).toBe(167)
  })

  test('of a week is due on Monday, about Monday to Sunday, where weeks begin on Monday', () => {
    const weekly: ReportChoice = { weekly: true, dailyDays: [] }
    const due = (text: string) => periodsDue(weekly, at(text), { zone: 'UTC', firstWeekday: 1 })
    expect(due('2026-11-22T06:00:00Z')).toEqual([])
    const period = { cadence: 'weekly', from: at('2026-11-16T00:00:00Z'), to: at('2026-11-23T00:00:00Z') }
    expect(due('2026-11-23T06:00:00Z')).toEqual([period])
  })

  test('the latest period has ended, and is the one that the next mail is about', () => {
    expect(latestPeriod('weekly', at('2026-11-23T13:00:00Z'), utc)).toEqual({
      cadence: 'weekly',
      from: at('2026-11-15T00:00:00Z'),
      to: at('2026-11-22T00:00:00Z'),
    })
    expect(latestPeriod('daily', at('2026-11-23T00:00:00Z'), utc).to).toBe(at('2026-11-23T00:00:00Z'))
  })

  test('comes once for each chosen day and each week of a year, in every zone, whenever servers look', () => {
    const choice = fc.record({ weekly: fc.boolean(), dailyDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })) })
    const start = fc.constantFrom('2011-06-01', '2025-01-01', '2026-01-01', '2027-11-01')
    const calendars = fc.record({ zone: fc.constantFrom(...zones), firstWeekday: fc.constantFrom<0 | 1>(0, 1) })
    const looks = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 5, maxLength: 40 })
    fc.assert(
      fc.property(choice, start, calendars, looks, (chosen, first, calendar, gaps) => {
        const { zone, firstWeekday } = calendar
        const [from, to] = [at(first), at(first) + 366 * DAY_MS]
        const sent = new Map<string, number>()
        const unfinished: string[] = []
        // Servers look at irregular times, and never pause for six hours.
        for (let now = from, i = 0; now < to; now += (gaps[i++ % gaps.length] ?? 1) * MINUTE_MS)
          for (const { cadence, from: start, to: end } of periodsDue(chosen, now, calendar)) {
            if (end > now) unfinished.push(`${cadence} ${start}`)
            sent.set(`${cadence} ${start}`, end)
          }
        expect(unfinished).toEqual([])
        const wanted = new Map<string, number>()
        for (let midday = localDayOf(from, zone).to; midday < to - 2 * DAY_MS; midday = localDayOf(midday, zone).to) {
          const weekday = weekdayOf(dayAt(midday, zone))
          const before = localDayOf(midday - 1, zone)
          if (chosen.dailyDays.includes(weekday)) wanted.set(`daily ${before.from}`, before.to)
          if (chosen.weekly && weekday === firstWeekday) wanted.set(`weekly ${weekBefore(midday, zone)}`, midday)
        }
        expect([...wanted.keys()].map((key) => [key, sent.get(key)])).toEqual([...wanted])
        // Nothing else is sent, except on the days at the edges of the year.
        expect([...sent.keys()].filter((key) => !wanted.has(key)).length).toBeLessThanOrEqual(6)
      }),
      { numRuns: 60 },
    )
  })

  test('of all days together covers a year without a gap', () => {
    for (const zone of zones) {
      const periods = new Map<number, number>()
      for (let now = at('2026-01-02T00:00:00Z'); now < at('2027-01-02T00:00:00Z'); now += HOUR_MS)
        for (const { from, to } of periodsDue({ weekly: false, dailyDays: everyDay }, now, { zone, firstWeekday: 0 }))
          periods.set(from, to)
      const starts = [...periods.keys()]
      expect(starts.length).toBeGreaterThanOrEqual(364)
      starts.forEach((from, index) => {
        if (index > 0) expect(periods.get(starts[index - 1] ?? 0)).toBe(from)
      })
    }
  })
})

/** Returns the instant at which the week of seven calendar days before the midnight of a weekday begins. */
function weekBefore(end: number, zone: string): number {
  const weekday = weekdayOf(dayAt(end, zone))
  let start = end
  do start = localDayOf(start - 1, zone).from
  while (weekdayOf(dayAt(start, zone)) !== weekday)
  return start
}
