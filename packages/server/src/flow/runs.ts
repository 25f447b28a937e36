import type { MachineAdvance } from '@millwatch/domain/facts'
import { KIND } from '../modules/ingest/index.ts'
import { lastRuns, type RunEnded, type RunsToCount, settleRuns } from '../modules/runs/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { CommittedMachine } from './compute-machine.ts'
import { stateAdvances } from './dispatch.ts'

/**
 * Ends each run without overrun whose total number of cycles a commit has reached, and adds cycles that arrived late to ended
 * runs. Returns the runs whose end changed. Commits that affect no run query nothing.
 */
export async function updateRuns(ctx: Ctx, followed: readonly CommittedMachine[]): Promise<RunEnded[]> {
  const runsToCount = followed.flatMap(concernedRuns)
  return runsToCount.length === 0 ? [] : settleRuns(ctx, runsToCount)
}

function concernedRuns({ before, machine, news }: CommittedMachine): RunsToCount[] {
  const { equipmentId, runs } = machine
  if (runs === null) return []
  const total = runs.active?.cyclesTotal ?? null
  const isReached = total !== null && before.runCycles < total && machine.runCycles >= total
  // A requested recomputation may change cycles that did not come with this commit.
  const active = isReached || (before.recomputeFrom !== null && runs.active !== null)
  const ended = runs.endedTo === null ? null : lateCycles(news.primary, before.recomputeFrom, runs.endedTo)
  return active || ended !== null ? [{ equipmentId, active, ended, processedTo: machine.head?.at ?? 0 }] : []
}

/**
 * Returns the range of the past, up to the end of the last ended run, whose cycles may have changed: from new cycles, or from the
 * start of a recomputation. Null: there is none.
 */
function lateCycles(news: CommittedMachine['news']['primary'], recomputeFrom: number | null, endedTo: number) {
  let from = Number.MAX_SAFE_INTEGER
  let to = 0
  for (const { kind, at } of news) {
    if (kind !== KIND.cycle || at > endedTo) continue
    if (at < from) from = at
    if (at > to) to = at
  }
  if (recomputeFrom !== null && recomputeFrom <= endedTo) return { from: Math.min(from, recomputeFrom), to: endedTo }
  return from > to ? null : { from, to }
}

/**
 * States the run with the latest start of each machine, active or ended, as a fact for browsers, in the transaction that changed
 * it. Machines without a run are left out.
 */
export async function publishRuns(ctx: Ctx, equipmentIds: readonly number[]): Promise<void> {
  const runs = await lastRuns(ctx, equipmentIds)
  const advances = runs.map((run): [number, MachineAdvance] => [
    run.equipmentId,
    {
      r: [run.runId, run.startedAt, run.endedAt, run.cyclesCurrent, run.cyclesTotal, run.endedByCount ? 1 : 0],
    },
  ])
  await stateAdvances(ctx, new Map(advances))
}
