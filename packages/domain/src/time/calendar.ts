import type { Range } from './range.ts'

/** The UTC month that holds an instant (epoch ms), `[from, to)`, with its name as `2025_11`. */
export function utcMonthOf(at: number): Range & { readonly key: string } {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC')
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return {
    from: startInUtc(first),
    to: startInUtc(first.add({ months: 1 })),
    key: `${String(year).padStart(4, '0')}_${String(month).padStart(2, '0')}`,
  }
}

/** The same time of day in UTC one month before an instant (epoch ms), or on the last day of a month that is shorter. */
export function utcMonthBefore(at: number): number {
  const then = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').subtract({ months: 1 })
  return then.epochMilliseconds
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

const startInUtc = (date: Temporal.PlainDate): number => date.toZonedDateTime('UTC').epochMilliseconds
