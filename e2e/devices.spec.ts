import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { button, card, configurable, deviceOf, dialog, emptyMachine, open, panel, pick } from './support/devices.ts'
import { look, showsInTime, withPageBeside } from './support/in-time.ts'
import { enterAs, settledMember } from './support/people.ts'
import { toast } from './support/setup.ts'
import { beyondWindow, EVERYDAY, enter, expect, type Plant, test } from './support/test.ts'

withPageBeside()

/** Sends a ping as a device with this key and returns the status of the answer. */
async function knock(plant: Plant, uuid: string, key: string): Promise<number> {
  const answer = await fetch(`${plant.url}/v0/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Device ${uuid}:${key}` },
    body: JSON.stringify({ batch_id: randomUUID(), events: [{ t: Date.now(), type: 'ping' }] }),
  })
  return answer.status
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

test('while a device is put in, panel, header and tree say one truth within a second', async ({
  signedIn: page,
  plant,
}, info) => {
  const name = `Put in ${plant.tag}`
  const machine = await plant.machineIn(name, plant.company.rootUnitId)
  await open(page, machine.equipmentId)
  await expect(card(page, machine.uuid)).toContainText('Last contactnever')
  const inTree = page.getByRole('treeitem', { name: new RegExp(name) })
  await expect(inTree).toContainText('—')
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  const lastContact = page
    .getByText(/^Last contact /)
    .or(page.getByText(/ ago$/))
    .first()
  const put = () => send(plant.url, machine, [status('running', Date.now() - 60_000)])
  await showsInTime(page, info, put, async () => {
    await look(lastContact).toBeVisible()
    await look(card(page, machine.uuid)).toContainText(/Last contact(now|\d+ s ago) at/)
    await look(card(page, machine.uuid).getByTestId('account')).toContainText('1 received')
    await look(inTree).toContainText('100')
  })
  await expect(inTree).not.toContainText('∞')
})

test(
  'a new device needs a valid UUID (spaces stripped) and, of type 2, an input set-up; the first one is primary; its key is shown this once, with lines that work',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const machineId = await emptyMachine(plant, 'Given a device')
    await open(page, machineId)
    await button(panel(page), 'Add device').click()
    const form = dialog(page).getByRole('form', { name: 'New device' })
    const add = button(form, 'Add device')
    await expect(form.getByLabel('Type')).toHaveValue('2')
    await expect(form.getByLabel(/^Primary/)).toBeChecked()
    await expect(form).toContainText('Type a valid UUID first')
    const uuid = randomUUID()
    const refused: string[] = []
    page.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())))
    await form.getByLabel('Device UUID').fill(`  ${uuid.slice(0, 20)} ${uuid.slice(20)} `)
    await expect(form.getByLabel('Device UUID')).toHaveValue(uuid)
    await expect(form).toContainText('Choose the signal first')
    await expect(add).toBeDisabled()
    await form.getByLabel('Signal').selectOption('sustained')
    await expect(form).toContainText('Running while 24v #1 is high.')
    await add.click()
    await expect(toast(page, 'Device added successfully')).toBeVisible()
    expect(refused, 'a new UUID is looked up without a refusal').toEqual([])
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
  },
)

test("an existing device is looked up by its UUID, removed from its machine, and put on another: 'No unassigned devices' before", async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Left machine', plant.company.rootUnitId)
  const machineId = await emptyMachine(plant, 'Entered machine')
  await open(page, machineId)
  await button(panel(page), 'Add device').click()
  await dialog(page).getByLabel('Device UUID').fill(machine.uuid)
  await expect(dialog(page)).toContainText('This device is already assigned to Left machine')
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
  const device = dialog(page).getByLabel('Device', { exact: true })
  const chosen = await device.inputValue()
  await device.selectOption('Choose a device')
  await expect(dialog(page)).toContainText('Choose a device first')
  await expect(button(dialog(page), 'Add device')).toBeDisabled()
  await device.selectOption(chosen)
  const from = dialog(page).getByRole('combobox', { name: 'Counts from' })
  await from.fill('2999-01-01')
  await from.press('Tab')
  await expect(
    dialog(page)
      .getByText(/^Choose a day until/)
      .first(),
  ).toBeVisible()
  // At that time the device was on the other machine, which keeps its events.
  await from.fill('2026-01-05 08:30')
  await from.press('Tab')
  const sent = page.waitForRequest((request) => request.url().endsWith('/reassign'))
  await button(dialog(page), 'Add device').click()
  expect((await sent).postDataJSON()).toMatchObject({ equipId: machineId, from: '2026-01-05T08:30:00.000Z' })
  await expect(toast(page, 'Error reassigning device')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'The device was assigned to a machine at that time.',
  )
  await from.fill('')
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
  await button(dialog(page), 'Done').click()
  await expect(card(page, device_uuid)).toContainText('primary')
})

