import { describe, expect, it } from 'vitest'
import { askedBy, filtersIn } from './filters.ts'

const filters = (search: string) => filtersIn(new URLSearchParams(search))

describe('the filters of the audit log', () => {
  it('come from the address, without invalid values', () => {
    const all = { from: '2026-03-08', to: '2026-03-08', user: '5', operation: 'user.create', subject: 'user/5' }
    expect(filters('from=2026-03-08&to=2026-03-08&user=5&operation=user.create&subject=user/5')).toEqual(all)
    const none = { from: '', to: '', user: '', operation: '', subject: '' }
    expect(filters("from=yesterday&to=&user=0&operation='&subject=a/b/c")).toEqual(none)
  })

  it('ask for whole days of the zone, also those of 23 and 25 hours', () => {
    expect(askedBy(filters('from=2026-03-08&to=2026-03-08'), 'America/Chicago')).toEqual({
      from: '2026-03-08T06:00:00.000Z',
      to: '2026-03-09T05:00:00.000Z',
    })
    expect(askedBy(filters('from=2026-11-01&to=2026-11-01'), 'America/Chicago')).toEqual({
      from: '2026-11-01T05:00:00.000Z',
      to: '2026-11-02T06:00:00.000Z',
    })
    expect(askedBy(filters('to=2026-12-31'), 'Asia/Kolkata')).toEqual({ to: '2026-12-31T18:30:00.000Z' })
  })
})
