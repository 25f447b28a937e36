import type { Page } from '@playwright/test'
import type { MadeMachine } from '../tools/product/company.ts'
import { cycles, send, status } from './support/device.ts'
import { expect, type Plant, test, withoutReload } from './support/test.ts'

const tag = (page: Page) => page.locator('.page-title-row [data-status]')
const shown = (page: Page) => page.getByTestId('cycles')
const connected = (page: Page) => expect(page.locator('[data-connection="connected"]')).toBeAttached()

/** A machine that runs since ten minutes ago and made so many cycles of 20 s. */
async function runner(plant: Plant, name: string, count: number): Promise<MadeMachine> {
  const machine = await plant.machineIn(name, plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [status('running', now - 600_000), ...cycles(count, 20, now - 5000)])
  return machine
}

/** How many cycles of today the server knows: near midnight some of a test's cycles are yesterday's. */
async function cyclesToday(plant: Plant, machine: MadeMachine): Promise<number> {
  const path = `/v0/e/${machine.equipmentId}`
  const { equip } = await plant.company.call<{ equip: { total_cycle_count: number } }>('GET', path)
  return equip.total_cycle_count
}

test('shows a machine: status and time in it, last cycle, temperature, cycles, utilization, device', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await runner(plant, 'Whole machine', 10)
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(page).toHaveTitle('Whole machine | Millwatch')
  await expect(tag(page)).toHaveText(/Running10 m \d\d s/)
  const now = page.getByRole('region', { name: 'Now and today' })
  await expect(now).toContainText(/\d+ s ago/)
  await expect(now).toContainText('20.0 s')
  await expect(now).toContainText('40.9 °C')
  await expect(now.getByTestId('utilization')).toHaveText(/^\d+\.\d\d %$/)
  await expect(now).toContainText(/\d+\.\d\d \/ \d+\.\d\d h/)
  await expect(shown(page)).toHaveText(String(await cyclesToday(plant, machine)))
  const device = page.getByRole('region', { name: 'Device' })
  await expect(device).toContainText(machine.uuid)
  await expect(device.getByTestId('received')).toHaveText('11 received = 11 accepted + 0 duplicates + 0 quarantined')
})

test('hears of a status change and of cycles, loses the line, and afterwards shows the truth', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const machine = await runner(plant, 'Fed machine', 3)
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(tag(page)).toHaveAttribute('data-status', 'running')
  await connected(page)
  await withoutReload(page, async () => {
    await send(plant.url, machine, cycles(1, 21, Date.now()))
    await expect(shown(page)).toHaveText(String(await cyclesToday(plant, machine)))
    await expect(page.getByRole('region', { name: 'Now and today' })).toContainText('21.0 s')
    await send(plant.url, machine, [status('down', Date.now())])
    await expect(tag(page)).toHaveAttribute('data-status', 'down')
    await expect(page.getByTestId('status-row')).toContainText('Down')

    await context.setOffline(true)
    await expect(page.getByText(/Connection lost · data \d+ s old/)).toBeVisible()
    await expect(tag(page)).toHaveAttribute('data-status', 'down')
    await send(plant.url, machine, [status('running', Date.now()), ...cycles(2, 22, Date.now() + 1)])
    await expect(tag(page)).toHaveAttribute('data-status', 'down')

    await context.setOffline(false)
    await connected(page)
    await expect(tag(page)).toHaveAttribute('data-status', 'running')
    await expect(shown(page)).toHaveText(String(await cyclesToday(plant, machine)))
    await expect(page.getByRole('region', { name: 'Now and today' })).toContainText('22.0 s')
  })
})

test('a late batch restates the past on the open page', async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn('Late machine', plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [status('running', now - 500_000), { t: now - 1000, type: 'ping' }])
  await page.goto(`/e/${machine.equipmentId}`)
  await connected(page)
  await expect(page.getByRole('img', { name: /last 24 hours: Running 8 m \d\d s, no data/ })).toBeVisible()
  await withoutReload(page, async () => {
    await send(plant.url, machine, [status('down', now - 400_000), status('running', now - 100_000)])
    await expect(page.getByRole('img', { name: /last 24 hours: Running 3 m \d\d s, Down 5 m 00 s/ })).toBeVisible()
  })
})

