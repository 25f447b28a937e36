import { getCompany } from '@millwatch/contract/http/company'
import { readInterval, statusOfEquipment, statusOfOrgUnit } from '@millwatch/contract/http/status'
import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import * as telemetry from '@millwatch/contract/http/telemetry'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import * as tree from '@millwatch/contract/http/tree'
import * as utilization from '@millwatch/contract/http/utilization'
import { maySee } from '@millwatch/domain/identity'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { type Router, Streamed, success } from '../../platform/http/route.ts'
import { companyFacts } from '../company/index.ts'
import { findCompany } from '../identity/index.ts'
import { intervalsTouching, type StatusRow } from '../status/index.ts'
import { allEquipment, type EquipmentRow, getEquipment } from '../tree/index.ts'
import { machineAccount } from './account.ts'
import { allOfPeriod, dataOfPeriod } from './all-in-one.ts'
import { askAsOfNow } from './ask.ts'
import { chosenBy } from './choices.ts'
import { companyTree } from './company-tree.ts'
import { previewsOf } from './drawn.ts'
import { intervalDetail } from './interval.ts'
import { machinePage } from './machine-page.ts'
import { streamRawData } from './raw-data.ts'
import { unitsWithMachines } from './scope.ts'
import { unitShares } from './shares.ts'
import { presentDetail, presentLog, presentStanding, presentTimeline, statusHistory } from './status-log.ts'
import { unitPage } from './units.ts'
import { utilizationInBuckets, utilizationOfMachines, utilizationOfUnits } from './utilization.ts'

export interface ViewsDeps {
  readonly database: Database
  readonly clock: Clock
  /**
   * Computes the status of these machines up to now, as time alone may have changed it. Runs before a question about
   * them is answered.
   */
  readonly ensureCurrent: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
}

/** Result for an empty period, for example one in the future. */
const noIntervals: ReadonlyMap<number, StatusRow[]> = new Map()

const idsOf = (machines: readonly EquipmentRow[]) => machines.map((machine) => machine.equipment_id)

/**
 * Registers the routes whose answers combine several modules. Machine status is computed up to now before it is read.
 */
export function viewsRoutes(router: Router, deps: ViewsDeps): void {
  companyRoutes(router, deps)
  machineRoutes(router, deps)
  unitRoutes(router, deps)
  reportRoutes(router, deps)
  seriesRoutes(router, deps)
  accountRoutes(router, deps)
}

function accountRoutes(router: Router, deps: ViewsDeps): void {
  router.signedIn(utilization.accountOfEquipment, async ({ caller, params, query, inSnapshot }) =>
    askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) =>
      success(await machineAccount(ctx, as, { id: params.id, query })),
    ),
  )
  router.signedIn(utilization.sharesOfOrgUnit, async ({ caller, params, query, inSnapshot }) =>
    askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) =>
      success(await unitShares(ctx, as, { id: params.id, query })),
    ),
  )
}

function companyRoutes(router: Router, deps: ViewsDeps): void {
  router.signedIn(getCompany, async ({ caller, query, inSnapshot }) => {
    const company = await findCompany(deps.database, caller.companyId)
    if (!company) throw new NotFound()
    const { rootOrgUnitId } = company
    const whole = await askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, { requireCurrent }) => {
      const machines = await allEquipment(ctx)
      await requireCurrent(idsOf(machines))
      const tree = await companyTree(ctx, rootOrgUnitId, machines, query.activeOnly ?? false)
      return { ...(await companyFacts(ctx)), tree }
    })
    return success({ company: whole })
  })
}

function machineRoutes(router: Router, deps: ViewsDeps): void {
  router.signedIn(tree.getEquipment, async ({ caller, actor, params, query, inSnapshot }) => {
    const question = { id: params.id, query, seesMoney: maySee(actor, 'money') }
    const equip = await askAsOfNow(deps, caller.companyId, inSnapshot, (ctx, as) => machinePage(ctx, as, question))
    return success({ equip })
  })
  router.signedIn(utilization.utilizationOfEquipment, async ({ caller, actor, query, inSnapshot }) => {
    const question = { query, seesMoney: maySee(actor, 'money') }
    return askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) => {
      const equipment = await utilizationOfMachines(ctx, as, question)
      return success({ equipment, as_of: toIso(as.now) })
    })
  })
  router.signedIn(drawnOfEquipment, async ({ caller, query, inSnapshot }) =>
    askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) => {
      const equipment = await previewsOf(ctx, as, query)
      return success({ equipment, as_of: toIso(as.now) })
    }),
  )
  router.signedIn(utilization.utilizationSeries, async ({ caller, actor, query, inSnapshot }) => {
    const question = { query, seesMoney: maySee(actor, 'money') }
    return askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) =>
      success(await utilizationInBuckets(ctx, as, question)),
    )
  })
}

