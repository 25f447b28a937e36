import type { Range } from './range.ts'

/** Returns the UTC month that contains an instant (epoch ms), `[from, to)`, with its key such as `2025_11`. */
export function utcMonthOf(at: number): Range & { readonly key: string } {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC')
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return {
    from: startInUtc(first),
    to: startInUtc(first.add({ months: 1 })),
    key: `${String(year).padStart(4, '0')}_${String(month).padStart(2, '0')}`,
  }
}

/**
 * Returns the instant (epoch ms) one calendar month before `at`, at the same time of day in UTC. If that month is too short
 * for the day, its last day is used.
 */
export function utcMonthBefore(at: number): number {
  const then = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').subtract({ months: 1 })
  return then.epochMilliseconds
}

/**
 * Returns true when a name is an IANA time zone that the runtime supports, in upper or lower case; false for an offset such as
 * `+01:00`.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    // Temporal also accepts times such as `T12:00+01:00`, of which it takes the zone.
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return timeZoneId.toLowerCase() === name.toLowerCase()
  } catch {
    return false
  }
}

const startInUtc = (date: Temporal.PlainDate): number => date.toZonedDateTime('UTC').epochMilliseconds
