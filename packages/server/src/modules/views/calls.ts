import { getCompany } from '@millwatch/contract/http/company'
import { readDevicePage } from '@millwatch/contract/http/devices-page'
import { readInterval } from '@millwatch/contract/http/status'
import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import * as telemetry from '@millwatch/contract/http/telemetry'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import * as tree from '@millwatch/contract/http/tree'
import * as utilization from '@millwatch/contract/http/utilization'
import { maySee } from '@millwatch/domain/identity'
import type { Range } from '@millwatch/domain/time'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import { type Module, type ModuleCall, question, streamed } from '../../platform/calls/calls.ts'
import type { Actor, Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { Streamed } from '../../platform/http/route.ts'
import { companyFacts } from '../company/index.ts'
import { presentDetail, statusHistory } from '../stops/index.ts'
import { allEquipment, type EquipmentRow, getEquipment } from '../tree/index.ts'
import { chosenBy } from '../utilization/index.ts'
import { machineAccount } from './account.ts'
import { companyTree } from './company-tree.ts'
import { devicePage } from './device-page.ts'
import { previewsOf } from './drawn.ts'
import { intervalDetail } from './interval.ts'
import { allOfPeriod, dataOfPeriod } from './present-all-in-one.ts'
import { machinePage } from './present-machine-page.ts'
import { streamRawData } from './raw-data.ts'
import { exportRawData } from './raw-data-export.ts'
import { unitShares } from './shares.ts'
import { unitPage } from './units.ts'
import { utilizationInBuckets, utilizationOfMachines, utilizationOfUnits } from './utilization.ts'

const idsOf = (machines: readonly EquipmentRow[]) => machines.map((machine) => machine.equipmentId)

/**
 * Returns the arguments for the answer to a question about one machine or unit: its id, its query, and true in `seesMoney` if the
 * caller may see money.
 */
const questionOf = <Q>({ params, query, actor }: { params: { id: number }; query: Q; actor: Actor }) => ({
  id: params.id,
  query,
  seesMoney: maySee(actor, 'money'),
})

const accountCalls: readonly ModuleCall[] = [
  question(utilization.accountOfEquipment, (ctx, { params, query }, asOf) =>
    machineAccount(ctx, asOf, { id: params.id, query }),
  ),
  question(utilization.sharesOfOrgUnit, (ctx, { params, query }, asOf) =>
    unitShares(ctx, asOf, { id: params.id, query }),
  ),
]

const pageCalls: readonly ModuleCall[] = [
  question(getCompany, async (ctx, { query }, { now, requireCurrent }) => {
    const facts = await companyFacts(ctx)
    const machines = await allEquipment(ctx)
    await requireCurrent(idsOf(machines))
    const tree = await companyTree(ctx, facts.root_org_unit_id, machines, {
      now,
      activeOnly: query.activeOnly ?? false,
    })
    return { company: { ...facts, tree } }
  }),
  question(tree.getEquipment, async (ctx, request, asOf) => ({
    equip: await machinePage(ctx, asOf, questionOf(request)),
  })),
  question(readDevicePage, (ctx, { params }, asOf, needs) => devicePage(ctx, asOf, needs, params.uuid)),
  question(tree.getOrgUnit, async (ctx, request, asOf) => ({
    orgUnit: await unitPage(ctx, asOf, questionOf(request)),
  })),
]

const utilizationCalls: readonly ModuleCall[] = [
  question(utilization.utilizationOfEquipment, async (ctx, { query, actor }, asOf) => ({
    equipment: await utilizationOfMachines(ctx, asOf, { query, seesMoney: maySee(actor, 'money') }),
    as_of: toIso(asOf.now),
  })),
  question(drawnOfEquipment, async (ctx, { query }, asOf) => ({
    equipment: await previewsOf(ctx, asOf, query),
    as_of: toIso(asOf.now),
  })),
  question(utilization.utilizationSeries, (ctx, { query, actor }, asOf) =>
    utilizationInBuckets(ctx, asOf, { query, seesMoney: maySee(actor, 'money') }),
  ),
  question(utilization.utilizationOfOrgUnits, async (ctx, { query, actor }, asOf) => ({
    orgUnits: await utilizationOfUnits(ctx, asOf, { query, seesMoney: maySee(actor, 'money') }),
    as_of: toIso(asOf.now),
  })),
]

const intervalCalls: readonly ModuleCall[] = [
  question(readInterval, (ctx, { params }, asOf) => intervalDetail(ctx, asOf, params.id)),
  question(utilization.utilizationDetail, async (ctx, { params, query }, { now, requireCurrent }) => {
    await requireCurrent([params.id])
    await getEquipment(ctx, params.id)
    const history = await statusHistory(ctx, params.id, askedPeriod(query, now))
    return { data: presentDetail(history, now), as_of: toIso(now) }
  }),
]

/**
 * Returns the period of a question about raw data, cut at now, once the machine's data is current; 404 for an unknown machine.
 */
async function periodOfRawData(
  ctx: Ctx,
  { params, query }: { readonly params: { id: number }; readonly query: Parameters<typeof askedPeriod>[0] },
  { now, requireCurrent }: AsOfNow,
): Promise<Range> {
  const period = askedPeriod(query, now)
  await getEquipment(ctx, params.id)
  await requireCurrent([params.id])
  return period
}

const seriesCalls: readonly ModuleCall[] = [
  question(allInOne, (ctx, request, asOf) => allOfPeriod(ctx, asOf, questionOf(request))),
  question(telemetry.dataOfEquipment, (ctx, request, asOf) => dataOfPeriod(ctx, asOf, questionOf(request))),
  streamed(telemetry.rawDataOfEquipment, periodOfRawData, (period, { params, query, inCompany }) => {
    const question = { equipmentId: params.id, period, chosen: chosenBy(query), limit: query.limit }
    return new Streamed(streamRawData(inCompany, question))
  }),
  streamed(telemetry.exportRawData, periodOfRawData, (period, { params, query, inCompany }) => {
    const { format = 'csv', only } = query
    const question = { equipmentId: params.id, period, chosen: chosenBy(query), only }
    const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8'
    // Without a name of its own: the page names the file after the machine and the dates.
    return new Streamed(exportRawData(inCompany, question, format), {
      'content-type': type,
      'content-disposition': 'attachment',
    })
  }),
]

/** Module with the calls whose answers combine several modules; it stores nothing. */
export const viewsModule: Module = {
  calls: [...pageCalls, ...utilizationCalls, ...intervalCalls, ...seriesCalls, ...accountCalls],
}
