import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { MadeMachine } from '../tools/product/company.ts'
import { violationsInAll } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { expect, type Plant, test } from './support/test.ts'

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

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Devices', exact: true })
const card = (page: Page, uuid: string): Locator => panel(page).getByRole('listitem').filter({ hasText: uuid })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true })

const emptyMachine = async (plant: Plant, name: string): Promise<number> => {
  const wanted = { name, parent_id: plant.company.rootUnitId }
  return (await plant.company.call<{ equip: { id: number } }>('POST', '/v0/e', wanted)).equip.id
}

/** A machine with a configurable device. */
const configurable = (plant: Plant, name: string, inputSetup: Json): Promise<MadeMachine> =>
  plant.company.machine(name, plant.company.rootUnitId, { deviceTypeId: 2, inputSetup })

const deviceOf = async (plant: Plant, uuid: string): Promise<DeviceAnswer> =>
  (await plant.company.call<{ device: DeviceAnswer }>('GET', `/v0/devices/${uuid}`)).device

const open = async (page: Page, machineId: number): Promise<void> => {
  await page.goto(`/e/${machineId}?panel=devices`)
  await expect(button(panel(page), 'Add device')).toBeVisible()
}

async function openInputs(page: Page, machine: MadeMachine): Promise<void> {
  await open(page, machine.equipmentId)
  await button(panel(page), 'Edit Input Config').click()
}

/** How a device is answered that sends a ping by this key. */
async function knock(plant: Plant, uuid: string, key: string): Promise<number> {
  const answer = await fetch(`${plant.url}/v0/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Device ${uuid}:${key}` },
    body: JSON.stringify({ batch_id: randomUUID(), events: [{ t: Date.now(), type: 'ping' }] }),
  })
  return answer.status
}

/** Chooses one of the company's machines by typing its name. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  await dialog(page).getByLabel(label).fill(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
}

test("devices are sorted primary first, then active first, each with last contact, address, firmware, its clock and what became of what it sent; else 'No attached devices'", async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Listed', plant.company.rootUnitId)
  const add = (primary: boolean, active: boolean) => {
    const deviceUUID = randomUUID()
    const wanted = { deviceUUID, equipId: machine.equipmentId, primary, active }
    return plant.company.call('POST', '/v0/devices', wanted).then(() => deviceUUID)
  }
  const off = await add(false, false)
  const other = await add(false, true)
  await send(plant.url, machine, [{ t: Date.now(), type: 'ping', ip: '10.0.0.7', firmware: '1.4.2' }])
  await open(page, machine.equipmentId)
  await expect(panel(page).locator('.device-uuid')).toHaveText([machine.uuid, other, off])
  await expect(card(page, machine.uuid)).toContainText('primary')
  await expect(card(page, off)).toContainText('additional, not active')
  for (const fact of [
    /Last contact(now|\d+ s ago) at/,
    /Address10\.0\.0\.7/,
    /Firmware1\.4\.2/,
    /Clockright within 1 s/,
  ])
    await expect(card(page, machine.uuid)).toContainText(fact)
  await expect(card(page, machine.uuid).getByTestId('account')).toHaveText(
    '1 received = 1 accepted + 0 duplicates + 0 quarantined',
  )
  await open(page, await emptyMachine(plant, 'Without devices'))
  await expect(panel(page)).toContainText('No attached devices')
})

test('a new device needs a valid UUID (spaces stripped) and, of type 2, an input set-up; the first one is primary; its key is shown this once, with lines that work', async ({
  signedIn: page,
  plant,
}) => {
  const machineId = await emptyMachine(plant, 'Given a device')
  await open(page, machineId)
  await button(panel(page), 'Add device').click()
  const form = dialog(page).getByRole('form', { name: 'New device' })
  const add = button(form, 'Add device')
  await expect(form.getByLabel('Type')).toHaveValue('2')
  await expect(form.getByLabel(/^Primary/)).toBeChecked()
  await expect(form).toContainText('Type a valid UUID first')
  const uuid = randomUUID()
  await form.getByLabel('Device UUID').fill(`  ${uuid.slice(0, 20)} ${uuid.slice(20)} `)
  await expect(form.getByLabel('Device UUID')).toHaveValue(uuid)
  await expect(form).toContainText('Choose the signal first')
  await expect(add).toBeDisabled()
  await form.getByLabel('Signal').selectOption('sustained')
  await expect(form).toContainText('Running while 24v #1 is high.')
  await add.click()
  await expect(toast(page, 'Device added successfully')).toBeVisible()
  const key = await dialog(page).getByLabel('Device key', { exact: true }).inputValue()
  await expect(dialog(page).getByLabel('One cycle by curl')).toHaveValue(new RegExp(`Device ${uuid}:${key}`))
  await expect(dialog(page).getByLabel(/mosquitto_pub/)).toHaveValue(new RegExp(`-u ${uuid} -P '${key}'`))
  expect(await knock(plant, uuid, key)).toBe(200)
  await button(dialog(page), 'I have copied it').click()
  await expect(card(page, uuid)).toContainText('primary')
  expect(await deviceOf(plant, uuid)).toMatchObject({
    device_type_id: 2,
    is_primary: true,
    active: true,
    input_setup: { cycle: { inputs: '24v0' }, running: { inputs: '24v0' } },
  })
})

test('marking primary forces active, unmarking active forces not primary; type 1 needs no input set-up; a failure says Error adding device', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Second device', plant.company.rootUnitId)
  await open(page, machine.equipmentId)
  await button(panel(page), 'Add device').click()
  const form = dialog(page).getByRole('form', { name: 'New device' })
  const primary = form.getByLabel(/^Primary/)
  const active = form.getByLabel(/^Active/)
  await expect(primary).not.toBeChecked()
  await expect(active).toBeChecked()
  await active.uncheck()
  await primary.check()
  await expect(active).toBeChecked()
  await active.uncheck()
  await expect(primary).not.toBeChecked()
  await active.check()
  await button(form, 'Make one up').click()
  await form.getByLabel('Type').selectOption('1')
  await page.route('**/v0/devices', (route) => route.abort())
  await button(form, 'Add device').click()
  await expect(toast(page, 'Error adding device')).toBeVisible()
  await page.unroute('**/v0/devices')
  const uuid = await form.getByLabel('Device UUID').inputValue()
  await button(form, 'Add device').click()
  await expect(dialog(page).getByLabel('Device key', { exact: true })).toBeVisible()
  expect(await deviceOf(plant, uuid)).toMatchObject({ device_type_id: 1, is_primary: false, active: true })
})

