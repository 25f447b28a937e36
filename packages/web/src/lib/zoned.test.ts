import { describe, expect, it } from 'vitest'
import { clockIn, dayIn, dayMarks, hourMarks, placeOf, startOfDay, wallTime, weekdayIn, zoneName } from './zoned.ts'

const at = (iso: string) => Date.parse(iso)

describe('a zone', () => {
  it('is UTC when the browser does not know it', () => {
    expect(clockIn(at('2026-11-21T16:42:17Z'), 'Moon/Tranquility')).toBe('16:42')
    expect(zoneName(at('2026-11-21T16:42:17Z'), 'Moon/Tranquility')).toBe('UTC')
  })

  it('names the place and the zone', () => {
    expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(zoneName(at('2026-07-01T00:00:00Z'), 'America/Chicago')).toBe('CDT')
  })

  it('decides the day and the weekday of an instant', () => {
    const instant = at('2026-11-22T05:59:59Z')
    expect([dayIn(instant, 'America/Chicago'), weekdayIn(instant, 'America/Chicago')]).toEqual(['2026-11-21', 6])
    expect([dayIn(instant, 'UTC'), weekdayIn(instant, 'UTC')]).toEqual(['2026-11-22', 0])
  })
})

describe('a day', () => {
  it.each([
    ['2026-11-21', 'America/Chicago', '2026-11-21T06:00:00Z'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
    ['2026-11-21', 'Moon/Tranquility', '2026-11-21T00:00:00Z'],
  ])('%s in %s begins at its first instant, also without a midnight or with two', (day, zone, first) => {
    expect(startOfDay(day, zone)).toBe(at(first))
  })
})

describe('the marks of an axis', () => {
  it('are days, also where the clock skips midnight', () => {
    const marks = dayMarks(at('2026-09-05T12:00:00Z'), at('2026-09-08T12:00:00Z'), 'America/Santiago', 1)
    expect(marks.map((mark) => dayIn(mark, 'America/Santiago'))).toEqual(['2026-09-06', '2026-09-07', '2026-09-08'])
  })

  it('are whole local hours, also on a day of 25 hours', () => {
    const [from, to] = [at('2026-11-01T05:00:00Z'), at('2026-11-02T06:00:00Z')]
    const marks = hourMarks(from, to, 'America/Chicago', 6)
    expect(marks.map((mark) => clockIn(mark, 'America/Chicago'))).toEqual(['00:00', '06:00', '12:00', '18:00'])
    expect((marks[1] ?? 0) - (marks[0] ?? 0)).toBe(7 * 3_600_000)
  })

  it('stand on the hour in zones that are 45 minutes off', () => {
    const from = at('2026-11-21T00:00:00Z')
    const marks = hourMarks(from, from + 3 * 3_600_000, 'Asia/Kathmandu', 1)
    expect(marks.map((mark) => clockIn(mark, 'Asia/Kathmandu'))).toEqual(['06:00', '07:00', '08:00'])
  })
})

it('the time of a wall is exact, also around the change of clocks', () => {
  const change = at('2026-11-01T07:00:00Z')
  expect(wallTime(change - 1, 'America/Chicago')).toBe('2026-11-01 01:59:59.999')
  expect(wallTime(change, 'America/Chicago')).toBe('2026-11-01 01:00:00.000')
  expect(wallTime(change + 1, 'Asia/Kathmandu')).toBe('2026-11-01 12:45:00.001')
})
