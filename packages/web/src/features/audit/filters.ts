import { DAY_MS } from '@millwatch/domain/time'
import { toIso } from '../../lib/clock.ts'
import { startOfDay } from '../../lib/zoned.ts'
import type { AuditQuery } from './queries.ts'

/**
 * Filters of the audit log as the address contains them. `from` and `to` are days (`2026-11-21`) in the company's zone;
 * blank: no filter.
 */
export interface Filters {
  readonly from: string
  readonly to: string
  readonly user: string
  readonly operation: string
  readonly subject: string
}

export const filterNames = ['from', 'to', 'user', 'operation', 'subject'] as const

/** Returns the day after a day, both as `2026-11-21`. Throws a RangeError for a text that is no day. */
const dayAfter = (day: string): string => toIso(Date.parse(`${day}T00:00:00Z`) + DAY_MS).slice(0, 10)

/** Returns true for the text of a day of the calendar that has a day after it with four digits of the year. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text >= '9999-12-31') return false
  const at = Date.parse(`${text}T00:00:00Z`)
  // The 31st of February is read as a day of March.
  return !Number.isNaN(at) && toIso(at).startsWith(text)
}

const isValid: Readonly<Record<keyof Filters, (text: string) => boolean>> = {
  from: isDay,
  to: isDay,
  user: (text) => /^[1-9]\d{0,14}$/.test(text),
  operation: (text) => /^[a-z_]+(\.[a-z_]+)*$/.test(text),
  subject: (text) => /^[a-z_]+(\/\d{1,15})?$/.test(text),
}

/** Returns the filters in the query of an address. Absent and invalid ones are blank. */
export function filtersIn(search: URLSearchParams): Filters {
  const read = (name: keyof Filters): string => {
    const value = search.get(name) ?? ''
    return isValid[name](value) ? value : ''
  }
  return {
    from: read('from'),
    to: read('to'),
    user: read('user'),
    operation: read('operation'),
    subject: read('subject'),
  }
}

/**
 * Returns the parameters of the call for the filters, without those that are blank. `from` is the first midnight of its day in
 * `zone`, and `to` the midnight after its day, so that the day is included.
 */
export function queryOfFilters(
  { from, to, user, operation, subject }: Filters,
  zone: string,
): Omit<AuditQuery, 'limit'> {
  return {
    ...(from === '' ? {} : { from: toIso(startOfDay(from, zone)) }),
    ...(to === '' ? {} : { to: toIso(startOfDay(dayAfter(to), zone)) }),
    ...(user === '' ? {} : { user_id: Number(user) }),
    ...(operation === '' ? {} : { operation }),
    ...(subject === '' ? {} : { subject }),
  }
}
