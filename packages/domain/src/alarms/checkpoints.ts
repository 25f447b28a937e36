import { DAY_MS, HOUR_MS } from '../time/index.ts'

/** Amount that maintenance had counted since its base up to an instant (epoch ms, excluded). */
export type CountedUpTo = readonly [at: number, amount: number]

/**
 * Lengths (ms) of the slots of time by the age of a checkpoint, up to `ageMs` included: one checkpoint is kept in each slot. Each
 * length is a multiple of the one before.
 */
const SLOTS = [
  { ageMs: DAY_MS, slotMs: 4 * HOUR_MS },
  { ageMs: 8 * DAY_MS, slotMs: DAY_MS },
  { ageMs: 64 * DAY_MS, slotMs: 8 * DAY_MS },
  { ageMs: Number.POSITIVE_INFINITY, slotMs: 64 * DAY_MS },
] as const

/**
 * Returns those of ascending `checkpoints` that are kept at `now` (epoch ms): the first of each slot of time. A slot is 4 hours
 * long up to an age of 1 day, 1 day up to 8 days, 8 days up to 64 days, and 64 days for older checkpoints, so about 25 are kept
 * in the first year. A recount after late data begins at a kept checkpoint, so it repeats hours for data of yesterday and days
 * for data of a month ago.
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

/** Returns the last of ascending checkpoints from `from` to `to` (epoch ms), both included; undefined if there is none. */
export const checkpointIn = (checkpoints: readonly CountedUpTo[], from: number, to: number): CountedUpTo | undefined =>
  checkpoints.findLast(([at]) => from <= at && at <= to)
