import { DEFAULT_COMPANY_SETTINGS } from '@millwatch/domain/company'
import { companyRecord, foundCompany, writeCompany, writeCompanySettings } from '../modules/identity/index.ts'
import { changeScheduleOfUnit, createTemplate } from '../modules/schedules/index.ts'
import { createOrgUnit, updateEquipment, updateOrgUnit } from '../modules/tree/index.ts'
import { type Ctx, systemCtx } from '../platform/ctx.ts'
import { stateFact } from '../platform/outbox/state-fact.ts'
import type { FoundedMachine, Founding } from './founding.ts'
import { foundMachine } from './machine.ts'
import { type DemoSite, demoCompany } from './plant.ts'
import { siteWeek, templates, weeks } from './weeks.ts'

/**
 * Archives a demo machine as of `retiredAt`, the time of its last event, and deactivates its device, which stays on the
 * machine. Does nothing for a machine without `retiredAt`.
 */
async function archiveInPast(ctx: Ctx, { equipmentId, device }: FoundedMachine): Promise<void> {
  const { retiredAt } = device.machine
  if (retiredAt === undefined) return
  await updateEquipment(ctx, equipmentId, { lists: {}, settings: { active: false }, from: retiredAt })
  await stateFact(ctx, { kind: 'machine.released', equipmentId, isRemoved: false })
}

/**
 * Makes the demo company with its units, machines, schedules and devices, in one transaction, and returns its id. The sites and
 * some units get schedules of shifts; the root keeps the default one. `keep` gets the devices with their keys before the commit.
 */
export async function foundDemoCompany(founding: Founding): Promise<number> {
  const { database, clock, sites, keep } = founding
  const zone = sites[0]?.zone ?? 'Etc/UTC'
  return foundCompany(database, { name: demoCompany, timezone: zone, createdAt: clock.now() }, async (tx, company) => {
    const ctx = systemCtx(company.companyId, tx, clock)
    await switchAllOn(ctx)
    await writeCompanySettings(tx, company.companyId, { ...DEFAULT_COMPANY_SETTINGS, currency: 'USD' })
    for (const template of templates) await createTemplate(ctx, template)
    const founded: FoundedMachine[] = []
    for (const site of sites) founded.push(...(await foundSite(ctx, founding, company.rootOrgUnitId, site)))
    for (const machine of founded) await archiveInPast(ctx, machine)
    keep(founded.map(({ device }) => device))
    return company.companyId
  })
}

/** Switches on all flags of the demo company that are on or off; its second company keeps the default of none. */
async function switchAllOn(ctx: Ctx): Promise<void> {
  const record = await companyRecord(ctx.tx, ctx.companyId)
  if (!record) throw new Error('A company that was founded is not there')
  const on = ['device_outputs', 'operator_view', 'favorites', 'scrap_enabled']
  await writeCompany(ctx.tx, ctx.companyId, { ...record, flags: Object.fromEntries(on.map((name) => [name, true])) })
}

async function foundSite(ctx: Ctx, founding: Founding, rootId: number, site: DemoSite): Promise<FoundedMachine[]> {
  const { id: siteId } = await createOrgUnit(ctx, { name: site.name, parentId: rootId })
  await updateOrgUnit(ctx, siteId, { timezone: site.zone })
  await changeScheduleOfUnit(ctx, siteId, weeks[siteWeek])
  const founded: FoundedMachine[] = []
  const units = new Map<string, number>()
  for (const unit of site.units) {
    const { id: unitId } = await createOrgUnit(ctx, { name: unit.name, parentId: siteId })
    units.set(unit.name, unitId)
    if (unit.week) await changeScheduleOfUnit(ctx, unitId, weeks[unit.week])
    for (const machine of unit.machines)
      founded.push(await foundMachine(ctx, founding, { machine, unit, unitId, units, zone: site.zone }))
  }
  return founded
}
