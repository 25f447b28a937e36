import type { EquipmentSettings } from '../tree/index.ts'
import { type Figures, noFigures, type Tally } from './figures.ts'
import { SUM, type Sums, scheduledMsIn, timeClass } from './sums.ts'

/** What decides what of a machine's time counts. */
export type Switches = Pick<EquipmentSettings, 'active' | 'utilCappedBySchedule' | 'utilInclLtXsfDt'>

const HOUR_MS = 3_600_000

/** What effective run may be made of, in ms, or in ms times what an hour is worth. */
interface EffectiveParts {
  readonly runningInside: number
  readonly runningOutside: number
  readonly shortDownInside: number
}

/**
 * Running time inside scheduled time; running outside all shift history unless capped by schedule; scheduled down time
 * of stops that are not excessive if that is included; none while archived (domain, section 5).
 */
function effectiveRun(
  { runningInside, runningOutside, shortDownInside }: EffectiveParts,
  { active, utilCappedBySchedule, utilInclLtXsfDt }: Switches,
): number {
  if (!active) return 0
  return runningInside + (utilCappedBySchedule ? 0 : runningOutside) + (utilInclLtXsfDt ? shortDownInside : 0)
}

/** Figures of sums that were weighed (`weigh`) and stood under the same switches all the time. */
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
const tally = (sums: Sums, at: number): Tally => ({ sum: sums[at] as number, count: sums[at + 1] as number })

type Gathered = {
  -readonly [Name in keyof Figures]: Figures[Name] extends Tally ? { sum: number; count: number } : number
}

/** Figures of several machines, stretches or buckets together. */
export function sumFigures(all: Iterable<Figures>): Figures {
  const sum = nothingGathered()
  for (const one of all) {
    sum.runningMs += one.runningMs
    sum.downMs += one.downMs
    sum.offlineMs += one.offlineMs
    sum.poweredOffMs += one.poweredOffMs
    sum.scheduledMs += one.scheduledMs
    sum.effectiveRunMs += one.effectiveRunMs
    sum.outsideCountedMs += one.outsideCountedMs
    sum.outsideLeftOutMs += one.outsideLeftOutMs
    sum.shortDownCountedMs += one.shortDownCountedMs
    sum.shortDownLeftOutMs += one.shortDownLeftOutMs
    sum.excessiveDownMs += one.excessiveDownMs
    sum.cycles += one.cycles
    sum.parts += one.parts
    sum.actualRevenue += one.actualRevenue
    sum.potentialRevenue += one.potentialRevenue
    sum.potentialParts += one.potentialParts
    gather(sum.cycleTime, one.cycleTime)
    gather(sum.startupCycleTime, one.startupCycleTime)
    gather(sum.outlierCycleTime, one.outlierCycleTime)
    gather(sum.temperature, one.temperature)
    gather(sum.analog, one.analog)
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