test("an existing device is looked up by its UUID, removed from its machine, and put on another: 'No unassigned devices' before", async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Left machine', plant.company.rootUnitId)
  const machineId = await emptyMachine(plant, 'Entered machine')
  await open(page, machineId)
  await button(panel(page), 'Add device').click()
  await dialog(page).getByLabel('Device UUID').fill(machine.uuid)
  await expect(dialog(page)).toContainText('This device is known already, and stands on Left machine')
  await expect(button(dialog(page), 'Add device')).toBeDisabled()
  await open(page, machine.equipmentId)
  await button(panel(page), 'Remove from machine').click()
  await button(dialog(page), 'Remove device').click()
  await expect(toast(page, 'Device removed from equipment')).toBeVisible()
  await expect(panel(page)).toContainText('No attached devices')
  await open(page, machineId)
  await button(panel(page), 'Add device').click()
  await dialog(page).getByLabel('Device UUID').fill(machine.uuid)
  await button(dialog(page), 'Use the existing device').click()
  await expect(dialog(page).getByRole('tab', { name: 'Existing device' })).toHaveAttribute('aria-selected', 'true')
  await button(dialog(page), 'Add device').click()
  await expect(toast(page, 'Device reassigned successfully')).toBeVisible()
  await expect(card(page, machine.uuid)).toContainText('primary')
  await page.route('**/v0/company/devices', (route) => route.fulfill({ json: { status: 'success', devices: [] } }))
  await button(panel(page), 'Add device').click()
  await dialog(page).getByRole('tab', { name: 'Existing device' }).click()
  await expect(dialog(page)).toContainText('No unassigned devices')
})

test('a device is reassigned to another machine of the company', async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn('Moved from', plant.company.rootUnitId)
  const target = `Moved to ${plant.tag}`
  const targetId = await emptyMachine(plant, target)
  await open(page, machine.equipmentId)
  await button(panel(page), 'Reassign').click()
  await expect(button(dialog(page), 'Reassign device')).toBeDisabled()
  await pick(page, 'To machine', target)
  await button(dialog(page), 'Reassign device').click()
  await expect(toast(page, 'Device reassigned successfully')).toBeVisible()
  await expect(panel(page)).toContainText('No attached devices')
  await open(page, targetId)
  await expect(card(page, machine.uuid)).toContainText('primary')
})

