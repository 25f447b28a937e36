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

const DAY_MS = 86_400_000

export const filterNames = ['from', 'to', 'user', 'operation', 'subject'] as const

const valid: Readonly<Record<keyof Filters, RegExp>> = {
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
  user: /^[1-9]\d{0,14}$/,
  operation: /^[a-z_]+(\.[a-z_]+)*$/,
  subject: /^[a-z_]+(\/\d{1,15})?$/,
}

/** Returns the filters in the query of an address. Absent and invalid ones are blank. */
export function filtersIn(search: URLSearchParams): Filters {
  const read = (name: keyof Filters): string => {
    const value = search.get(name) ?? ''
    return valid[name].test(value) ? value : ''
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
export function askedBy({ from, to, user, operation, subject }: Filters, zone: string): Omit<AuditQuery, 'limit'> {
  return {
    ...(from === '' ? {} : { from: toIso(startOfDay(from, zone)) }),
    ...(to === '' ? {} : { to: toIso(startOfDay(dayAfter(to), zone)) }),
    ...(user === '' ? {} : { user_id: Number(user) }),
    ...(operation === '' ? {} : { operation }),
    ...(subject === '' ? {} : { subject }),
  }
}

const dayAfter = (day: string): string => toIso(Date.parse(`${day}T00:00:00Z`) + DAY_MS).slice(0, 10)
