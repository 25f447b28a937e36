import { KIND } from '../modules/ingest/index.ts'
import type { Hint } from '../modules/live/index.ts'
import { lastRuns, type RunEnded, type RunsToCount, settleRuns } from '../modules/runs/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { sendHints } from './dispatch.ts'
import type { Followed } from './follow.ts'

/**
 * Runs follow what was told: one whose total is reached ends there; one that has ended counts what came late. Most commits
 * concern no run in either way, and then nothing is asked of the database. The answer is which runs end otherwise now.
 */
export async function followRuns(ctx: Ctx, told: readonly Followed[]): Promise<RunEnded[]> {
  const asked = told.flatMap(concernedRuns)
  return asked.length === 0 ? [] : settleRuns(ctx, asked)
}

function concernedRuns({ before, machine, news }: Followed): RunsToCount[] {
  const { equipmentId, runs } = machine
  if (runs === null) return []
  const total = runs.active?.cyclesTotal ?? null
  const isReached = total !== null && before.runCycles < total && machine.runCycles >= total
  // What was asked to be told again may rest on events that did not come with this commit.
  const active = isReached || (before.retellFrom !== null && runs.active !== null)
  const ended = runs.endedTo === null ? null : lateCycles(news.primary, before.retellFrom, runs.endedTo)
  return active || ended !== null ? [{ equipmentId, active, ended, toldTo: machine.head?.at ?? 0 }] : []
}

/** From the first to the last of the new cycles that may belong to a run that has ended; null: there are none. */
function lateCycles(news: Followed['news']['primary'], retellFrom: number | null, endedTo: number) {
  let from = Number.MAX_SAFE_INTEGER
  let to = 0
  for (const { kind, at } of news) {
    if (kind !== KIND.cycle || at > endedTo) continue
    if (at < from) from = at
    if (at > to) to = at
  }
  if (retellFrom !== null && retellFrom <= endedTo) return { from: Math.min(from, retellFrom), to: endedTo }
  return from > to ? null : { from, to }
}

/** Tells browsers how the last run of each machine stands, with the commit that changed it. */
export async function sayRuns(ctx: Ctx, equipmentIds: readonly number[]): Promise<void> {
  const runs = await lastRuns(ctx, equipmentIds)
  const hints = runs.map((run): [number, Hint] => [
    run.equipmentId,
    {
      r: [run.runId, run.startedAt, run.endedAt, run.cyclesCurrent, run.cyclesTotal, run.endedByCount ? 1 : 0],
    },
  ])
  await sendHints(ctx, new Map(hints))
}
