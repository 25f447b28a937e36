/**
 * Sums about a machine's time, one number per index of `SUM`. Rollups store them, and figures are computed from them
 * in the last step, after sums of machines and buckets were added. Times are in ms.
 */
export type Sums = Float64Array

/** Index of each number in `Sums`. */
export const SUM = {
  /** First of the five time classes inside shift history, in the order of `timeClass`. */
  inside: 0,
  /** First of the same five time classes outside all shift history. */
  outside: 5,
  cycles: 10,
  parts: 11,
  cycleMs: 12,
  cycleCount: 13,
  startupMs: 14,
  startupCount: 15,
  outlierMs: 16,
  outlierCount: 17,
  temperature: 18,
  temperatureCount: 19,
  analog: 20,
  analogCount: 21,
  /** Times multiplied by the price of an hour of the machine: see `weigh`. */
  worthOfRunningInside: 22,
  worthOfRunningOutside: 23,
  worthOfShortDownInside: 24,
  worthOfScheduled: 25,
  /** Scheduled time multiplied by the parts expected per hour. */
  expectedParts: 26,
} as const

export const SUMS_LENGTH = 27
/**
 * Number of entries of `Sums`, from the first, that are measured; those after them are products with prices and rates
 * (`weigh`).
 */
export const FACTS_LENGTH = 22

/**
 * Class of a machine's time: by its status and, for a stop, by whether it is excessive. The first five numbers of `Sums` are in
 * this order.
 */
export const timeClass = { running: 0, downShort: 1, downExcessive: 2, offline: 3, poweredOff: 4 } as const
export type TimeClass = (typeof timeClass)[keyof typeof timeClass]

/** Number of sums in one allocation: a report has 60,000, and each alone takes many times as long. */
const AT_ONCE = 512
let room = new Float64Array(0)
let used = 0

/** Returns sums that are all 0. They are a part of a buffer that other sums share. */
export function noSums(): Sums {
  if (used === room.length) {
    room = new Float64Array(SUMS_LENGTH * AT_ONCE)
    used = 0
  }
  const from = used
  used += SUMS_LENGTH
  return room.subarray(from, used)
}

/**
 * Adds `more`, multiplied by `times`, to `sums` in place, and returns `sums`; -1 subtracts. `more` may be shorter: the numbers
 * that it lacks are 0.
 */
export function addSums(sums: Sums, more: ArrayLike<number>, times = 1): Sums {
  for (let i = 0; i < more.length; i++) sums[i] = (sums[i] as number) + times * (more[i] as number)
  return sums
}

/** Returns the scheduled time in sums, in ms: all time inside shift history. Time while archived is outside it. */
export function scheduledMsIn(sums: Sums): number {
  let ms = 0
  for (let i = 0; i < 5; i++) ms += sums[SUM.inside + i] as number
  return ms
}

/**
 * Computes the entries of `sums` that contain money and expected parts from its times and these prices and rates per hour,
 * and writes them into `sums`, which it returns. Null counts as 0. All time in the sums must be under these prices.
 */
export function weigh(sums: Sums, { hourlyRevenue, hourlyParts }: Prices): Sums {
  const price = hourlyRevenue ?? 0
  sums[SUM.worthOfRunningInside] = price * (sums[SUM.inside + timeClass.running] as number)
  sums[SUM.worthOfRunningOutside] = price * (sums[SUM.outside + timeClass.running] as number)
  sums[SUM.worthOfShortDownInside] = price * (sums[SUM.inside + timeClass.downShort] as number)
  sums[SUM.worthOfScheduled] = price * scheduledMsIn(sums)
  sums[SUM.expectedParts] = (hourlyParts ?? 0) * scheduledMsIn(sums)
  return sums
}

export interface Prices {
  readonly hourlyRevenue: number | null
  readonly hourlyParts: number | null
}
