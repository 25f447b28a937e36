import { randomUUID } from 'node:crypto'
import type { FrameLocator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { send } from './support/device.ts'
import { card, configurable, deviceOf, dialog } from './support/devices.ts'
import { tabTo } from './support/keyboard.ts'
import { millwatch } from './support/operator.ts'
import { enterWithRole } from './support/setup.ts'
import { beyondWindow, expect, type Plant, test, withoutReload } from './support/test.ts'

const frame = (page: Page): FrameLocator => page.frameLocator('iframe')
const panel = (page: Page, name: string) => frame(page).getByRole('region', { name })
const running = { running: { inputs: '24v0' } }

/** Adds a device that is on no machine; returns its UUID. */
async function looseDevice(plant: Plant): Promise<string> {
  const deviceUUID = randomUUID()
  await plant.company.call('POST', '/v0/devices', { deviceUUID, primary: false, active: true })
  return deviceUUID
}

test('the wrench leads superusers to the page of a device: identity, inputs, events, configuration, outputs, live within 1 s', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await configurable(plant, `Wrench ${plant.tag}`, running)
  const { uuid, equipmentId } = machine
  await send(plant.url, machine, [{ t: Date.now() - 5000, type: 'input', input: '24v0', value: 0 }])
  await page.goto(`/setup/devices?q=${uuid}`)
  await page.getByRole('link', { name: `Open the page of device ${uuid}` }).click()
  await expect(page).toHaveURL(`/e/${equipmentId}/d/${uuid}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(uuid)
  await expect(panel(page, 'Identity and account')).toContainText('1 received = 1 accepted')
  await expect(panel(page, 'Inputs')).toContainText(/24v #1\s*Low/)
  await expect(panel(page, 'Inputs')).toContainText(/120v #2\s*not reported/)
  await expect(panel(page, 'Outputs')).toContainText('No alarm has switched an output')
  await expect(panel(page, 'Configuration')).toContainText('Running while 24v #1 is high. It was not sent yet')
  await withoutReload(page, async () => {
    await send(plant.url, machine, [{ t: Date.now(), type: 'input', input: '24v0', value: 1 }])
    await expect(panel(page, 'Inputs')).toContainText(/24v #1\s*High/)
    await expect(panel(page, 'Last 100 events').getByRole('row').nth(1)).toContainText(/Input\s*24v #1 high/)
    await expect(panel(page, 'Identity and account')).toContainText('2 received = 2 accepted')
    await fetch(`${plant.url}/v0/device/config`, { headers: { authorization: `Device ${uuid}:${machine.key}` } })
    await expect(panel(page, 'Configuration')).toContainText('The device has confirmed it.')
  })
})

test('the page of a device on no machine is in the set-up; an address with another machine leads to the right one', async ({
  signedIn: page,
  plant,
}) => {
  const uuid = await looseDevice(plant)
  await page.goto(`/setup/devices/${uuid}`)
  await expect(panel(page, 'Identity and account')).toContainText('on no machine')
  await expect(panel(page, 'Last 100 events')).toContainText('The device has sent nothing so far.')
  await expect(panel(page, 'Configuration')).toContainText('never')
  const machine = await plant.machineIn(`Right ${plant.tag}`, plant.company.rootUnitId)
  await page.goto(`/e/${machine.equipmentId}/d/${uuid}`)
  await expect(page).toHaveURL(`/setup/devices/${uuid}`)
  await page.goto(`/e/${machine.equipmentId}/d/${machine.uuid.toUpperCase()}`)
  await expect(panel(page, 'Identity and account')).toContainText(`Right ${plant.tag}`)
  await page.goto(`/setup/devices/${randomUUID()}`)
  await expect(page.getByRole('alert')).toContainText('The company has no device with this UUID')
  await page.goto(`/device-ui/?uuid=${randomUUID()}`)
  await expect(page.getByRole('alert')).toContainText('The device could not be read')
})

test('others are led from the page of a device to its machine, or to the list of devices; the server refuses them', async ({
  page,
  context,
  plant,
}) => {
  const machine = await plant.machineIn(`Others ${plant.tag}`, plant.company.rootUnitId)
  await enterWithRole(context, plant, 'admin')
  await page.goto(`/e/${machine.equipmentId}/d/${machine.uuid}`)
  await expect(page).toHaveURL(new RegExp(`/e/${machine.equipmentId}(\\?|$)`))
  await page.goto(`/setup/devices/${machine.uuid}`)
  await expect(page).toHaveURL('/setup/devices')
  await page.getByLabel('Find a device').fill(machine.uuid)
  await expect(page.getByRole('button', { name: 'Edit device' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Open the page of device/ })).toHaveCount(0)
  await page.goto(`/device-ui/?uuid=${machine.uuid}`)
  await expect(page.getByRole('alert')).toContainText('for superusers of the company')
  const refused = await page.request.get(`${plant.url}/v0/devices/${machine.uuid}/page`)
  expect(refused.status()).toBe(403)
})

test('the frame of a device is sandboxed and keeps to the content policy; a lost line is said', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const machine = await plant.machineIn(`Policy ${plant.tag}`, plant.company.rootUnitId)
  const complaints: string[] = []
  page.on('console', (message) => /content security policy/i.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`/e/${machine.equipmentId}/d/${machine.uuid}`)
  await expect(panel(page, 'Identity and account')).toContainText(`Policy ${plant.tag}`)
  expect(complaints).toEqual([])
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  await context.setOffline(true)
  await expect(frame(page).getByText('No connection. Everything below is as of')).toBeVisible()
  await context.setOffline(false)
  await expect(frame(page).getByText('No connection.')).toHaveCount(0)
})

test('what a device sent is text, whatever it looks like', async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn(`<b>${plant.tag}</b>`, plant.company.rootUnitId)
  const odd = ['<script>alert(1)</script>', '\u202eright to left', 'x'.repeat(32)]
  await send(plant.url, machine, [
    ...odd.map((input, i) => ({ t: Date.now() - 5000 + i, type: 'input' as const, input, value: 1 as const })),
    { t: 5, type: 'ping' },
  ])
  await page.goto(`/e/${machine.equipmentId}/d/${machine.uuid}`)
  const shown = ['<script>alert(1)</script>', '[RLO]right to left', 'x'.repeat(32)]
  for (const input of shown) await expect(panel(page, 'Inputs')).toContainText(input)
  await expect(panel(page, 'Last 100 events')).toContainText('the clock of the device is not set')
  await expect(panel(page, 'Identity and account')).toContainText(`on <b>${plant.tag}</b>`)
  expect((await deviceOf(plant, machine.uuid)).device_uuid).toBe(machine.uuid)
})

test('a device gets a name, which is shown with its UUID, found, in the log, and in another browser at once', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const machine = await plant.machineIn(`Named ${plant.tag}`, plant.company.rootUnitId)
  const name = `<i>Gateway</i> שלום ${plant.tag} ${'x'.repeat(80)}`
  await page.goto(`/e/${machine.equipmentId}?panel=devices`)
  await expect(card(page, machine.uuid)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/setup/devices')
  await other.getByLabel('Find a device').fill(machine.uuid)
  await other.getByRole('button', { name: `Edit device ${machine.uuid}` }).click()
  await dialog(other).getByLabel('Name').fill(`  ${name} `)
  await dialog(other).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(other)).toHaveCount(0)
  await expect(card(page, machine.uuid)).toContainText(name)
  await expect(page.getByRole('main').getByText(`Device ${name}`)).toHaveAttribute('title', machine.uuid)
  await other.getByLabel('Find a device').fill(`שלום ${plant.tag}`)
  await expect(other.getByRole('table', { name: 'All devices' }).locator('code')).toHaveText([machine.uuid])
  await other.goto('/setup/audit')
  await expect(other.getByText(`Device ${name}`).first()).toBeVisible()
  await other.goto(`/e/${machine.equipmentId}/d/${machine.uuid}`)
  await expect(other.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(panel(other, 'Identity and account')).toContainText(name)
})

test('the outputs show the command of an alarm: sent, acknowledged, and not reached after a minute', async ({
  signedIn: page,
  plant,
}) => {
  const { company } = await plant.company.call<{ company: { id: number } }>('GET', '/v0/company')
  await millwatch('flags', String(company.id), 'device_outputs', 'on')
  const machine = await plant.machineIn(`Light ${plant.tag}`, plant.company.rootUnitId)
  await send(plant.url, machine, [{ t: Date.now() - 5000, type: 'ping', firmware: '2.1.0' }])
  await plant.company.call('POST', '/v0/alarms', {
    alarm_type_id: 8,
    equipment_id: machine.equipmentId,
    args: { what: 'temperature', direction: 'above', value: 60, minutes: 0 },
    device_output_config: { '24v': true },
  })
  const outputs = panel(page, 'Outputs')
  await page.goto(`/e/${machine.equipmentId}/d/${machine.uuid}`)
  await expect(outputs).toContainText('No alarm has switched an output')
  await withoutReload(page, async () => {
    await send(plant.url, machine, [{ t: Date.now(), type: 'tlm', temperature_1: 75 }])
    await expect(outputs).toContainText(/24v\s*On\s*120v\s*Off/)
    await expect(outputs).toContainText('Waits for the acknowledgement of the device.')
    await expect(outputs).toContainText('none was acknowledged')
    await send(plant.url, machine, [{ t: Date.now(), type: 'ack', id: 1 }])
    await expect(outputs).toContainText('The device has acknowledged it.')
    await send(plant.url, machine, [{ t: Date.now(), type: 'tlm', temperature_1: 20 }])
    await expect(outputs).toContainText(/24v\s*Off\s*120v\s*Off/)
    await expect(outputs).toContainText('acknowledged: 1')
  })
  // The answer of the server, with the command sent a minute earlier.
  await page.route('**/v0/devices/*/page', async (route) => {
    const response = await route.fetch()
    const answer = await response.text()
    const earlier = (at: string) => new Date(Date.parse(at) - 61_000).toISOString()
    const body = answer.replace(/("commanded_at":")([^"]+)/, (_whole, name, at) => `${name}${earlier(at)}`)
    await route.fulfill({ response, body })
  })
  await page.reload()
  await expect(outputs).toContainText('The device has not acknowledged it.')
})

test('the page of a device is opened, read to its last event and left by the keyboard alone', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`Keys ${plant.tag}`, plant.company.rootUnitId)
  const events = Array.from({ length: 99 }, (_, i) => ({ t: Date.now() - 60_000 + i * 100, type: 'ping' as const }))
  await send(plant.url, machine, [{ t: Date.now() - 70_000, type: 'tlm', temperature_1: 41.5 }, ...events])
  await page.goto(`/setup/devices?q=${machine.uuid}`)
  await page.getByLabel('Find a device').focus()
  const way = page.getByRole('link', { name: `Open the page of device ${machine.uuid}` })
  await expect(way).toBeVisible()
  await tabTo(page, way)
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Last 100 events')).toContainText('100 events')
  const last = panel(page, 'Last 100 events').getByText('temperature 41.5')
  await expect(last).not.toBeInViewport()
  await tabTo(page, frame(page).getByRole('region', { name: 'Events of the device' }))
  await page.keyboard.press('End')
  await expect(last).toBeInViewport()
  const back = page.getByRole('main').getByRole('link', { name: 'all devices' })
  await tabTo(page, back, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/setup\/devices/)
})

test('the page of a device is accessible and fits its window', async ({ signedIn: page, plant }) => {
  const machine = await configurable(plant, `Axe ${plant.tag}`, running)
  await send(plant.url, machine, [{ t: Date.now() - 5000, type: 'input', input: '24v0', value: 1 }])
  await page.goto(`/e/${machine.equipmentId}/d/${machine.uuid}`)
  await expect(panel(page, 'Inputs')).toContainText('High')
  expect(await violationsInAll(page, 'main')).toEqual([])
  await page.goto(`/device-ui/?uuid=${machine.uuid}`)
  await expect(page.getByRole('region', { name: 'Inputs' })).toContainText('High')
  expect(await violationsInAll(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(() => beyondWindow(page)).toEqual([0, expect.any(Number)])
})
