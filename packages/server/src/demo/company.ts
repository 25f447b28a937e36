import { randomUUID } from 'node:crypto'
import type { PlantFile } from '@millwatch/simulator/plant-file'
import { settleShifts } from '../flow/keep-shifts.ts'
import { createDevice, type DevicesDeps } from '../modules/devices/index.ts'
import { createEquipment, createOrgUnit, updateOrgUnit } from '../modules/tree/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { foundCompany } from '../platform/directory/index.ts'
import { type DemoSite, demoCompany } from './plant.ts'

export interface Founding extends DevicesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: readonly DemoSite[]
  /** Called with the devices and their keys before they become valid: keep them, nobody else will know them. */
  readonly keep: (devices: PlantFile['devices']) => void
}

/** The company with its sites, units, machines and devices: in one transaction, so that there is all of it or nothing. */
export async function foundDemoCompany(founding: Founding): Promise<number> {
  const { database, clock, sites, keep } = founding
  const zone = sites[0]?.zone ?? 'Etc/UTC'
  return foundCompany(database, { name: demoCompany, timezone: zone, createdAt: clock.now() }, async (tx, company) => {
    const ctx: Ctx = { companyId: company.companyId, actor: { kind: 'system' }, tx, clock }
    const devices: PlantFile['devices'] = []
    for (const site of sites) devices.push(...(await foundSite(ctx, founding, company.rootOrgUnitId, site)))
    keep(devices)
    return company.companyId
  })
}

async function foundSite(ctx: Ctx, deps: DevicesDeps, rootId: number, site: DemoSite): Promise<PlantFile['devices']> {
  const { id: siteId } = await createOrgUnit(ctx, { name: site.name, parentId: rootId })
  await updateOrgUnit(ctx, { ...deps, settleShifts }, siteId, { timezone: site.zone })
  const devices: PlantFile['devices'] = []
  for (const unit of site.units) {
    const { id: unitId } = await createOrgUnit(ctx, { name: unit.name, parentId: siteId })
    for (const machine of unit.machines) {
      const { equipment_id: equipmentId } = await createEquipment(ctx, { name: machine.name, parentId: unitId })
      const uuid = randomUUID()
      const { key } = await createDevice(ctx, deps, { uuid, equipmentId, isPrimary: true, active: true })
      devices.push({ uuid, key, machine: { ...machine, zone: site.zone } })
    }
  }
  return devices
}
