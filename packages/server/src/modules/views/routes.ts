import { getCompany } from '@millwatch/contract/http/company'
import { statusOfEquipment, statusOfOrgUnit } from '@millwatch/contract/http/status'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import * as tree from '@millwatch/contract/http/tree'
import * as utilization from '@millwatch/contract/http/utilization'
import { treeOf } from '@millwatch/domain/tree'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { findCompany } from '../../platform/directory/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { type Router, Streamed, success } from '../../platform/http/route.ts'
import type { Role } from '../../platform/tables.ts'
import { intervalsTouching, type StatusRow } from '../status/index.ts'
import { allEquipment, allUnits, type EquipmentRow, equipmentByIds, getEquipment } from '../tree/index.ts'
import { companyTree } from './company-tree.ts'
import { figuresOf, presentFigures, together } from './figures.ts'
import { describeMachines } from './machines.ts'
import { askedPeriod } from './period.ts'
import { streamRawData } from './raw-data.ts'
import { presentLog, presentTimeline } from './status-log.ts'
import { describeUnit, todayOf, unitsWithMachines } from './units.ts'

export interface ViewsDeps {
  readonly database: Database
  readonly clock: Clock
  /** What time alone has changed about these machines is told before a question about them is answered. */
  readonly ensureTold: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
}

/** An empty period, as one that lies ahead is, touches nothing. */
const noIntervals: ReadonlyMap<number, StatusRow[]> = new Map()

const idsOf = (machines: readonly EquipmentRow[]) => machines.map((machine) => machine.equipment_id)
const seesParts = (caller: { role: Role }) => caller.role !== 'user'
const idList = (text: string) => [...new Set(text.split(',').map(Number))]

/** Answers that several modules have a part in. What they say of status is told up to now before it is read. */
export function viewsRoutes(router: Router, deps: ViewsDeps): void {
  companyRoutes(router, deps)
  machineRoutes(router, deps)
  unitRoutes(router, deps)
  reportRoutes(router, deps)
}

function companyRoutes(router: Router, { database, ensureTold }: ViewsDeps): void {
  router.signedIn(getCompany, async ({ caller, query, inCompany }) => {
    const company = await findCompany(database, caller.companyId)
    if (!company) throw new NotFound()
    const machines = await inCompany(allEquipment)
    await ensureTold(caller.companyId, idsOf(machines))
    const { companyId: id, name, rootOrgUnitId } = company
    const activeOnly = query.activeOnly ?? false
    const whole = await inCompany((ctx) => companyTree(ctx, rootOrgUnitId, machines, activeOnly))
    return success({ company: { id, name, root_org_unit_id: rootOrgUnitId, tree: whole } })
  })
}

function machineRoutes(router: Router, { clock, ensureTold }: ViewsDeps): void {
  router.signedIn(tree.getEquipment, async ({ caller, params, inCompany }) => {
    await ensureTold(caller.companyId, [params.id])
    return inCompany(async (ctx) => {
      const machine = await getEquipment(ctx, params.id)
      const given = { now: clock.now(), tree: treeOf(await allUnits(ctx)), seesParts: seesParts(caller) }
      const [equip] = await describeMachines(ctx, [machine], given)
      if (!equip) throw new NotFound()
      return success({ equip })
    })
  })
  router.signedIn(utilization.utilizationOfEquipment, async ({ caller, query, inCompany }) => {
    const ids = idList(query.ids)
    const period = askedPeriod(query, clock.now())
    await ensureTold(caller.companyId, ids)
    return inCompany(async (ctx) => {
      if ((await equipmentByIds(ctx, ids)).length < ids.length) throw new NotFound()
      const figures = await figuresOf(ctx, ids, period)
      const equipment = [...figures].map(([id, one]) => presentFigures(id, one, seesParts(caller)))
      return success({ equipment })
    })
  })
}

function unitRoutes(router: Router, { clock, ensureTold }: ViewsDeps): void {
  router.signedIn(tree.getOrgUnit, async ({ caller, params, query, inCompany }) => {
    const { startDate, endDate } = query
    if ((startDate === undefined) !== (endDate === undefined))
      throw new Invalid('querystring/endDate and startDate go together')
    const found = await inCompany((ctx) => unitsWithMachines(ctx, [params.id]))
    const [subtree] = found.units
    if (!subtree) throw new NotFound()
    await ensureTold(caller.companyId, idsOf(subtree.machines))
    const now = clock.now()
    const asked = startDate !== undefined && endDate !== undefined
    const period = asked ? askedPeriod({ startDate, endDate }, now) : todayOf(found.tree, params.id, now)
    return inCompany(async (ctx) => {
      const given = { period, now, seesParts: seesParts(caller) }
      return success({ orgUnit: await describeUnit(ctx, { ...subtree, tree: found.tree }, given) })
    })
  })
  router.signedIn(utilization.utilizationOfOrgUnits, async ({ caller, query, inCompany }) => {
    const period = askedPeriod(query, clock.now())
    const { units } = await inCompany((ctx) => unitsWithMachines(ctx, idList(query.ids)))
    const ids = [...new Set(units.flatMap(({ machines }) => idsOf(machines)))]
    await ensureTold(caller.companyId, ids)
    const figures = await inCompany((ctx) => figuresOf(ctx, ids, period))
    const orgUnits = units.map(({ unit, machines }) => {
      const all = together(idsOf(machines).flatMap((id) => figures.get(id) ?? []))
      return presentFigures(unit.id, all, seesParts(caller))
    })
    return success({ orgUnits })
  })
}

function reportRoutes(router: Router, { clock, ensureTold }: ViewsDeps): void {
  router.signedIn(statusOfEquipment, async ({ caller, params, query, inCompany }) => {
    await ensureTold(caller.companyId, [params.id])
    const now = clock.now()
    const { from, to } = askedPeriod(query, now)
    return inCompany(async (ctx) => {
      await getEquipment(ctx, params.id)
      const intervals = from < to ? await intervalsTouching(ctx, [params.id], from, to) : noIntervals
      return success({ data: (intervals.get(params.id) ?? []).map((row) => presentLog(row, now)) })
    })
  })
  router.signedIn(statusOfOrgUnit, async ({ caller, params, query, inCompany }) => {
    const { from, to } = askedPeriod(query, clock.now())
    const { units } = await inCompany((ctx) => unitsWithMachines(ctx, [params.id]))
    const ids = units.flatMap(({ machines }) => idsOf(machines))
    await ensureTold(caller.companyId, ids)
    const intervals = from < to ? await inCompany((ctx) => intervalsTouching(ctx, ids, from, to)) : noIntervals
    const equipment = ids.map((id) => ({ id, data: (intervals.get(id) ?? []).map(presentTimeline) }))
    return success({ equipment })
  })
  router.signedIn(rawDataOfEquipment, async ({ caller, params, query, inCompany }) => {
    const period = askedPeriod(query, clock.now())
    await inCompany((ctx) => getEquipment(ctx, params.id))
    await ensureTold(caller.companyId, [params.id])
    return new Streamed(streamRawData(inCompany, params.id, period))
  })
}
