import { runsOfEquipment, runsOfOrgUnit } from '@millwatch/contract/http/runs'
import { xsfdtOfEquipment, xsfdtOfOrgUnit } from '@millwatch/contract/http/stops'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { type Router, type SignedInCall, success } from '../../platform/http/route.ts'
import { reportedRuns } from './runs.ts'
import { type MachinesUnder, machinesUnder, oneMachine } from './under.ts'
import { xsfdt } from './xsfdt.ts'

export interface ReportsDeps {
  readonly clock: Clock
  /** What time alone has changed about these machines is told before a question about them is answered. */
  readonly ensureTold: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
}

const TOLD_AT_ONCE = 500

/** The reports of excessive downtime and of runs. */
export function stopAndRunReports(router: Router, deps: ReportsDeps): void {
  const told = async ({ caller, inCompany }: Called, find: (ctx: Ctx) => Promise<MachinesUnder>) => {
    const found = await inCompany(find)
    const ids = found.machines.map((machine) => machine.equipment_id)
    for (let i = 0; i < ids.length; i += TOLD_AT_ONCE)
      await deps.ensureTold(caller.companyId, ids.slice(i, i + TOLD_AT_ONCE))
    const now = deps.clock.now()
    return { found, now, seesIgnored: caller.role === 'superuser' }
  }
  router.signedIn(xsfdtOfEquipment, async (call) => {
    const { found, ...asked } = await told(call, (ctx) => oneMachine(ctx, call.params.id))
    const question = { ...asked, ...askedPeriod(call.query, asked.now) }
    return call.inCompany(async (ctx) => success(await xsfdt(ctx, found, question)))
  })
  router.signedIn(xsfdtOfOrgUnit, async (call) => {
    const { found, ...asked } = await told(call, (ctx) => machinesUnder(ctx, call.params.id))
    const question = { ...asked, ...askedPeriod(call.query, asked.now) }
    return call.inCompany(async (ctx) => {
      const { message: _ofOneMachine, ...report } = await xsfdt(ctx, found, question)
      return success(report)
    })
  })
  router.signedIn(runsOfEquipment, async (call) => {
    const { found, now } = await told(call, (ctx) => oneMachine(ctx, call.params.id))
    const question = { now, ...askedPeriod(call.query, now) }
    return call.inCompany(async (ctx) => success({ runs: await reportedRuns(ctx, found, question) }))
  })
  router.signedIn(runsOfOrgUnit, async (call) => {
    const { found, now } = await told(call, (ctx) => machinesUnder(ctx, call.params.id))
    const question = { now, ...askedPeriod(call.query, now) }
    return call.inCompany(async (ctx) => success({ runs: await reportedRuns(ctx, found, question) }))
  })
}

type Called = Pick<SignedInCall<typeof runsOfEquipment>, 'caller' | 'inCompany'>
