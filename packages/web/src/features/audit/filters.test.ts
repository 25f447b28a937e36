import { describe, expect, it } from 'vitest'
import { filtersIn, queryOfFilters } from './filters.ts'

const filters = (search: string) => filtersIn(new URLSearchParams(search))

describe('the filters of the audit log', () => {
  it('come from the address, without invalid values', () => {
    const all = { from: '2026-03-08', to: '2026-03-08', user: '5', operation: 'user.create', subject: 'user/5' }
    expect(filters('from=2026-03-08&to=2026-03-08&user=5&operation=user.create&subject=user/5')).toEqual(all)
    const none = { from: '', to: '', user: '', operation: '', subject: '' }
    expect(filters("from=yesterday&to=&user=0&operation='&subject=a/b/c")).toEqual(none)
  })

  it('have no day that is not in the calendar, or after which no day can be written', () => {
    const days = ['2026-13-45', '2026-02-31', '2026-02-29', '2026-00-10', '9999-12-31']
    for (const day of days) expect(filters(`from=${day}&to=${day}`)).toMatchObject({ from: '', to: '' })
    const last = filters('from=2028-02-29&to=9999-12-30')
    expect(last).toMatchObject({ from: '2028-02-29', to: '9999-12-30' })
    expect(queryOfFilters(last, 'America/Chicago').to).toBe('9999-12-31T06:00:00.000Z')
  })

  it('ask for whole days of the zone, also those of 23 and 25 hours', () => {
    expect(queryOfFilters(filters('from=2026-03-08&to=2026-03-08'), 'America/Chicago')).toEqual({
      from: '2026-03-08T06:00:00.000Z',
      to: '2026-03-09T05:00:00.000Z',
    })
    expect(queryOfFilters(filters('from=2026-11-01&to=2026-11-01'), 'America/Chicago')).toEqual({
      from: '2026-11-01T05:00:00.000Z',
      to: '2026-11-02T06:00:00.000Z',
    })
    expect(queryOfFilters(filters('to=2026-12-31'), 'Asia/Kolkata')).toEqual({ to: '2026-12-31T18:30:00.000Z' })
  })
})
