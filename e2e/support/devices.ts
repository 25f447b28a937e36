import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { expect, type Plant } from './test.ts'

type Json = Readonly<Record<string, unknown>>
interface DeviceAnswer {
  readonly id: number
  readonly device_uuid: string
  readonly device_type_id: number
  readonly is_primary: boolean
  readonly active: boolean
  readonly poll_interval_s: number | null
  readonly input_setup: Json | null
  readonly analog_in_1_config: Json
}

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Devices', exact: true })
export const card = (page: Page, uuid: string): Locator => panel(page).getByRole('listitem').filter({ hasText: uuid })
export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true })

export const emptyMachine = async (plant: Plant, name: string): Promise<number> => {
  const wanted = { name, parent_id: plant.company.rootUnitId }
  return (await plant.company.call<{ equip: { id: number } }>('POST', '/v0/e', wanted)).equip.id
}

/** Creates a machine under the root unit with a device of type 2, which has this input set-up. */
export const configurable = (plant: Plant, name: string, inputSetup: Json): Promise<MadeMachine> =>
  plant.company.machine(name, plant.company.rootUnitId, { deviceTypeId: 2, inputSetup })

export const deviceOf = async (plant: Plant, uuid: string): Promise<DeviceAnswer> =>
  (await plant.company.call<{ device: DeviceAnswer }>('GET', `/v0/devices/${uuid}`)).device

export const open = async (page: Page, machineId: number): Promise<void> => {
  await page.goto(`/e/${machineId}?panel=devices`)
  await expect(button(panel(page), 'Add device')).toBeVisible()
}

export async function openInputs(page: Page, machine: MadeMachine): Promise<void> {
  await open(page, machine.equipmentId)
  await button(panel(page), 'Edit Input Config').click()
}

/** Selects a machine in a field of the open dialog by typing its name. */
export async function pick(page: Page, label: string, name: string): Promise<void> {
  await dialog(page).getByLabel(label).fill(name)
  await page.getByRole('option').filter({ hasText: name }).click()
}
