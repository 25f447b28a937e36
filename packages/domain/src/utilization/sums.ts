/**
 * Everything of a stretch of a machine's time that adds up, in one row of numbers: what rollups hold, what is summed over
 * machines and buckets, and what figures are made of in the last step. Times in ms.
 */
export type Sums = Float64Array

/** Where in `Sums` a number stands. */
export const SUM = {
  /** The first of the five time classes inside shift history, in the order of `timeClass`. */
  inside: 0,
  /** The same outside all shift history. */
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
  /** Times multiplied by what an hour of the machine is worth: see `weigh`. */
  worthOfRunningInside: 22,
  worthOfRunningOutside: 23,
  worthOfShortDownInside: 24,
  worthOfScheduled: 25,
  /** Scheduled time multiplied by the parts expected of an hour. */
  expectedParts: 26,
} as const

export const SUMS_LENGTH = 27
/** How many of them are facts; the rest are those multiplied by prices and rates. */
export const FACTS_LENGTH = 22

/**
 * What time of a machine counts as: by its status, and of a stop whether it is excessive. The first five numbers of `Sums`
 * are in this order.
 */
export const timeClass = { running: 0, downShort: 1, downExcessive: 2, offline: 3, poweredOff: 4 } as const
export type TimeClass = (typeof timeClass)[keyof typeof timeClass]

export const noSums = (): Sums => new Float64Array(SUMS_LENGTH)

/** Adds `more` to `sums`, as often as `times` says (-1 takes it away again). */
export function addSums(sums: Sums, more: ArrayLike<number>, times = 1): Sums {
  for (let i = 0; i < SUMS_LENGTH; i++) sums[i] = (sums[i] as number) + times * (more[i] as number)
  return sums
}

/** The total of shift history in it. Time while archived is outside all of it. */
export function scheduledMsIn(sums: Sums): number {
  let ms = 0
  for (let i = 0; i < 5; i++) ms += sums[SUM.inside + i] as number
  return ms
}

/** Writes into sums of one machine what its time is worth, at these prices and rates; null is none. */
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
