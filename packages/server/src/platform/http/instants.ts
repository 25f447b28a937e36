import { Invalid } from '../errors.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 1000
/** The dates of days since 1970, as far as they were asked for: writing them costs many times what the time of day does. */
const dates = new Map<number, string>()

/** ISO 8601 in UTC with milliseconds, as the wire has it. */
export function toIso(at: number): string {
  const day = Math.floor(at / DAY_MS)
  const ms = at - day * DAY_MS
  const date = dates.get(day) ?? dateOf(day)
  return `${date}T${digits(ms / 3_600_000)}:${digits((ms / 60_000) % 60)}:${digits((ms / 1000) % 60)}.${digits(ms % 1000, 3)}Z`
}

const digits = (value: number, length = 2): string => String(Math.floor(value)).padStart(length, '0')

function dateOf(day: number): string {
  const date = Temporal.Instant.fromEpochMilliseconds(day * DAY_MS)
    .toString()
    .slice(0, -'T00:00:00Z'.length)
  if (dates.size >= MOST_DAYS) dates.clear()
  dates.set(day, date)
  return date
}

export function toIsoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at)
}

/** Epoch milliseconds of an instant on the wire; `path` names it in the error. */
export function fromIso(text: string, path: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    throw new Invalid(path)
  }
}