test('a new key is shown once, the key before overlaps as long as one says, and a revoked device is refused', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Rekeyed', plant.company.rootUnitId)
  await open(page, machine.equipmentId)
  await button(panel(page), 'New key').click()
  await dialog(page).getByLabel('The key before').selectOption('Accept it for another hour')
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

test('events in quarantine are shown with the reason, and count for the status once an admin releases them', async ({
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

test('a device that floods the server is shown with the reason and the time of its refusal, and the stored part of its junk', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Flooding', plant.company.rootUnitId)
  const junk = (id: number) => {
    const head = `{"batch_id":"${id}","events":["`
    return `${head}${'x'.repeat(1024 * 1024 - head.length - 3)}"]}`
  }
  const post = async (id: number) => {
    const headers = { authorization: `Device ${machine.uuid}:${machine.key}` }
    return (await fetch(`${plant.url}/v0/ingest`, { method: 'POST', headers, body: junk(id) })).status
  }
  let taken = 0
  while ((await post(taken)) === 200) taken += 1
  await open(page, machine.equipmentId)
  await expect(card(page, machine.uuid).getByTestId('refused')).toContainText(
    'It sends more bytes than its allowance of 128 KiB a second at ',
  )
  await expect(card(page, machine.uuid).getByTestId('quarantine-kept')).toHaveText(`${taken} kept`)
  await panel(page).getByText('In quarantine').click()
  await expect(panel(page).getByText('Kept shortened, of 1,048,5').first()).toBeVisible()
})

test('a device whose clock fell back is marked for all people, and an admin releases its events in one step', async ({
  context,
  page,
  plant,
}) => {
  const machine = await plant.machineIn('Woke up in 2000', plant.company.rootUnitId)
  const old = (i: number) => status('running', Date.UTC(2000, 0, 1 + i))
  await send(plant.url, machine, [status('running', Date.now() - 2000)])
  await send(plant.url, machine, [old(0), old(1), old(2)])
  const notice = card(page, machine.uuid).getByRole('status')
  await enterAs(context, plant.url, await settledMember(plant.url, plant.company, 'Uma'))
  await open(page, machine.equipmentId)
  await expect(notice).toContainText('An admin discards or releases them.')
  await expect(notice.getByRole('button')).toHaveCount(0)

  await enter(context, plant)
  await open(page, machine.equipmentId)
  await expect(notice).toContainText('The clock of this device fell back.')
  await expect(notice).toContainText('it sent 3 events dated long before the device was added')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => beyondWindow(page)).toEqual([0, expect.any(Number)])
  }
  expect(await violationsInAll(page, '.devices-panel')).toEqual([])
  await button(notice, 'Discard events').click()
  await expect(dialog(page)).toContainText('Discard 3 events?')
  await button(dialog(page), 'Cancel').click()
  await button(notice, 'Release events').click()
  await expect(dialog(page)).toContainText('its past figures change')
  await button(dialog(page), 'Release events').click()
  await expect(toast(page, 'Events released')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(card(page, machine.uuid).getByTestId('account')).toHaveText(
    '4 received = 4 accepted + 0 duplicates + 0 quarantined',
  )
})

async function checkModals(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await button(panel(page), name).click()
    await expect(dialog(page)).toBeVisible()
    if (name === 'Edit Input Config') await dialog(page).getByLabel('First running input flashes').check()
    if (name === 'Claim code') await button(dialog(page), 'Make a code').click()
    expect(await violationsInAll(page, '[role="dialog"]'), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(panel(page), name)).toBeFocused()
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
  await checkModals(page, ['Add device', 'Edit Input Config'])
})

test('axe finds nothing in the other modals of a device', async ({ signedIn: page, plant }) => {
  test.slow()
  const machine = await plant.machineIn('Accessible keys', plant.company.rootUnitId)
  await open(page, machine.equipmentId)
  await checkModals(page, ['Claim code', 'Edit device', 'New key', 'Reassign'])
})
