import { HOUR_S } from '../time/index.ts'

/** Number of earlier runs with the same tags that make the usual rate. */
const LAST_RUNS = 10

/** Run with the parts that it made; `endedAt` (epoch ms) is null while it is active. */
export interface MadeRun {
  readonly startedAt: number
  readonly endedAt: number | null
  readonly tagIds: readonly number[]
  /** Parts made, scrap included. */
  readonly parts: number
  readonly durationS: number
}

/** Returns parts per hour, not rounded; null for a duration of 0 or less. */
export const partsPerHour = ({
  parts,
  durationS,
}: {
  readonly parts: number
  readonly durationS: number
}): number | null => (durationS > 0 ? (parts * HOUR_S) / durationS : null)

const keyOf = ({ tagIds }: Pick<MadeRun, 'tagIds'>): string => tagIds.toSorted((a, b) => a - b).join(' ')

/**
 * Returns the usual rate of a run in parts per hour: all parts of the last ten ended runs (by start) with the same tags, over all
 * their time. If these have no time, the average of the run itself; null without time. The runs are of one machine, in any order;
 * the run itself may be among them.
 */
export function usualPartsPerHour(run: MadeRun, runs: readonly MadeRun[]): number | null {
  const like = runs
    .filter((each) => each.endedAt !== null && keyOf(each) === keyOf(run))
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, LAST_RUNS)
  const sum = (value: (each: MadeRun) => number): number => like.reduce((total, each) => total + value(each), 0)
  return (
    partsPerHour({ parts: sum(({ parts }) => parts), durationS: sum(({ durationS }) => durationS) }) ??
    partsPerHour(run)
  )
}
