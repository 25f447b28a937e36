import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseDates } from '../../lib/dates.ts'
import { figuresWords, restatedWords, scheduledWords } from './words.ts'

describe('the scheduled part of an interval', () => {
  const scheduledOf = (duration_s: number, ...scheduled_by_shift: { shift: 0 | 1 | 2 | 3; scheduled_s: number }[]) =>
    scheduledWords({
      duration_s,
      scheduled_s: scheduled_by_shift.reduce((sum, { scheduled_s }) => sum + scheduled_s, 0),
      scheduled_by_shift,
    })

  it('is shown with its shift', () => {
    expect(scheduledOf(2468, { shift: 1, scheduled_s: 2468 })).toBe('all of it scheduled (1st shift)')
    expect(scheduledOf(2468, { shift: 0, scheduled_s: 2468 })).toBe('all of it scheduled')
    expect(scheduledOf(2468)).toBe('none of it scheduled')
    expect(scheduledOf(2468, { shift: 3, scheduled_s: 600 })).toBe('10 m 00 s of it scheduled (3rd shift)')
  })

  it('is all or none when less than a second differs', () => {
    expect(scheduledOf(2468, { shift: 1, scheduled_s: 0.4 })).toBe('none of it scheduled')
    expect(scheduledOf(2468.9, { shift: 1, scheduled_s: 2468.2 })).toBe('all of it scheduled (1st shift)')
    expect(scheduledOf(0.4, { shift: 1, scheduled_s: 0.4 })).toBe('all of it scheduled (1st shift)')
    expect(scheduledOf(0.4)).toBe('none of it scheduled')
    expect(scheduledOf(2468, { shift: 1, scheduled_s: 1 })).toBe('1 s of it scheduled (1st shift)')
  })

  it('is shown by shift when there are several', () => {
    expect(scheduledOf(2400, { shift: 1, scheduled_s: 1800 }, { shift: 2, scheduled_s: 600 })).toBe(
      'all of it scheduled (1st shift 30 m 00 s, 2nd shift 10 m 00 s)',
    )
  })
})

describe('what was restated', () => {
  beforeAll(() => chooseDates({ locale: 'en-US', clockHours: null }))
  afterAll(() => chooseDates({ locale: null, clockHours: null }))

  const figures = {
    running_s: 1080,
    down_s: 720,
    offline_s: 0,
    powered_off_s: 0,
    stops: 1,
    excessive_stops: 1,
    scheduled_s: 1800,
  }

  it('shows the figures before', () => {
    expect(figuresWords(figures)).toBe('Running 18 m 00 s, Down 12 m 00 s (1 stop, excessive); scheduled 30 m 00 s')
    expect(figuresWords({ ...figures, stops: 3 })).toContain('(3 stops, 1 of them excessive)')
    expect(figuresWords({ ...figures, running_s: 0, down_s: 0, stops: 0, excessive_stops: 0, scheduled_s: 0 })).toBe(
      'nothing was known; nothing scheduled',
    )
  })

  it('shows the time and the cause', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()
    const restatement = {
      id: 1,
      equipment_id: 1,
      restated_at: at(42),
      started_at: at(10),
      ended_at: at(40),
      cause: 'late_data' as const,
      before: figures,
      after: figures,
      user_id: null,
    }
    expect(restatedWords(restatement, Date.parse(at(50)), 'UTC')).toBe(
      '10:10 AM to 10:40 AM was recalculated at 10:42 AM, because data came late',
    )
  })
})
