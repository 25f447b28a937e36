import { byNaturalOrder } from '@millwatch/domain/tree'
import type { ReportRun } from './runs.ts'

/** Bar of one run, or of several consecutive runs that are too short to be drawn apart. */
export interface RunBar {
  /** Runs of the bar, ascending by start. */
  readonly runs: readonly [ReportRun, ...ReportRun[]]
  /** Begin and end of the bar as a share of the period, 0 to 1. */
  readonly from: number
  readonly to: number
}

/** Bars of the runs of one machine over the period. */
export interface RunTrack {
  readonly machineId: number
  readonly machine: string
  readonly bars: readonly RunBar[]
}

/** Width in px below which a run can share a bar with the run before; the bar must also be narrow, see `barsOf`. */
export const LEAST_PX = 4

/**
 * Returns the bars of the runs of one machine, ascending by start, in a track of `widthPx`. Bars are cut at both ends of the
 * period; the bar of an active run lasts to the end of the period. A run narrower than `LEAST_PX` joins the bar before it if that
 * bar is narrower than twice `LEAST_PX` and began less than `LEAST_PX` before the run.
 */
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

/**
 * Returns the machines that have runs, sorted by name, each with the bars of its runs in a track of `widthPx`. Machines without
 * runs are left out.
 */
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
    .toSorted((a, b) => byNaturalOrder(a.machine, b.machine) || a.machineId - b.machineId)
}
