import type { Range } from '../time/index.ts'

/** Failure of a machine: a stop whose reason is marked as a failure, and that is not ignored; epoch ms. */
export interface Failure {
  readonly startedAt: number
  /** Null while the machine is still down. */
  readonly endedAt: number | null
}

/** Figures of a machine in a period, from which MTBF and MTTR are computed; durations in ms. */
export interface Reliability {
  /** Time in which the machine was running in the period, scheduled or not. */
  readonly operatingMs: number
  /** Number of failures that began in the period. */
  readonly failures: number
  /** Number of the failures that began in the period and have ended. */
  readonly repairs: number
  /** Sum of the durations of the failures that have ended, each whole, also where it ends after the period. */
  readonly repairMs: number
}

/**
 * Returns the figures of a machine over a period. A failure counts in the period in which it begins. The start of a period
 * belongs to it, its end does not, so that figures of adjoining periods add up. A failure that lasts has no repair time yet.
 */
export function reliabilityOf(operatingMs: number, failures: Iterable<Failure>, { from, to }: Range): Reliability {
  let [count, repairs, repairMs] = [0, 0, 0]
  for (const { startedAt, endedAt } of failures) {
    if (startedAt < from || startedAt >= to) continue
    count++
    if (endedAt === null) continue
    repairs++
    repairMs += endedAt - startedAt
  }
  return { operatingMs, failures: count, repairs, repairMs }
}

/**
 * Returns the mean operating time between failures (ISO 22400: MTBF) in ms, not rounded: operating time divided by the number
 * of failures. Null without failures, when it is not known.
 */
export function mtbfMs({ operatingMs, failures }: Pick<Reliability, 'operatingMs' | 'failures'>): number | null {
  return failures === 0 ? null : operatingMs / failures
}

/**
 * Returns the mean time to repair (ISO 22400: MTTR) in ms, not rounded: repair time divided by the number of failures that
 * ended. Null when none has.
 */
export function mttrMs({ repairMs, repairs }: Pick<Reliability, 'repairMs' | 'repairs'>): number | null {
  return repairs === 0 ? null : repairMs / repairs
}
