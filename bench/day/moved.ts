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

/**
 * Returns the stop that must bear a reason which was given at `givenAt` (epoch s) to the stop that the screen showed with the
 * start `shown`: the stop that begins then. Events that arrived after the entry may have moved the start; then it is the stop
 * that overlaps the time from the shown start to the entry most. Undefined: there is none.
 */
export function stopOfEntry<Stop extends StoredStop>(
  { shown, givenAt }: { shown: string; givenAt: number },
  stops: readonly Stop[],
  timeZone: string,
): Stop | undefined {
  const same = stops.find(({ startedAt }) => shownTime(startedAt, timeZone) === shown)
  if (same !== undefined) return same
  const age = (secondOfDay(shownTime(givenAt, timeZone)) - secondOfDay(shown) + DAY_S) % DAY_S
  const overlap = ({ startedAt, endedAt }: Stop): number =>
    Math.min(endedAt ?? givenAt, givenAt) - Math.max(startedAt, Math.round(givenAt) - age)
  return stops
    .filter((stop) => overlap(stop) > 0)
    .sort((a, b) => overlap(b) - overlap(a) || a.startedAt - b.startedAt)[0]
}

function secondOfDay(shown: string): number {
  const [, hour, minute, second, half] = /^(\d+):(\d+):(\d+)\s(AM|PM)$/u.exec(shown) ?? []
  if (half === undefined) throw new Error(`${shown} is no time with seconds`)
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 3600 + Number(minute) * 60 + Number(second)
}
