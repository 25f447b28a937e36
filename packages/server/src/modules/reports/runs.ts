import type { ReportedRun } from '@millwatch/contract/http/reports'
import { partsDesired, partsOf } from '@millwatch/domain/runs'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { presentRun, type RunRow, runsTouching } from '../runs/index.ts'
import type { MachinesUnder } from './machines.ts'

/**
 * Returns the runs of machines that touch a period, in API form, latest first. Durations are seconds; an active run
 * lasts up to `now` (epoch ms).
 */
export async function reportedRuns(
  ctx: Ctx,
  { machines }: MachinesUnder,
  { from, to, now }: { from: number; to: number; now: number },
): Promise<Static<typeof ReportedRun>[]> {
  const names = new Map(machines.map((machine) => [machine.equipmentId, machine.name]))
  // An empty period, for example one in the future, touches no run.
  const runs = from < to ? await runsTouching(ctx, [...names.keys()], from, to) : []
  return runs.map((run) => presentReported(run, names.get(run.equipmentId) ?? '', now))
}

function presentReported(run: RunRow, name: string, now: number): Static<typeof ReportedRun> {
  return {
    ...presentRun(run),
    equipment_name: name,
    parts_desired: partsDesired(run),
    parts_actual: partsOf(run.cyclesCurrent, run),
    duration_s: Math.max(0, (run.endedAt ?? now) - run.startedAt) / 1000,
  }
}
