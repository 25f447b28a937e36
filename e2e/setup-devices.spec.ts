import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { send } from './support/device.ts'
import { dialog, emptyMachine } from './support/devices.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test, withoutReload } from './support/test.ts'

const list = (page: Page) => page.getByRole('table', { name: 'All devices' })
const rowOf = (page: Page, text: string) => list(page).getByRole('row').filter({ hasText: text })

async function addDevice(plant: Plant, equipId: number, primary: boolean, active: boolean): Promise<string> {
  const deviceUUID = randomUUID()
  await plant.company.call('POST', '/v0/devices', { deviceUUID, equipId, primary, active })
  return deviceUUID
}

test('the devices of the company are listed primary first, then active first, and found by machine, firmware or UUID', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`Listed ${plant.tag}`, plant.company.rootUnitId)
  const off = await addDevice(plant, machine.equipmentId, false, false)
  const other = await addDevice(plant, machine.equipmentId, false, true)
  await send(plant.url, machine, [{ t: Date.now(), type: 'ping', ip: '10.0.0.7', firmware: '1.4.2' }])
  await page.goto(`/setup/devices?q=${encodeURIComponent(`Listed ${plant.tag}`)}`)
  await expect(page).toHaveTitle('Devices | Millwatch')
  await expect(list(page).locator('code')).toHaveText([machine.uuid, other, off])
  await expect(rowOf(page, machine.uuid)).toContainText(/primary.*1\.4\.2/)
  await expect(rowOf(page, off)).toContainText('not active')
  const link = rowOf(page, other).getByRole('link', { name: `Listed ${plant.tag}`, exact: true })
  await expect(link).toHaveAttribute('href', `/e/${machine.equipmentId}`)
  await page.getByLabel('Find a device').fill(off)
  await expect(list(page).locator('code')).toHaveText([off])
  await page.getByLabel('Find a device').fill('nothing of this name')
  await expect(page.getByRole('status').filter({ hasText: 'No devices found' })).toBeVisible()
})

test(
  'an admin adds a device on a machine or on none yet, and edits it; the list follows',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const name = `Given ${plant.tag}`
    await emptyMachine(plant, name)
    await page.goto('/setup/devices')
    await page.getByRole('button', { name: 'Add device' }).click()
    await dialog(page)
      .getByRole('checkbox', { name: /^No machine yet/ })
      .check()
    const uuid = randomUUID()
    const form = dialog(page).getByRole('form', { name: 'New device' })
    await form.getByLabel('Type').selectOption('1')
    await form.getByLabel('Device UUID').fill(uuid)
    await form.getByRole('button', { name: 'Add device' }).click()
    await expect(toast(page, 'Device added successfully')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByLabel('Find a device').fill(uuid)
    await expect(rowOf(page, uuid)).toContainText(/no machine.*unassigned/)
    await rowOf(page, uuid).getByRole('button', { name: 'Edit device' }).click()
    await dialog(page)
      .getByRole('checkbox', { name: /^Active/ })
      .uncheck()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Device updated successfully')).toBeVisible()
    await expect(rowOf(page, uuid)).toContainText('not active')
    await page.getByRole('button', { name: 'Add device' }).click()
    await dialog(page).getByRole('combobox', { name: 'Machine' }).fill(name)
    await page.getByRole('option').filter({ hasText: name }).click()
    await expect(dialog(page)).toContainText(`Add device to ${name}`)
  },
)

test('a device that somebody else adds appears without a reload', async ({ signedIn: page, plant }) => {
  const machineId = await emptyMachine(plant, `Elsewhere ${plant.tag}`)
  await plant.machineIn(`First ${plant.tag}`, plant.company.rootUnitId)
  await page.goto('/setup/devices')
  await expect(page.getByLabel('Find a device')).toBeVisible()
  await withoutReload(page, async () => {
    const uuid = await addDevice(plant, machineId, true, true)
    await page.getByLabel('Find a device').fill(uuid)
    await expect(rowOf(page, uuid)).toContainText(`Elsewhere ${plant.tag}`)
    const loose = randomUUID()
    await plant.company.call('POST', '/v0/devices', { deviceUUID: loose, primary: false, active: true })
    await page.getByLabel('Find a device').fill(loose)
    await expect(rowOf(page, loose)).toContainText('unassigned')
  })
})

test('an admin releases the events of a device that wait in quarantine, by the keyboard alone', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`Ahead ${plant.tag}`, plant.company.rootUnitId)
  await send(plant.url, machine, [{ t: Date.now() + 48 * 3_600_000, type: 'cycle', cycle_time: 5 }])
  await page.goto('/setup/devices')
  await page.getByRole('button', { name: 'Release events' }).press('Enter')
  const form = dialog(page).getByRole('form', { name: 'Release events' })
  await expect(form.getByLabel('Reason')).toHaveValue('clock_far_ahead')
  expect(await violationsInAll(page)).toEqual([])
  await form.getByRole('combobox', { name: 'Devices' }).fill(`Ahead ${plant.tag}`)
  await expect(page.getByRole('option').filter({ hasText: machine.uuid })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Release events' }).press('Enter')
  await expect(toast(page, '1 event released')).toBeVisible()
  await expect(form).toHaveCount(0)
})

test('a regular user reads the list; the button says who adds devices', async ({ page, context, plant }) => {
  const machine = await plant.machineIn(`Read ${plant.tag}`, plant.company.rootUnitId)
  await enterWithRole(context, plant, 'user')
  await page.goto(`/setup/devices?q=${machine.uuid}`)
  await expect(rowOf(page, machine.uuid)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add device' })).toBeDisabled()
  await expect(page.getByText('An admin adds devices')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit device' })).toHaveCount(0)
})

test('the list is accessible, also on a phone', async ({ signedIn: page, plant }) => {
  await plant.machineIn(`Narrow ${plant.tag}`, plant.company.rootUnitId)
  await page.goto('/setup/devices')
  await expect(list(page)).toBeVisible()
  expect(await violationsInAll(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(() => beyondWindow(page)).toEqual([0, expect.any(Number)])
})
