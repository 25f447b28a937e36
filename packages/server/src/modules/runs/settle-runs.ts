import type { RunCompleted } from '@millwatch/domain/facts'
import { type CountedRun, countedRun } from '@millwatch/domain/runs'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFacts } from '../../platform/outbox/state-fact.ts'
import { setRunCycles } from '../status/index.ts'
import { countRuns, putCounted, type RunCount, type RunsToCount } from './store-settle.ts'

/** Run whose end changed: it ended by reaching its total, or its end moved to another instant. */
export interface RunEnded {
  readonly equipmentId: number
  readonly runId: number
  /** New end of the run, epoch ms. */
  readonly endedAt: number
  readonly cycles: number
  /** End before the change (epoch ms); null: the run was active. */
  readonly endedBefore: number | null
}

/**
 * Counts the cycles of the selected runs from the stored events, stores the numbers, and ends each run with a total and without
 * overrun at the cycle that reaches it. At every call it states the fact `run.completed` for each of them that has reached its
 * total and has groups to be notified. The caller must have locked the machines. Returns the runs whose end changed.
 */
export async function settleRuns(ctx: Ctx, toCount: readonly RunsToCount[]): Promise<RunEnded[]> {
  const runs = (await countRuns(ctx, toCount)).map((run) => ({
    run,
    now: countedRun(run, run.cycles, run.completion),
  }))
  const ended = runs.filter(({ run, now }) => now.endedAt !== null && isNew(run, now))
  await putCounted(
    ctx,
    ended.map(({ run, now }) => ({ ...now, runId: run.runId })),
  )
  await stateFacts(
    ctx,
    runs.flatMap(({ run, now }) => completedRun(run, now)),
  )
  // The row of a machine keeps the cycles of its active run only, so a run that had ended needs no update there.
  const active = runs.filter(({ run }) => run.endedAt === null)
  await setRunCycles(
    ctx,
    active.map(({ run: { equipmentId }, now }) => ({ equipmentId, cycles: now.endedAt === null ? now.cycles : 0 })),
  )
  return ended.flatMap(({ run: { equipmentId, runId, endedAt: endedBefore }, now: { endedAt, cycles } }) =>
    endedAt === null || endedAt === endedBefore ? [] : [{ equipmentId, runId, endedAt, cycles, endedBefore }],
  )
}

const isNew = (run: RunCount, now: CountedRun): boolean =>
  run.endedAt !== now.endedAt || run.endedByCount !== now.endedByCount || run.cyclesKept !== now.cycles

/**
 * Returns the fact that a run reached its total, for the groups that it notifies; the run may have ended or go on. Empty if the
 * total is not reached or the run notifies no group.
 */
function completedRun(run: RunCount, { endedAt }: CountedRun): RunCompleted[] {
  const { runId, equipmentId, notifyRosterIds: groupIds, completion } = run
  if (completion === null || groupIds.length === 0) return []
  const { at: completedAt, cycles } = completion
  const ended = endedAt !== null
  return [{ kind: 'run.completed', equipmentIds: [equipmentId], runId, groupIds, completedAt, cycles, ended }]
}
