import { type AskedTerms, termsOf } from '@millwatch/domain/runs'
import { initialStatusState } from '@millwatch/domain/status'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { requireRosters } from '../groups/index.ts'
import { createMachines, lockMachines, setRunCycles } from '../status/index.ts'
import { nothingYet } from '../telemetry/index.ts'
import { getEquipment } from '../tree/index.ts'
import { findRun, machineForRuns, type RunRow, runsOfMachines } from './queries.ts'
import { tagsByIds } from './queries-tags.ts'
import { settleRuns } from './settle-runs.ts'
import { insertRun } from './store.ts'

export interface RunToStart extends AskedTerms {
  readonly equipmentId: number
  readonly tagIds: readonly number[]
  readonly notifyRosterIds?: readonly number[] | undefined
  /** Start of the run (epoch ms); now if absent. */
  readonly startedAt?: number | undefined
}

/**
 * Starts a run on a machine, now or at a past instant, with audit entry and fact; returns the run. With a past start, cycles
 * since then that are already processed are added at once. 404 for an unknown machine, tag or group; 400 for a start ahead of now
 * or a total without parts per cycle; 409 for an archived machine, an active run, an inactive tag, or a start before the last
 * run's end or the horizon.
 */
export async function startRun(ctx: Ctx, input: RunToStart): Promise<RunRow> {
  const machine = await getEquipment(ctx, input.equipmentId)
  if (!machine.active) throw new Conflict('equipment_archived')
  const terms = termsOf(input)
  if (terms === null) throw new Invalid('body/partsPerCycle is needed with cyclesTotal')
  const tagIds = await offeredTags(ctx, input.tagIds)
  const notifyRosterIds = [...new Set(input.notifyRosterIds)]
  await requireRosters(ctx, notifyRosterIds)
  const { equipmentId } = input
  await holdMachine(ctx, equipmentId)
  const runs = (await runsOfMachines(ctx, [equipmentId])).get(equipmentId)
  if (runs?.active) throw new Conflict('run_already_active')
  const { headAt, startedAt } = await startOf(ctx, input, runs?.endedTo ?? null)
  const run = { equipmentId, startedAt, tagIds, notifyRosterIds, ...terms }
  const runId = await insertRun(ctx, run)
  await setRunCycles(ctx, [{ equipmentId, cycles: 0 }])
  if (headAt !== null && startedAt < headAt)
    await settleRuns(ctx, [{ equipmentId, active: true, ended: null, processedTo: headAt }])
  await recordAudit(ctx, { operation: 'run.start', subject: `run/${runId}`, after: run })
  await stateFact(ctx, { kind: 'run.started', equipmentIds: [equipmentId], runId })
  await stateFact(ctx, { kind: 'machine.changed', changes: [{ equipmentId, from: startedAt, parts: ['run'] }] })
  return runOf(ctx, runId)
}

/**
 * Locks a machine until the transaction ends, so that neither another person nor the flow changes its runs. Creates the
 * row to lock if there is none.
 */
export async function holdMachine(ctx: Ctx, equipmentId: number): Promise<void> {
  const locked = await lockMachines(ctx, [equipmentId])
  if (locked.has(equipmentId)) return
  await createMachines(ctx, [equipmentId], JSON.stringify(initialStatusState()), JSON.stringify(nothingYet))
  await lockMachines(ctx, [equipmentId])
}

export async function runOf(ctx: Ctx, runId: number): Promise<RunRow> {
  const run = await findRun(ctx, runId)
  if (run === undefined) throw new NotFound()
  return run
}

async function startOf(ctx: Ctx, { equipmentId, startedAt }: RunToStart, endedTo: number | null) {
  const now = ctx.clock.now()
  const { headAt, horizonAt } = await machineForRuns(ctx, equipmentId)
  // Runs meet, and never overlap, even where the clock was set back.
  if (startedAt === undefined) return { headAt, startedAt: Math.max(now, endedTo ?? now) }
  if (startedAt > now) throw new Invalid('body/startedAt lies ahead of now')
  if (endedTo !== null && startedAt < endedTo) throw new Conflict('run_overlaps')
  if (horizonAt !== null && startedAt < horizonAt) throw new Conflict('before_horizon')
  return { headAt, startedAt }
}

/** Returns the ids of tags without duplicates; 404 when a tag is unknown, 409 when a tag is inactive. */
async function offeredTags(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const tags = await tagsByIds(ctx, wanted)
  if (tags.length < wanted.length) throw new NotFound()
  if (tags.some((tag) => !tag.active)) throw new Conflict('tag_inactive')
  return wanted
}