test('pieces of the timeline are told one by one from the keyboard', async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn('Keyed machine', plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [
    status('running', now - 500_000),
    status('down', now - 380_000),
    status('running', now - 200_000),
  ])
  await page.goto(`/e/${machine.equipmentId}`)
  const row = page.getByTestId('status-row')
  await expect(row).toContainText('still going on')
  await page.getByRole('slider', { name: 'Piece of the status timeline' }).press('ArrowLeft')
  await expect(row).toContainText('Down')
  await expect(row).toContainText('3 m 00 s')
})

test('a part of the day is chosen by dragging and is in the address', async ({ signedIn: page, plant }) => {
  const machine = await runner(plant, 'Zoomed machine', 5)
  await page.goto(`/e/${machine.equipmentId}`)
  const chart = page.getByRole('slider', { name: /^Cycle time over time, 5 values/ })
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart has no place')
  await page.mouse.move(box.x + 300, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 500, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/\?from=\d+&to=\d+$/)
  const address = page.url()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeVisible()
  expect(page.url()).toBe(address)
  await page.keyboard.press('0')
  await expect(page).toHaveURL(`/e/${machine.equipmentId}`)
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/\?from=\d+&to=\d+$/)
})

test('points of the cycle-time chart are told one by one from the keyboard', async ({ signedIn: page, plant }) => {
  const machine = await runner(plant, 'Pointed machine', 3)
  await page.goto(`/e/${machine.equipmentId}`)
  const chart = page.getByRole('slider', { name: /^Cycle time over time, 3 values/ })
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /^20\.00 s at \d\d:\d\d:\d\d$/)
})

test('a machine without device or data says so', async ({ signedIn: page, plant }) => {
  const { equip } = await plant.company.call<{ equip: { id: number } }>('POST', '/v0/e', {
    name: 'Bare machine',
    parent_id: plant.company.rootUnitId,
  })
  await page.goto(`/e/${equip.id}`)
  await expect(page.getByText('No primary device set for machine')).toBeVisible()
  await expect(page.getByText('No attached devices.')).toBeVisible()
  await expect(page.getByTestId('utilization')).toHaveText('∞')
  await expect(page.getByText('nothing scheduled in this period')).toBeVisible()
})

test('a device whose clock runs ahead is marked', async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn('Ahead machine', plant.company.rootUnitId)
  await send(plant.url, machine, [status('running', Date.now() + 3_600_000)])
  await page.goto(`/e/${machine.equipmentId}`)
  const device = page.getByRole('region', { name: 'Device' })
  await expect(device.getByText('clock skewed')).toBeVisible()
  await expect(device.getByTestId('received')).toHaveText('1 received = 0 accepted + 0 duplicates + 1 quarantined')
  await device.getByText('In quarantine').click()
  await expect(device.getByText('The time is more than 5 minutes ahead: held until it has come')).toBeVisible()
  await expect(device.getByText('"type":"status"')).toBeVisible()
  await expect(device.getByRole('button', { name: 'Release' })).toHaveCount(0)
})

test('what came under a used batch id is shown, and told once an admin releases it', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn('Reused machine', plant.company.rootUnitId)
  const now = Date.now()
  const sendAs = (events: object[]) =>
    fetch(`${plant.url}/v0/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Device ${machine.uuid}:${machine.key}` },
      body: JSON.stringify({ batch_id: 'used', events }),
    })
  await sendAs([status('running', now - 2000)])
  await sendAs([status('down', now - 1000)])
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(tag(page)).toHaveAttribute('data-status', 'running')
  const device = page.getByRole('region', { name: 'Device' })
  await device.getByText('In quarantine').click()
  await expect(device.getByText('The batch_id was used before with other content')).toBeVisible()
  await device.getByRole('button', { name: 'Release' }).click()
  await expect(tag(page)).toHaveAttribute('data-status', 'down')
})
