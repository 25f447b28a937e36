import * as shifts from '@millwatch/contract/http/shifts'
import type { Clock } from '../../platform/clock.ts'
import { Invalid } from '../../platform/errors.ts'
import { fromIso, toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { getEquipment } from '../tree/index.ts'
import { demandExtent } from './extent.ts'
import { lostTimeReport, machinesWithoutShifts } from './lost-time.ts'
import { idsOf, machinesUnder } from './machines.ts'
import { shiftHistory } from './shifts.ts'

export interface ReportsDeps {
  readonly clock: Clock
  /** Computes status and writes shifts of these machines up to now. Runs before a question about them is answered. */
  readonly ensureCurrent: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
}

/** Reports about shifts. */
export function reportsRoutes(router: Router, { clock, ensureCurrent: computeStatus }: ReportsDeps): void {
  router.signedIn(shifts.shiftsOfEquipment, async ({ caller, params, query, inCompany, inSnapshot }) => {
    const period = wholePeriod(query)
    await inCompany((ctx) => getEquipment(ctx, params.id))
    await computeStatus(caller.companyId, [params.id])
    return success({ shifts: await inSnapshot((ctx) => shiftHistory(ctx, [params.id], period)) })
  })
  router.signedIn(shifts.shiftsOfOrgUnit, async ({ caller, params, query, inCompany, inSnapshot }) => {
    const period = wholePeriod(query)
    const ids = idsOf((await inCompany((ctx) => machinesUnder(ctx, params.id))).machines)
    await computeStatus(caller.companyId, ids)
    return inSnapshot(async (ctx) => {
      await demandExtent(ctx, ids, period)
      return success({ shifts: await shiftHistory(ctx, ids, period) })
    })
  })
  router.signedIn(shifts.lostTimeOfOrgUnit, async ({ caller, params, query, inCompany, inSnapshot }) => {
    const found = await inCompany((ctx) => machinesUnder(ctx, params.id))
    await computeStatus(caller.companyId, idsOf(found.machines))
    const now = clock.now()
    const period = askedPeriod(query, now)
    return inSnapshot(async (ctx) => {
      const { tree, machines } = await machinesUnder(ctx, params.id)
      await demandExtent(ctx, idsOf(machines), period)
      return success({
        report: await lostTimeReport(ctx, machines, period, now),
        exceptions: await machinesWithoutShifts(ctx, tree, machines),
        as_of: toIso(now),
      })
    })
  })
}

/** Shift history lies ahead too, through tomorrow: here a period ends where it was asked to. */
function wholePeriod(query: { startDate: string; endDate: string }): { from: number; to: number } {
  const from = fromIso(query.startDate, 'querystring/startDate')
  const to = fromIso(query.endDate, 'querystring/endDate')
  if (to < from) throw new Invalid('querystring/endDate is before startDate')
  return { from, to }
}
