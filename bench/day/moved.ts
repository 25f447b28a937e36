import { DAY_S } from '@millwatch/domain/time'

/** Stop as the server stores it (epoch s); `endedAt` null: the stop is not over. */
export interface StoredStop {
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Returns the time of day of an instant (epoch s, rounded to a second) as the screen shows it: `4:10:25 AM`. */
export const shownTime = (atS: number, timeZone: string): string =>
  new Date(Math.round(atS) * 1000).toLocaleTimeString('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })

/** Stop as the screen showed it when its reason was given. */
export interface ShownStop {
  /** Start of the stop, a time with seconds as the screen shows it. */
  readonly startedAt: string
  /** End of the stop as the screen shows it; null: the stop lasted until the entry reached the server. */
  readonly endedAt: string | null
  /** Instant at which the entry reached the server, epoch s. */
  readonly reachedAt: number
}

/**
 * Returns the stored stop that must bear the reason given to a shown stop. Events that arrived later may have changed the stops,
 * so it is the one with the longest overlap with the shown stop, of equals the earlier one. Undefined if none overlaps it.
 */
export function stopOfEntry<Stop extends StoredStop>(
  { startedAt, endedAt, reachedAt }: ShownStop,
  stops: readonly Stop[],
  timeZone: string,
): Stop | undefined {
  const ageOf = (shown: string) => (secondOfDay(shownTime(reachedAt, timeZone)) - secondOfDay(shown) + DAY_S) % DAY_S
  const from = Math.round(reachedAt) - ageOf(startedAt)
  const to = endedAt === null ? reachedAt : Math.round(reachedAt) - ageOf(endedAt)
  const overlap = (stop: Stop): number => Math.min(stop.endedAt ?? to, to) - Math.max(stop.startedAt, from)
  return stops
    .filter((stop) => overlap(stop) > 0)
    .sort((a, b) => overlap(b) - overlap(a) || a.startedAt - b.startedAt)[0]
}

function secondOfDay(shown: string): number {
  const [, hour, minute, second, half] = /^(\d+):(\d+):(\d+)\s(AM|PM)$/u.exec(shown) ?? []
  if (half === undefined) throw new Error(`${shown} is no time with seconds`)
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 3600 + Number(minute) * 60 + Number(second)
}
