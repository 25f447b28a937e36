const DAY_S = 86_400

/** Stop as the server has it (epoch s); `endedAt` null: it goes on. */
export interface StoredStop {
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Returns the time of day with seconds as the screen shows it: `4:10:25 AM`. */
export const shownTime = (atS: number, timeZone: string): string =>
  new Date(Math.round(atS) * 1000).toLocaleTimeString('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })

/** Stop that the screen showed when its reason was given. */
export interface ShownStop {
  /** Time with seconds, as the screen shows it. */
  readonly startedAt: string
  /** Null: it went on until the entry reached the server. */
  readonly endedAt: string | null
  /** Instant at which the entry reached the server, epoch s. */
  readonly reachedAt: number
}

/**
 * Returns the stop that must bear a reason which was given to the stop that the screen showed. Events that arrived after the entry may
 * have changed the stops; so it is the one that overlaps the stop of then most, of equals the earlier one. Undefined: there is none.
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
