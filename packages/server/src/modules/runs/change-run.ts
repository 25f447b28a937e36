import { isEqual } from '@millwatch/domain/audit'
import { type AskedTerms, termsOf } from '@millwatch/domain/runs'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { requireRosters } from '../groups/index.ts'
import { setRunCycles } from '../status/index.ts'
import { machineForRuns, type RunRow } from './queries.ts'
import { settleRuns } from './settle-runs.ts'
import { holdMachine, runOf } from './start-run.ts'
import { addToScrap, changeRunTerms, closeRun } from './store.ts'

export interface RunChange extends AskedTerms {
  readonly notifyRosterIds?: readonly number[] | undefined
}

/**
 * Changes total, overrun or notified groups of an active run, with audit entry and facts; returns the run. Stores nothing when no
 * value differs. Without overrun, a total that is already reached ends the run at the cycle that reached it. 404 for an unknown
 * run or group, 409 for an ended run or other parts per cycle, 400 for a total below the cycles done or without parts per cycle.
 */
export async function updateRun(ctx: Ctx, runId: number, change: RunChange): Promise<RunRow> {
  const before = await heldActive(ctx, runId)
  const after = changed(before, change)
  if (isEqual(after, partsThatChange(before))) return before
  // A group that the run has told of from the start may be gone.
  await requireRosters(
    ctx,
    after.notifyRosterIds.filter((id) => !before.notifyRosterIds.includes(id)),
  )
  await changeRunTerms(ctx, runId, after)
  const { equipmentId } = before
  const { headAt } = await machineForRuns(ctx, equipmentId)
  await settleRuns(ctx, [{ equipmentId, active: true, ended: null, processedTo: headAt ?? 0 }])
  const subject = `run/${runId}`
  await recordAudit(ctx, { operation: 'run.update', subject, before: partsThatChange(before), after })
  await stateFact(ctx, { kind: 'run.changed', equipmentIds: [equipmentId], runId })
  // A change of the parts per cycle counts for all cycles of the run.
  await stateFact(ctx, { kind: 'machine.changed', changes: [{ equipmentId, from: before.startedAt, parts: ['run'] }] })
  return runOf(ctx, runId)
}

/**
 * Ends an active run now and adds `scrap` to it, with audit entry and fact; returns the run. Cycles that arrive later but ended
 * before are still added to it. 404 for an unknown run, 409 for an ended one.
 */
export async function endRun(ctx: Ctx, runId: number, scrap: number): Promise<RunRow> {
  const { equipmentId, startedAt } = await heldActive(ctx, runId)
  const endedAt = Math.max(ctx.clock.now(), startedAt)
  await closeRun(ctx, runId, endedAt)
  if (scrap > 0) await addToScrap(ctx, runId, scrap)
  await setRunCycles(ctx, [{ equipmentId, cycles: 0 }])
  const ended = { from: endedAt, to: Number.MAX_SAFE_INTEGER }
  await settleRuns(ctx, [{ equipmentId, active: false, ended, processedTo: endedAt }])
  const run = await runOf(ctx, runId)
  const after = { endedAt: run.endedAt, scrap }
  await recordAudit(ctx, { operation: 'run.end', subject: `run/${runId}`, before: { endedAt: null }, after })
  await stateFact(ctx, { kind: 'run.ended', equipmentIds: [equipmentId], runId })
  await stateFact(ctx, {
    kind: 'machine.changed',
    changes: [{ equipmentId, from: run.endedAt ?? endedAt, parts: ['run'] }],
  })
  return run
}

/**
 * Adds `qty` to the scrap of a run, active or ended, with audit entry and fact; returns the run. Stores nothing for 0. 404 for an
 * unknown run.
 */
export async function addScrap(ctx: Ctx, runId: number, qty: number): Promise<RunRow> {
  const { equipmentId } = await runOf(ctx, runId)
  await holdMachine(ctx, equipmentId)
  const before = await runOf(ctx, runId)
  if (qty === 0) return before
  await addToScrap(ctx, runId, qty)
  const run = await runOf(ctx, runId)
  const previous = { scrapQty: before.scrapQty }
  const after = { scrapQty: run.scrapQty }
  await recordAudit(ctx, { operation: 'run.scrap', subject: `run/${runId}`, before: previous, after })
  await stateFact(ctx, { kind: 'run.changed', equipmentIds: [equipmentId], runId })
  await stateFact(ctx, { kind: 'machine.changed', changes: [{ equipmentId, from: ctx.clock.now(), parts: ['run'] }] })
  return run
}

/** Returns an active run with its machine locked until the transaction ends; 404 for an unknown run, 409 for an ended one. */
async function heldActive(ctx: Ctx, runId: number): Promise<RunRow> {
  const { equipmentId } = await runOf(ctx, runId)
  await holdMachine(ctx, equipmentId)
  const run = await runOf(ctx, runId)
  if (run.endedAt !== null) throw new Conflict('run_ended')
  return run
}

const partsThatChange = ({ cyclesTotal, allowOverrun, notifyRosterIds }: RunRow) => ({
  cyclesTotal,
  allowOverrun,
  notifyRosterIds: [...notifyRosterIds],
})

function changed(run: RunRow, change: RunChange): ReturnType<typeof partsThatChange> {
  const { partsPerCycle } = run
  if (change.partsPerCycle !== undefined && (change.partsPerCycle || null) !== partsPerCycle)
    throw new Conflict('run_parts_per_cycle_fixed')
  const total = change.cyclesTotal === undefined ? run.cyclesTotal : change.cyclesTotal
  // An indefinite run was forced to allow overrun; with a total it is asked again.
  const overrun = change.allowOverrun ?? (run.cyclesTotal === null ? false : run.allowOverrun)
  const terms = termsOf({ cyclesTotal: total, partsPerCycle, allowOverrun: overrun })
  if (terms === null) throw new Invalid('body/cyclesTotal needs a run with parts per cycle')
  if (terms.cyclesTotal !== null && terms.cyclesTotal < run.cyclesCurrent)
    throw new Invalid('body/cyclesTotal is below the cycles done')
  const notifyRosterIds = [...new Set(change.notifyRosterIds ?? run.notifyRosterIds)]
  return { cyclesTotal: terms.cyclesTotal, allowOverrun: terms.allowOverrun, notifyRosterIds }
}
