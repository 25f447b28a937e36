import { HOUR_MS } from '../time/index.ts'
import type { EquipmentSettings } from '../tree/index.ts'
import { type Figures, noFigures, type Tally } from './figures.ts'
import { SUM, type Sums, scheduledMsIn, timeClass } from './sums.ts'

/** Settings that decide which of a machine's time counts as effective run. */
export type Switches = Pick<EquipmentSettings, 'active' | 'utilCappedBySchedule' | 'utilInclLtXsfDt'>

/** Parts that effective run can consist of, in ms, or in ms times the price of an hour. */
interface EffectiveParts {
  readonly runningInside: number
  readonly runningOutside: number
  readonly shortDownInside: number
}

/**
 * Returns the effective run (domain, section 5): running inside scheduled time; running outside shift history unless capped by
 * schedule; and scheduled down time of stops that are not excessive, when included. It is 0 while archived.
 */
function effectiveRun(
  { runningInside, runningOutside, shortDownInside }: EffectiveParts,
  { active, utilCappedBySchedule, utilInclLtXsfDt }: Switches,
): number {
  if (!active) return 0
  return runningInside + (utilCappedBySchedule ? 0 : runningOutside) + (utilInclLtXsfDt ? shortDownInside : 0)
}

/**
 * Returns the figures from the sums of a machine to which `weigh` was applied; these settings must be in force for all time
 * in the sums.
 */
export function figuresUnder(sums: Sums, switches: Switches): Figures {
  const parts = {
    runningInside: inside(sums, timeClass.running),
    runningOutside: outside(sums, timeClass.running),
    shortDownInside: inside(sums, timeClass.downShort),
  }
  const worth = {
    runningInside: sums[SUM.worthOfRunningInside] as number,
    runningOutside: sums[SUM.worthOfRunningOutside] as number,
    shortDownInside: sums[SUM.worthOfShortDownInside] as number,
  }
  const outsideCounts = switches.active && !switches.utilCappedBySchedule
  const shortCounts = switches.active && switches.utilInclLtXsfDt
  return {
    runningMs: inside(sums, timeClass.running) + outside(sums, timeClass.running),
    downMs: downIn(sums),
    offlineMs: inside(sums, timeClass.offline) + outside(sums, timeClass.offline),
    poweredOffMs: inside(sums, timeClass.poweredOff) + outside(sums, timeClass.poweredOff),
    scheduledMs: scheduledMsIn(sums),
    effectiveRunMs: effectiveRun(parts, switches),
    outsideCountedMs: outsideCounts ? parts.runningOutside : 0,
    outsideLeftOutMs: outsideCounts ? 0 : parts.runningOutside,
    shortDownCountedMs: shortCounts ? parts.shortDownInside : 0,
    shortDownLeftOutMs: shortCounts ? 0 : parts.shortDownInside,
    excessiveDownMs: inside(sums, timeClass.downExcessive),
    offlineScheduledMs: inside(sums, timeClass.offline),
    cycles: sums[SUM.cycles] as number,
    parts: sums[SUM.parts] as number,
    actualRevenue: effectiveRun(worth, switches) / HOUR_MS,
    potentialRevenue: (sums[SUM.worthOfScheduled] as number) / HOUR_MS,
    potentialParts: (sums[SUM.expectedParts] as number) / HOUR_MS,
    cycleTime: tally(sums, SUM.cycleMs),
    startupCycleTime: tally(sums, SUM.startupMs),
    outlierCycleTime: tally(sums, SUM.outlierMs),
    temperature: tally(sums, SUM.temperature),
    analog: tally(sums, SUM.analog),
  }
}

const inside = (sums: Sums, as: number): number => sums[SUM.inside + as] as number
const outside = (sums: Sums, as: number): number => sums[SUM.outside + as] as number
const downIn = (sums: Sums): number =>
  inside(sums, timeClass.downShort) +
  inside(sums, timeClass.downExcessive) +
  outside(sums, timeClass.downShort) +
  outside(sums, timeClass.downExcessive)
/**
 * Returns the sum at index `at` with the number of values, which is the next entry. All empty tallies are one object, as a report
 * has a hundred thousand of them.
 */
function tally(sums: Sums, at: number): Tally {
  const [sum, count] = [sums[at] as number, sums[at + 1] as number]
  return sum === 0 && count === 0 ? noFigures.cycleTime : { sum, count }
}

type Gathered = {
  -readonly [Name in keyof Figures]: Figures[Name] extends Tally ? { sum: number; count: number } : number
}

/** Returns the sum of the figures of several machines, intervals or buckets; all 0 for none. */
export function sumFigures(all: Iterable<Figures>): Figures {
  const sum = nothingGathered()
  for (const figures of all) {
    sum.runningMs += figures.runningMs
    sum.downMs += figures.downMs
    sum.offlineMs += figures.offlineMs
    sum.poweredOffMs += figures.poweredOffMs
    sum.scheduledMs += figures.scheduledMs
    sum.effectiveRunMs += figures.effectiveRunMs
    sum.outsideCountedMs += figures.outsideCountedMs
    sum.outsideLeftOutMs += figures.outsideLeftOutMs
    sum.shortDownCountedMs += figures.shortDownCountedMs
    sum.shortDownLeftOutMs += figures.shortDownLeftOutMs
    sum.excessiveDownMs += figures.excessiveDownMs
    sum.offlineScheduledMs += figures.offlineScheduledMs
    sum.cycles += figures.cycles
    sum.parts += figures.parts
    sum.actualRevenue += figures.actualRevenue
    sum.potentialRevenue += figures.potentialRevenue
    sum.potentialParts += figures.potentialParts
    gather(sum.cycleTime, figures.cycleTime)
    gather(sum.startupCycleTime, figures.startupCycleTime)
    gather(sum.outlierCycleTime, figures.outlierCycleTime)
    gather(sum.temperature, figures.temperature)
    gather(sum.analog, figures.analog)
  }
  return sum
}

function gather(sum: Gathered['cycleTime'], more: Tally): void {
  sum.sum += more.sum
  sum.count += more.count
}

const nothingGathered = (): Gathered => ({
  ...noFigures,
  cycleTime: { ...noFigures.cycleTime },
  startupCycleTime: { ...noFigures.startupCycleTime },
  outlierCycleTime: { ...noFigures.outlierCycleTime },
  temperature: { ...noFigures.temperature },
  analog: { ...noFigures.analog },
})
