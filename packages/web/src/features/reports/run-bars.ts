import { compareNames } from './run-rows.ts'
import type { ReportRun } from './runs.ts'

/** Bar of one run, or of several runs that are too short to be drawn apart. */
export interface RunBar {
  /** Runs in the order of their start. */
  readonly runs: readonly [ReportRun, ...ReportRun[]]
  /** Place in the period, 0 to 1. */
  readonly from: number
  readonly to: number
}

/** Runs of one machine over the period. */
export interface RunTrack {
  readonly machineId: number
  readonly machine: string
  readonly bars: readonly RunBar[]
}

/** Least width of a bar, px; narrower runs that touch each other share one. */
export const LEAST_PX = 4

/** Returns the bars of one machine's runs, in order of time, in a track of `widthPx`. */
function barsOf(runs: readonly ReportRun[], { from, to }: { from: number; to: number }, widthPx: number): RunBar[] {
  const least = LEAST_PX / Math.max(1, widthPx)
  const share = (at: number): number => Math.min(1, Math.max(0, (at - from) / (to - from)))
  const bars: RunBar[] = []
  for (const run of runs.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const bar = { from: share(run.startedAt), to: share(run.endedAt ?? to) }
    const last = bars.at(-1)
    const isNarrow = bar.to - bar.from < least && last !== undefined && last.to - last.from < 2 * least
    if (isNarrow && bar.from < last.from + least)
      bars[bars.length - 1] = { runs: [...last.runs, run], from: last.from, to: Math.max(last.to, bar.to) }
    else bars.push({ runs: [run], ...bar })
  }
  return bars
}

/** Returns the machines that have runs, by name, each with the bars of its runs in a track of `widthPx`. */
export function tracksOf(
  runs: readonly ReportRun[],
  period: { from: number; to: number },
  widthPx: number,
): readonly RunTrack[] {
  const byMachine = new Map<number, ReportRun[]>()
  for (const run of runs) {
    const list = byMachine.get(run.machineId)
    if (list === undefined) byMachine.set(run.machineId, [run])
    else list.push(run)
  }
  return [...byMachine]
    .map(([machineId, list]) => ({ machineId, machine: list[0]?.machine ?? '', bars: barsOf(list, period, widthPx) }))
    .toSorted((a, b) => compareNames(a.machine, b.machine) || a.machineId - b.machineId)
}
