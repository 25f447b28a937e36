import type { Query } from '@millwatch/contract/endpoint'
import { runsOfEquipment, runsOfOrgUnit } from '@millwatch/contract/http/runs'
import { xsfdtOfEquipment, xsfdtOfOrgUnit } from '@millwatch/contract/http/stops'
import { ignoreStop } from '@millwatch/contract/other-operations'
import { may } from '@millwatch/domain/identity'
import type { Actor, Ctx } from '../../platform/ctx.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { type Router, type SignedInCall, success } from '../../platform/http/route.ts'
import { idsOf, machinesUnder } from './machines.ts'
import type { ReportsDeps } from './routes.ts'
import { reportedRuns } from './runs.ts'
import { type MachinesUnder, oneMachine } from './under.ts'
import { xsfdt } from './xsfdt.ts'

/** The reports of excessive downtime and of runs. */
export function stopAndRunReports(router: Router, deps: ReportsDeps): void {
  router.signedIn(xsfdtOfEquipment, (call) =>
    answered(deps, call, (ctx) => oneMachine(ctx, call.params.id), excessiveDowntime(call.actor, call.query)),
  )
  router.signedIn(xsfdtOfOrgUnit, (call) =>
    answered(deps, call, (ctx) => machinesUnder(ctx, call.params.id), excessiveDowntime(call.actor, call.query)),
  )
  router.signedIn(runsOfEquipment, (call) =>
    answered(deps, call, (ctx) => oneMachine(ctx, call.params.id), runsIn(call.query)),
  )
  router.signedIn(runsOfOrgUnit, (call) =>
    answered(deps, call, (ctx) => machinesUnder(ctx, call.params.id), runsIn(call.query)),
  )
}

type Called = Pick<SignedInCall<typeof runsOfEquipment>, 'caller' | 'inCompany' | 'inSnapshot'>
type Report<T> = (ctx: Ctx, found: MachinesUnder, now: number) => Promise<T>

/** As many as one commit tells. */
const COMPUTED_AT_ONCE = 500

/** Tells the machines a report is about up to now, and makes the report as of then. */
async function answered<T extends object>(
  { clock, ensureCurrent: computeStatus }: ReportsDeps,
  { caller, inCompany, inSnapshot }: Called,
  find: (ctx: Ctx) => Promise<MachinesUnder>,
  report: Report<T>,
) {
  const ids = idsOf((await inCompany(find)).machines)
  for (let i = 0; i < ids.length; i += COMPUTED_AT_ONCE)
    await computeStatus(caller.companyId, ids.slice(i, i + COMPUTED_AT_ONCE))
  const now = clock.now()
  return inSnapshot(async (ctx) => success(await report(ctx, await find(ctx), now)))
}

function excessiveDowntime(actor: Actor, query: Query<typeof xsfdtOfOrgUnit>) {
  return (ctx: Ctx, found: MachinesUnder, now: number) => {
    const question = { ...askedPeriod(query, now), now, seesIgnored: may(actor, ignoreStop) }
    return xsfdt(ctx, found, question)
  }
}

function runsIn(query: Query<typeof runsOfOrgUnit>) {
  return async (ctx: Ctx, found: MachinesUnder, now: number) => ({
    runs: await reportedRuns(ctx, found, { ...askedPeriod(query, now), now }),
  })
}
