/** Amount that maintenance had counted since its base up to an instant (epoch ms, excluded). */
export type CountedUpTo = readonly [at: number, amount: number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Length of the time of which one checkpoint is kept, by its age up to `ageMs`. Each length is a multiple of the one before. */
const SLOTS = [
  { ageMs: DAY_MS, slotMs: 4 * HOUR_MS },
  { ageMs: 8 * DAY_MS, slotMs: DAY_MS },
  { ageMs: 64 * DAY_MS, slotMs: 8 * DAY_MS },
  { ageMs: Number.POSITIVE_INFINITY, slotMs: 64 * DAY_MS },
] as const

/**
 * Returns those of ascending checkpoints that are kept at `now`: the older they are, the fewer, about 25 in the first year. So
 * data that come a day late make some hours be counted again, and data of a month ago some days, however old the base is.
 */
export function keptCheckpoints(checkpoints: readonly CountedUpTo[], now: number): CountedUpTo[] {
  let last = ''
  return checkpoints.filter(([at]) => {
    const { slotMs } = SLOTS.find(({ ageMs }) => now - at <= ageMs) ?? SLOTS[3]
    const slot = `${slotMs} ${Math.floor(at / slotMs)}`
    const isFirst = slot !== last
    last = slot
    return isFirst
  })
}

/** Returns the last of ascending checkpoints in `[from, to]`, both included; undefined if there is none. */
export const checkpointIn = (checkpoints: readonly CountedUpTo[], from: number, to: number): CountedUpTo | undefined =>
  checkpoints.findLast(([at]) => from <= at && at <= to)
