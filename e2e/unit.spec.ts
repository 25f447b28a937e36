import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { cycles, send, status } from './support/device.ts'
import { expect, test, withoutReload } from './support/test.ts'

const tile = (page: Page, name: string): Locator =>
  page.locator('.tile', { has: page.getByRole('link', { name, exact: true }) })
const tag = (of: Locator): Locator => of.locator('[data-status]')

test('shows its machines as tiles, with status, time in it, contact, cycle and timeline', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Tiles')
  const running = await plant.machineIn('Runner', unit)
  await plant.machineIn('Silent', unit)
  const now = Date.now()
  await send(plant.url, running, [...cycles(20, 12.5, now - 1000)])
  await page.goto(`/o/${unit}`)
  await expect(page.getByText('2 machines · 1 running')).toBeVisible()
  const runner = tile(page, 'Runner')
  await expect(tag(runner)).toHaveText(/Running ?4 m/)
  await expect(runner).toContainText('12.5 s')
  await expect(runner).toContainText(/Heard (now|\d+ s ago)/)
  await expect(runner.getByRole('img', { name: /Runner, last 24 hours: Running 4 m/ })).toBeVisible()
  const silent = tile(page, 'Silent')
  await expect(tag(silent)).toHaveText('Never heard of')
  await expect(silent).toContainText('∞')
  await expect(silent.getByRole('img', { name: 'Device was never heard' })).toBeVisible()
  await expect(silent.getByRole('img', { name: /Silent, last 24 hours: no data/ })).toBeVisible()
})

test('tells a percentage: formula, seconds, what was left out, how fresh', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit('Explained')
  const machine = await plant.machineIn('Half', unit)
  const now = Date.now()
  await send(plant.url, machine, [status('running', now - 200_000), status('down', now - 100_000)])
  await page.goto(`/o/${unit}`)
  const figure = page.getByRole('region', { name: 'Utilization today' })
  await expect(figure.getByTestId('utilization')).toHaveText(/^\d+\.\d\d %$/)
  await expect(figure).toContainText(/\d+\.\d\d of \d+\.\d\d scheduled hours ran/)
  await figure.getByRole('button', { name: 'How the utilization is computed' }).click()
  const told = page.getByRole('tooltip')
  await expect(told).toContainText('utilization = effective run / scheduled time')
  await expect(told).toContainText(/[\d,.]+ s \/ [\d,.]+ s = \d+\.\d\d %/)
  await expect(told).toContainText('1 machine')
})

test('says ∞ where nothing was scheduled', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit('Unscheduled')
  await plant.machineIn('New', unit)
  await page.goto(`/o/${unit}`)
  const figure = page.getByRole('region', { name: 'Utilization today' })
  await expect(figure.getByTestId('utilization')).toHaveText('∞')
  await expect(figure).toContainText('nothing scheduled in this period')
})

test('hears of a status change, a cycle and a new machine status in the tree without a reload', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Live tiles')
  const machine = await plant.machineIn(`Live press ${plant.tag}`, unit)
  const now = Date.now()
  await send(plant.url, machine, [status('running', now - 60_000), ...cycles(1, 9, now - 30_000)])
  await page.goto(`/o/${unit}`)
  const live = tile(page, `Live press ${plant.tag}`)
  await expect(tag(live)).toHaveAttribute('data-status', 'running')
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  await withoutReload(page, async () => {
    await send(plant.url, machine, [status('down', Date.now() - 1000)])
    await expect(tag(live)).toHaveAttribute('data-status', 'down')
    const node = page
      .getByRole('navigation', { name: 'Company tree' })
      .locator('.tree-machine', { hasText: `Live press ${plant.tag}` })
    await expect(node.getByRole('img', { name: 'Down' })).toBeVisible()
    await send(plant.url, machine, cycles(1, 7.25, Date.now()))
    await expect(live).toContainText('7.3 s')
  })
})

test('shows machines by status, and the address says which', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit('Filtered')
  const up = await plant.machineIn('Up', unit)
  const down = await plant.machineIn('Stopped', unit)
  await send(plant.url, up, [status('running', Date.now() - 1000)])
  await send(plant.url, down, [status('down', Date.now() - 1000)])
  await page.goto(`/o/${unit}`)
  await page.getByRole('button', { name: 'Down 1' }).click()
  await expect(tile(page, 'Stopped')).toBeVisible()
  await expect(tile(page, 'Up')).toHaveCount(0)
  await expect(page).toHaveURL(`/o/${unit}?status=down`)
  await page.reload()
  await expect(tile(page, 'Stopped')).toBeVisible()
  await expect(tile(page, 'Up')).toHaveCount(0)
})

test('leads to its units and machines, and back up', async ({ signedIn: page, plant }) => {
  const name = `Linked ${plant.tag}`
  const unit = await plant.unit(name)
  const machine = await plant.machineIn(`${name} machine`, unit)
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await page.getByRole('list', { name: 'Units' }).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/o/${unit}`)
  await tile(page, `${name} machine`).click()
  await expect(page).toHaveURL(`/e/${machine.equipmentId}`)
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/o/${unit}`)
})

test('an empty unit says why it is empty, and what to do', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit('Empty hall')
  await page.goto(`/o/${unit}`)
  await expect(page.getByRole('heading', { name: 'No machines here yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'How to add a machine' })).toBeVisible()
})

test('weighs at most 650 KB of JavaScript', async ({ signedIn: page, plant }) => {
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  const bytes = (await Promise.all(scripts)).reduce((sum, one) => sum + one, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(650_000)
})
