import * as reports from '@millwatch/contract/http/reports'
import { type ModuleCall, question } from '../../platform/calls/calls.ts'
import { Invalid } from '../../platform/errors.ts'
import { fromIso, toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { getEquipment } from '../tree/index.ts'
import { demandExtent } from './extent.ts'
import { lostTimeReport, machinesWithoutShifts } from './lost-time.ts'
import { idsOf, machinesUnder } from './machines.ts'
import { shiftHistory } from './shifts.ts'

/** Calls of the API that return the shift history of machines and the report of lost time. */
export const shiftReports: readonly ModuleCall[] = [
  question(reports.shiftsOfEquipment, async (ctx, { params, query }, { requireCurrent }) => {
    const period = wholePeriod(query)
    await getEquipment(ctx, params.id)
    await requireCurrent([params.id])
    return { shifts: await shiftHistory(ctx, [params.id], period) }
  }),
  question(reports.shiftsOfOrgUnit, async (ctx, { params, query }, { requireCurrent }) => {
    const period = wholePeriod(query)
    const ids = idsOf((await machinesUnder(ctx, params.id)).machines)
    await requireCurrent(ids)
    await demandExtent(ctx, ids, period)
    return { shifts: await shiftHistory(ctx, ids, period) }
  }),
  question(reports.lostTimeOfOrgUnit, async (ctx, { params, query }, { now, requireCurrent }) => {
    const { tree, machines } = await machinesUnder(ctx, params.id)
    await requireCurrent(idsOf(machines))
    const period = askedPeriod(query, now)
    await demandExtent(ctx, idsOf(machines), period)
    return {
      report: await lostTimeReport(ctx, machines, period, now),
      exceptions: await machinesWithoutShifts(ctx, tree, machines),
      as_of: toIso(now),
    }
  }),
]

/** Returns the requested period as it is: shift history also lies ahead, through tomorrow. */
function wholePeriod(query: { startDate: string; endDate: string }): { from: number; to: number } {
  const from = fromIso(query.startDate, 'querystring/startDate')
  const to = fromIso(query.endDate, 'querystring/endDate')
  if (to < from) throw new Invalid('querystring/endDate is before startDate')
  return { from, to }
}
