import { type AskedTerms, termsOf } from '@millwatch/domain/runs'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { setRunCycles } from '../status/index.ts'
import { settleRuns } from './settle-runs.ts'
import { holdMachine } from './start-run.ts'
import { insertPastRuns } from './store.ts'

/** Run of the past to be imported; instants are epoch ms. */
export interface PastRun extends AskedTerms {
  readonly equipmentId: number
  readonly tagIds: readonly number[]
  readonly startedAt: number
  readonly endedAt: number
  readonly scrapQty?: number | undefined
}

/**
 * Imports runs of the past, with one audit entry: stores them, calculates their cycles from the stored events and states the
 * change as a fact. A run with a total and without overrun ends at the cycle that reached the total. The caller must make sure
 * that runs of one machine do not overlap. 400 for a run that ends before it starts or has a total without parts per cycle.
 */
export async function recordRuns(ctx: Ctx, past: readonly PastRun[]): Promise<void> {
  const runs = past.map(({ scrapQty = 0, ...run }) => {
    const terms = termsOf(run)
    if (terms === null || run.endedAt < run.startedAt) throw new Invalid('a run of the past')
    return { ...run, ...terms, scrapQty }
  })
  const byMachine = Map.groupBy(runs, (run) => run.equipmentId)
  for (const equipmentId of [...byMachine.keys()].sort((a, b) => a - b)) await holdMachine(ctx, equipmentId)
  await insertPastRuns(ctx, runs)
  const spans = [...byMachine].map(([equipmentId, ofMachine]) => ({
    equipmentId,
    from: Math.min(...ofMachine.map((run) => run.startedAt)),
    to: Math.max(...ofMachine.map((run) => run.endedAt)),
  }))
  // Gives the machines a new version, so that every server reads the state of their runs again.
  await setRunCycles(
    ctx,
    spans.map(({ equipmentId }) => ({ equipmentId, cycles: null })),
  )
  await settleRuns(
    ctx,
    spans.map(({ equipmentId, from, to }) => ({ equipmentId, active: false, ended: { from, to }, processedTo: to })),
  )
  await recordAudit(ctx, { operation: 'run.start', subject: 'run', after: { runs: runs.length, machines: spans } })
  await stateFact(ctx, { kind: 'machine.changed', changes: spans.map((span) => ({ ...span, parts: ['run'] })) })
}
