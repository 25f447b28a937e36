import {
  type Figures,
  figuresUnder,
  noFigures,
  noSums,
  SUM,
  type Sums,
  type Switches,
  sumFigures,
} from '@millwatch/domain/utilization'

/** Figures from which utilization and the share of scheduled time with data are computed. */
export type UtilizationFigures = Pick<Figures, 'scheduledMs' | 'effectiveRunMs' | 'offlineScheduledMs'>

/** Set of figures for an answer: its figures without any time, their computation from sums, and their addition over machines. */
export interface FigureSet<Part> {
  readonly none: Part
  /** Returns the figures of `sums` under `switches`, which must be in force for all the time summed. */
  under(sums: Sums, switches: Switches): Part
  sum(all: Iterable<Part>): Part
}

export const allFigures: FigureSet<Figures> = { none: noFigures, under: figuresUnder, sum: sumFigures }

/**
 * Set of the three figures behind utilization. A summary has 30,000 of them, and all figures of each would take ten times as
 * long.
 */
export const utilizationFigures: FigureSet<UtilizationFigures> = {
  none: noFigures,
  under(sums, switches) {
    const { scheduledMs, effectiveRunMs, offlineScheduledMs } = partsUnder(switches)
    return {
      scheduledMs: sumAt(sums, scheduledMs),
      effectiveRunMs: sumAt(sums, effectiveRunMs),
      offlineScheduledMs: sumAt(sums, offlineScheduledMs),
    }
  },
  sum(all) {
    const sum = { scheduledMs: 0, effectiveRunMs: 0, offlineScheduledMs: 0 }
    for (const figures of all) {
      sum.scheduledMs += figures.scheduledMs
      sum.effectiveRunMs += figures.effectiveRunMs
      sum.offlineScheduledMs += figures.offlineScheduledMs
    }
    return sum
  },
}

/** For each figure, the indexes in `Sums` of the times (running, down, ...) that add up to it. */
type Parts = Readonly<Record<keyof UtilizationFigures, readonly number[]>>

const partsBySwitches: Parts[] = []

/** Bit of each switch in the index of a combination; every switch needs its own. */
const BITS = { active: 1, utilCappedBySchedule: 2, utilInclLtXsfDt: 4 } as const satisfies Record<
  keyof Switches,
  number
>

/**
 * Returns for each figure the indexes in `Sums` of the times that add up to it under these switches. Each combination of
 * switches is computed once and kept.
 */
function partsUnder(switches: Switches): Parts {
  let place = 0
  for (const name of Object.keys(BITS) as (keyof Switches)[]) if (switches[name]) place += BITS[name]
  const found = partsBySwitches[place] ?? findParts(switches)
  partsBySwitches[place] = found
  return found
}

/**
 * Returns the indexes of the times that the rule of the domain adds up to each figure. It computes the figures of 1 ms of each
 * class alone, since each figure is a sum of times.
 */
function findParts(switches: Switches): Parts {
  const ofTimes = Array.from({ length: SUM.cycles }, (_, index) => {
    const sums = noSums()
    sums[index] = 1
    return figuresUnder(sums, switches)
  })
  const partsOf = (name: keyof UtilizationFigures) =>
    [...ofTimes.keys()].filter((index) => ofTimes[index]?.[name] === 1)
  return {
    scheduledMs: partsOf('scheduledMs'),
    effectiveRunMs: partsOf('effectiveRunMs'),
    offlineScheduledMs: partsOf('offlineScheduledMs'),
  }
}

function sumAt(sums: Sums, indexes: readonly number[]): number {
  let ms = 0
  for (const index of indexes) ms += sums[index] as number
  return ms
}
