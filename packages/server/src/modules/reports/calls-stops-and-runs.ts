import type { Query } from '@millwatch/contract/endpoint'
import { runsOfEquipment, runsOfOrgUnit, xsfdtOfEquipment, xsfdtOfOrgUnit } from '@millwatch/contract/http/reports'
import { ignoreStop } from '@millwatch/contract/other-operations'
import { may } from '@millwatch/domain/identity'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import { type ModuleCall, question } from '../../platform/calls/calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { idsOf, machinesUnder } from './machines.ts'
import { reportedRuns } from './runs.ts'
import { type MachinesUnder, oneMachine } from './under.ts'
import { xsfdt } from './xsfdt.ts'

/** Calls that return the reports of excessive downtime and of runs, for a machine or for a unit. */
export const stopAndRunReports: readonly ModuleCall[] = [
  question(xsfdtOfEquipment, async (ctx, { params, query }, asOf) =>
    excessiveDowntime(ctx, await oneMachine(ctx, params.id), query, asOf),
  ),
  question(xsfdtOfOrgUnit, async (ctx, { params, query }, asOf) =>
    excessiveDowntime(ctx, await machinesUnder(ctx, params.id), query, asOf),
  ),
  question(runsOfEquipment, async (ctx, { params, query }, asOf) =>
    runsIn(ctx, await oneMachine(ctx, params.id), query, asOf),
  ),
  question(runsOfOrgUnit, async (ctx, { params, query }, asOf) =>
    runsIn(ctx, await machinesUnder(ctx, params.id), query, asOf),
  ),
]

async function excessiveDowntime(
  ctx: Ctx,
  found: MachinesUnder,
  query: Query<typeof xsfdtOfOrgUnit>,
  { now, requireCurrent }: AsOfNow,
) {
  await requireCurrent(idsOf(found.machines))
  return xsfdt(ctx, found, { ...askedPeriod(query, now), now, seesIgnored: may(ctx.actor, ignoreStop) })
}

async function runsIn(
  ctx: Ctx,
  found: MachinesUnder,
  query: Query<typeof runsOfOrgUnit>,
  { now, requireCurrent }: AsOfNow,
) {
  await requireCurrent(idsOf(found.machines))
  return { runs: await reportedRuns(ctx, found, { ...askedPeriod(query, now), now }) }
}