test('a claim code is shown with the time that is left, and puts the device that sends it on the machine', async ({
  signedIn: page,
  plant,
}) => {
  const machineId = await emptyMachine(plant, 'Claimed machine')
  await open(page, machineId)
  await button(panel(page), 'Claim code').click()
  await button(dialog(page), 'Make a code').click()
  await expect(dialog(page).getByRole('timer')).toHaveText(/Good for one device, for another 59 m \d\d s/)
  const line = await dialog(page).getByLabel('Claim by curl').inputValue()
  const [, code] = /"code":"([^"]+)"/.exec(line) ?? []
  const device_uuid = randomUUID()
  const answer = await fetch(`${plant.url}/v0/device/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, device_uuid }),
  })
  expect(answer.status).toBe(200)
  await page.route('**/v0/devices/claim_codes', async (route) => {
    const response = await route.fetch()
    const soon = new Date(Date.now() + 1500).toISOString()
    await route.fulfill({ response, json: { ...(await response.json()), expires_at: soon } })
  })
  await button(dialog(page), 'Make another code').click()
  await expect(dialog(page).getByRole('timer')).toHaveText('This code is over. Make another one.')
  await open(page, machineId)
  await expect(card(page, device_uuid)).toContainText('primary')
})

test('a new key is shown once, the key before overlaps as long as one says, and a revoked device is refused', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Rekeyed', plant.company.rootUnitId)
  await open(page, machine.equipmentId)
  await button(panel(page), 'New key').click()
  await dialog(page).getByLabel('The key before').selectOption('Take it for another hour')
  await button(dialog(page), 'Make key').click()
  const key = await dialog(page).getByLabel('Device key', { exact: true }).inputValue()
  expect(key).not.toBe(machine.key)
  expect(await knock(plant, machine.uuid, machine.key)).toBe(200)
  expect(await knock(plant, machine.uuid, key)).toBe(200)
  await button(dialog(page), 'I have copied it').click()
  await button(panel(page), 'Revoke key').click()
  await button(dialog(page), 'Revoke key').click()
  await expect(toast(page, 'Device key revoked')).toBeVisible()
  expect(await knock(plant, machine.uuid, machine.key)).toBe(401)
  expect(await knock(plant, machine.uuid, key)).toBe(401)
})

test('the telemetry data rate is there only when the firmware supports polling; lower than 30 s is raised on blur, blank disables it', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Polled', plant.company.rootUnitId)
  await open(page, machine.equipmentId)
  await button(panel(page), 'Edit device').click()
  const rate = dialog(page).getByLabel('Telemetry data rate')
  await expect(rate).toBeDisabled()
  await expect(rate).toHaveAttribute('placeholder', 'Seconds')
  await send(plant.url, machine, [{ t: Date.now(), type: 'ping', firmware: '1.2.0' }])
  await open(page, machine.equipmentId)
  await button(panel(page), 'Edit device').click()
  await rate.fill('5')
  await rate.press('Tab')
  await expect(rate).toHaveValue('30')
  await button(dialog(page), 'Save').click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  await expect(panel(page)).toContainText('every 30 s')
  await button(panel(page), 'Edit device').click()
  await rate.fill('')
  await button(dialog(page), 'Save').click()
  await expect(panel(page)).toContainText('as the device decides')
  expect(await deviceOf(plant, machine.uuid)).toMatchObject({ poll_interval_s: null })
})

test('two inputs joined by AND with a separate down input are set up, said in words, and decide whether the machine runs', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await configurable(plant, 'Wired', { running: { inputs: '24v0' } })
  await openInputs(page, machine)
  const form = dialog(page)
  await expect(button(form, 'Save')).toBeDisabled()
  await form.getByLabel('Running inputs').selectOption('Two inputs, both (AND)')
  await form.getByLabel('Second running input', { exact: true }).selectOption('120v #1')
  await form.getByLabel(/^Separate down input/).check()
  await form.getByLabel('Down input', { exact: true }).selectOption('120v #2')
  await expect(form).toContainText('Running while 120v #1 is high and 24v #1 is high, down while 120v #2 is high.')
  await button(form, 'Save').click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  await expect(panel(page)).toContainText('Running while 120v #1 is high and 24v #1 is high')
  expect((await deviceOf(plant, machine.uuid)).input_setup).toEqual({
    running: { inputs: { '24v0': 1, '120v0': 1 } },
    down: { inputs: '120v1' },
  })
  const tag = page.locator('.page-title-row [data-status]')
  const level = (input: string, value: 0 | 1) => ({ t: Date.now(), type: 'input' as const, input, value })
  await send(plant.url, machine, [level('24v0', 1), level('120v0', 1)])
  await expect(tag).toHaveAttribute('data-status', 'running')
  await send(plant.url, machine, [level('120v1', 1)])
  await expect(tag).toHaveAttribute('data-status', 'down')
})

test("flashing inputs: seconds are free text in ms, 9 and 5 unless said; what a flash counts as is offered only if the firmware supports it, else the text says 'ignored'", async ({
  signedIn: page,
  plant,
}) => {
  const machine = await configurable(plant, 'Flashing', { cycle: { inputs: '24v0' }, running: { inputs: '24v0' } })
  await openInputs(page, machine)
  const form = dialog(page)
  await form.getByLabel('Running inputs').selectOption('Two inputs, either (OR)')
  await form.getByLabel('First running input flashes').check()
  await form.getByLabel('Second running input flashes').check()
  const seconds = form.getByLabel('Flashes last at most, s')
  await expect(seconds.first()).toHaveValue('9')
  await expect(seconds.last()).toHaveValue('5')
  await expect(form.getByText('ignored', { exact: true })).toHaveCount(2)
  await expect(form.getByLabel('A flash counts as')).toHaveCount(0)
  await seconds.first().fill('soon')
  await expect(form).toContainText('Type the seconds of the flashing filter first')
  await seconds.first().fill('2.5')
  await button(form, 'Save').click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  await send(plant.url, machine, [{ t: Date.now(), type: 'ping', firmware: '1.4.0' }])
  await openInputs(page, machine)
  await form.getByLabel('A flash counts as').first().selectOption('Running')
  await form.getByLabel('A flash counts as').last().selectOption('Down')
  await button(form, 'Save').click()
  await expect(panel(page)).toContainText('Pieces of 24v #1 of at most 2.5 s count as running.')
  expect((await deviceOf(plant, machine.uuid)).input_setup?.running).toEqual({
    inputs: ['24v0', '24v1'],
    filters: { '24v0': { duration: 2500, value: 1 }, '24v1': { duration: 5000, value: 0 } },
  })
})

test("a pulsed signal, a known template, and what is neither: 'Device is using a non-standard input type.'", async ({
  signedIn: page,
  plant,
}) => {
  const own = { running: { inputs: { '24v0': 1, '24v1': 1, '120v0': 1 } } }
  const machine = await configurable(plant, 'Of many kinds', own)
  await openInputs(page, machine)
  const form = dialog(page)
  await expect(form.getByRole('alert')).toHaveText('Device is using a non-standard input type.')
  await form.getByLabel('Signal').selectOption('pulsed')
  await form.getByLabel('Pulse input').selectOption('24v #2')
  await button(form, 'Save').click()
  await expect(panel(page)).toContainText('Each pulse of 24v #2 is a cycle.')
  expect((await deviceOf(plant, machine.uuid)).input_setup).toEqual({
    cycle: { inputs: '24v1' },
    running: { inputs: '24v1' },
    down: { function: 'stdDevOrMaxCycleTime' },
  })
  await button(panel(page), 'Edit Input Config').click()
  await form.getByLabel('Signal').selectOption('Template standard_120_volt')
  await button(form, 'Save').click()
  await expect(panel(page)).toContainText('standard_120_volt: Running while 120v #1 is high.')
})

test("input config is copied: 'Copied from', 'Unable to copy from non Millwatch device.', 'Equipment has no config to copy.'", async ({
  signedIn: page,
  plant,
}) => {
  const machine = await configurable(plant, 'Copies', { running: { inputs: '24v0' } })
  const names = { source: `Source ${plant.tag}`, other: `Own words ${plant.tag}`, none: `No device ${plant.tag}` }
  await configurable(plant, names.source, { running: { inputs: '120v1' } })
  await plant.machineIn(names.other, plant.company.rootUnitId)
  await emptyMachine(plant, names.none)
  await openInputs(page, machine)
  const copy = async (name: string) => {
    await pick(page, 'Copy from another machine', name)
    await button(dialog(page), 'Copy').click()
  }
  await copy(names.other)
  await expect(dialog(page)).toContainText('Unable to copy from non Millwatch device.')
  await copy(names.none)
  await expect(dialog(page)).toContainText('Equipment has no config to copy.')
  await copy(names.source)
  await expect(dialog(page)).toContainText(`Copied from ${names.source}`)
  await expect(dialog(page).getByLabel('Running input', { exact: true })).toHaveValue('120v1')
  await button(dialog(page), 'Save').click()
  await expect(panel(page)).toContainText('Running while 120v #2 is high.')
})

test('the analog input has a unit, a scale, an offset and the day since which they count; a regular user only reads', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const machine = await configurable(plant, 'Measured', { running: { inputs: '24v0' } })
  await openInputs(page, machine)
  await dialog(page).getByLabel('Unit').fill('bar')
  await dialog(page).getByLabel('Scale').fill('0,5')
  await dialog(page).getByLabel('Offset').fill('-6')
  await expect(dialog(page)).toContainText('a raw 512 as 250 bar')
  await dialog(page).getByLabel('Counts from the beginning of').fill('2026-01-02')
  await button(dialog(page), 'Save').click()
  await expect(panel(page)).toContainText('raw × 0.5 − 6, in bar')
  expect((await deviceOf(plant, machine.uuid)).analog_in_1_config).toEqual({ unit: 'bar', scale: 0.5, offset: -6 })
  await enterWithRole(context, plant, 'Reader', 'user')
  await open(page, machine.equipmentId)
  await expect(button(panel(page), 'Add device')).toBeDisabled()
  for (const name of ['Edit device', 'New key', 'Revoke key', 'Reassign', 'Remove from machine', 'Claim code'])
    await expect(button(panel(page), name)).toHaveCount(0)
  await button(panel(page), 'Input Config').click()
  await expect(dialog(page).getByLabel('Signal')).toBeDisabled()
  await expect(dialog(page).getByLabel('Unit')).toHaveValue('bar')
  await expect(button(dialog(page), 'Save')).toHaveCount(0)
})

test('what is in quarantine is shown with its reason, and told once an admin releases it', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Held back', plant.company.rootUnitId)
  const sendAs = (batch_id: string, events: object[]) =>
    fetch(`${plant.url}/v0/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Device ${machine.uuid}:${machine.key}` },
      body: JSON.stringify({ batch_id, events }),
    })
  await sendAs('used', [status('running', Date.now() - 2000)])
  await sendAs('used', [status('down', Date.now() - 1000)])
  await sendAs('ahead', [status('running', Date.now() + 3_600_000)])
  await open(page, machine.equipmentId)
  await expect(card(page, machine.uuid)).toContainText('clock skewed')
  await panel(page).getByText('In quarantine').click()
  await expect(panel(page)).toContainText('The time is more than 5 minutes ahead: held until it has come')
  await expect(panel(page)).toContainText('The batch_id was used before with other content')
  await button(panel(page), 'Release').click()
  await expect(page.locator('.page-title-row [data-status]')).toHaveAttribute('data-status', 'down')
})

async function judgeModals(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await button(panel(page), name).click()
    await expect(dialog(page)).toBeVisible()
    if (name === 'Edit Input Config') await dialog(page).getByLabel('First running input flashes').check()
    if (name === 'Claim code') await button(dialog(page), 'Make a code').click()
    expect(await violationsInAll(page, '.ant-modal'), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
}

test('axe finds nothing in the panel, where a device is added and where its inputs are set up', async ({
  signedIn: page,
  plant,
}) => {
  test.slow()
  const machine = await configurable(plant, 'Accessible devices', { running: { inputs: ['24v0', '24v1'] } })
  await open(page, machine.equipmentId)
  await expect(button(panel(page), 'Edit device')).toBeVisible()
  expect(await violationsInAll(page, '.page-panel')).toEqual([])
  await judgeModals(page, ['Add device', 'Edit Input Config'])
})

test('axe finds nothing in the other modals of a device', async ({ signedIn: page, plant }) => {
  test.slow()
  const machine = await plant.machineIn('Accessible keys', plant.company.rootUnitId)
  await open(page, machine.equipmentId)
  await judgeModals(page, ['Claim code', 'Edit device', 'New key', 'Reassign'])
})
