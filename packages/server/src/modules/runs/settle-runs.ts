import type { RunCompleted } from '@millwatch/domain/facts'
import { type CountedRun, countedRun } from '@millwatch/domain/runs'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFacts } from '../../platform/outbox/state-fact.ts'
import { setRunCycles } from '../status/index.ts'
import { countRuns, putCounted, type RunCount, type RunsToCount } from './store-settle.ts'

/** A run that ended by itself, or that ends earlier than it did: what lies in `[from, to)` has other parts now. */
export interface RunEnded {
  readonly equipmentId: number
  readonly runId: number
  /** Its end, epoch ms. */
  readonly endedAt: number
  readonly cycles: number
  /** End of the run before; null: it was active. */
  readonly endedBefore: number | null
}

/**
 * Counts runs from the stored events and lets them end where their total is reached. The caller holds the machines. The
 * answer is which of them end otherwise than before.
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
  // Of a run that had ended already the machine keeps nothing that could have become wrong.
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

/** Returns the fact for the groups that a run notifies once it reaches its total, whether it goes on or not. */
function completedRun(run: RunCount, { endedAt }: CountedRun): RunCompleted[] {
  const { runId, equipmentId, notifyRosterIds: groupIds, completion } = run
  if (completion === null || groupIds.length === 0) return []
  const { at: completedAt, cycles } = completion
  const ended = endedAt !== null
  return [{ kind: 'run.completed', equipmentIds: [equipmentId], runId, groupIds, completedAt, cycles, ended }]
}
