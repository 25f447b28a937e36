import type { Range } from './range.ts'

/** The UTC month that holds an instant (epoch ms), `[from, to)`, with its name as `2025_11`. */
export function utcMonthOf(at: number): Range & { readonly key: string } {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC')
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return {
    from: startOfDay(first, 'UTC'),
    to: startOfDay(first.add({ months: 1 }), 'UTC'),
    key: `${String(year).padStart(4, '0')}_${String(month).padStart(2, '0')}`,
  }
}

/**
 * The local day of an IANA zone that holds an instant (epoch ms), from its midnight to the next: 23 or 25 hours long, or in
 * some zones half an hour off, where clocks change (domain, section 1). A midnight that does not exist is the instant
 * of the change.
 */
export function localDayOf(at: number, zone: string): Range {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  return { from: startOfDay(date, zone), to: startOfDay(date.add({ days: 1 }), zone) }
}

/** The last local midnight at or before an instant (epoch ms). */
export function startOfLocalDay(at: number, zone: string): number {
  return localDayOf(at, zone).from
}

/** Whether calendar work can be done in a zone of that name: an IANA name the runtime knows, no bare offset. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

const startOfDay = (date: Temporal.PlainDate, zone: string): number => date.toZonedDateTime(zone).epochMilliseconds