function unitRoutes(router: Router, deps: ViewsDeps): void {
  router.signedIn(tree.getOrgUnit, async ({ caller, actor, params, query, inSnapshot }) => {
    const question = { id: params.id, query, seesMoney: maySee(actor, 'money') }
    const orgUnit = await askAsOfNow(deps, caller.companyId, inSnapshot, (ctx, as) => unitPage(ctx, as, question))
    return success({ orgUnit })
  })
  router.signedIn(utilization.utilizationOfOrgUnits, async ({ caller, actor, query, inSnapshot }) => {
    const question = { query, seesMoney: maySee(actor, 'money') }
    return askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) => {
      const orgUnits = await utilizationOfUnits(ctx, as, question)
      return success({ orgUnits, as_of: toIso(as.now) })
    })
  })
}

function reportRoutes(router: Router, deps: ViewsDeps): void {
  router.signedIn(statusOfEquipment, async ({ caller, params, query, inSnapshot }) =>
    askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, { now, requireCurrent }) => {
      await requireCurrent([params.id])
      await getEquipment(ctx, params.id)
      const history = await statusHistory(ctx, params.id, askedPeriod(query, now))
      return success({ data: presentLog(history, now), annotations: presentStanding(history) })
    }),
  )
  router.signedIn(readInterval, async ({ caller, params, inSnapshot }) =>
    askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) =>
      success(await intervalDetail(ctx, as, params.id)),
    ),
  )
  router.signedIn(statusOfOrgUnit, async ({ caller, params, query, inSnapshot }) =>
    askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, { now, requireCurrent }) => {
      const { units } = await unitsWithMachines(ctx, [params.id])
      const ids = units.flatMap(({ machines }) => idsOf(machines))
      await requireCurrent(ids)
      const { from, to } = askedPeriod(query, now)
      const intervals = from < to ? await intervalsTouching(ctx, ids, from, to) : noIntervals
      return success({ equipment: ids.map((id) => ({ id, data: (intervals.get(id) ?? []).map(presentTimeline) })) })
    }),
  )
  router.signedIn(utilization.utilizationDetail, async ({ caller, params, query, inSnapshot }) =>
    askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, { now, requireCurrent }) => {
      await requireCurrent([params.id])
      await getEquipment(ctx, params.id)
      const history = await statusHistory(ctx, params.id, askedPeriod(query, now))
      return success({ data: presentDetail(history, now), as_of: toIso(now) })
    }),
  )
}

function seriesRoutes(router: Router, deps: ViewsDeps): void {
  router.signedIn(allInOne, async ({ caller, actor, params, query, inSnapshot }) => {
    const question = { id: params.id, query, seesMoney: maySee(actor, 'money') }
    return askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) =>
      success(await allOfPeriod(ctx, as, question)),
    )
  })
  router.signedIn(telemetry.dataOfEquipment, async ({ caller, actor, params, query, inSnapshot }) => {
    const question = { id: params.id, query, seesMoney: maySee(actor, 'money') }
    return askAsOfNow(deps, caller.companyId, inSnapshot, async (ctx, as) =>
      success(await dataOfPeriod(ctx, as, question)),
    )
  })
  router.signedIn(telemetry.rawDataOfEquipment, async ({ caller, params, query, inCompany }) => {
    const period = askedPeriod(query, deps.clock.now())
    await inCompany((ctx) => getEquipment(ctx, params.id))
    await deps.ensureCurrent(caller.companyId, [params.id])
    return new Streamed(streamRawData(inCompany, { equipmentId: params.id, period, chosen: chosenBy(query) }))
  })
}
