import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { violations, violationsInAll } from './support/axe.ts'
import { cycles, send, status } from './support/device.ts'
import { enterWithRole } from './support/setup.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test, withoutReload } from './support/test.ts'

const tag = (page: Page) => page.locator('.page-title-row [data-status]')
const shown = (page: Page) => page.getByTestId('cycles')
const figures = (page: Page) => page.getByRole('region', { name: 'Now and in the period' })
const detail = (page: Page) => page.getByTestId('status-row')
const connected = (page: Page) => expect(page.locator('[data-connection="connected"]')).toBeAttached()

/** Makes a machine that has run for ten minutes and made `count` cycles of 20 s. */
async function runner(plant: Plant, name: string, count: number): Promise<MadeMachine> {
  const machine = await plant.machineIn(name, plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [status('running', now - 600_000), ...cycles(count, 20, now - 5000)])
  return machine
}

const page24h = (machine: MadeMachine, more = ''): string => `/e/${machine.equipmentId}?period=1d${more}`

test(
  'shows a machine: status with its duration, its unit, last cycle, averages, cycles, utilization of the period',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const machine = await runner(plant, 'Whole machine', 10)
    await page.goto(`/e/${machine.equipmentId}`)
    await expect(page).toHaveTitle('Whole machine | Millwatch')
    await expect(tag(page)).toHaveText(/Running10 m \d\d s/)
    await expect(page.getByRole('navigation', { name: 'Path' })).toContainText('Plant')
    await expect(page.getByText(/^Last contact \d+ s ago$|^Last contact now$/)).toBeVisible()
    await expect(page.getByRole('link', { name: `Device ${machine.uuid.slice(0, 8)}` })).toBeVisible()
    const now = figures(page)
    await expect(now).toContainText('Utilization past week')
    await expect(now.getByTestId('utilization')).toHaveText(/^\d+\.\d\d %$/)
    await expect(now.getByRole('meter', { name: 'Utilization past week' })).toBeVisible()
    await expect(now).toContainText(/\d+\.\d\d \/ \d+\.\d\d h/)
    await expect(now).toContainText(/Last cycle\d+ s ago/)
    await expect(now).toContainText('Cycle time20.0 savg 20.00 · σ 0.00 · 10 cycles')
    await expect(now).toContainText(/Temperature40\.9 °Cavg 40\.\d · σ 0\.\d/)
    await expect(now).not.toContainText('Analog')
    await expect(shown(page)).toHaveText('10')
    await expect(now).toContainText(/\d+\.\d \/ h of running/)
    await expect(page.getByRole('img', { name: /^past week: Running 10 m \d\d s, no data/ })).toBeVisible()
    await expect(detail(page)).toContainText('all of it scheduled')
    await expect.poll(() => beyondWindow(page), 'the page scrolls, never the document').toEqual([0, 0])
    // The machine has no revenue per hour.
    await expect(now).not.toContainText(/Revenue|Parts/)
  },
)

test('a machine without device or data says so once, and leads to its devices', async ({ signedIn: page, plant }) => {
  const { equip } = await plant.company.call<{ equip: { id: number } }>('POST', '/v0/e', {
    name: 'Bare machine',
    parent_id: plant.company.rootUnitId,
  })
  await page.goto(`/e/${equip.id}`)
  await expect(page.getByRole('link', { name: 'No primary device set for machine' })).toBeVisible()
  await expect(page.getByTestId('utilization')).toHaveText('∞')
  await expect(page.getByText('nothing scheduled in this period', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'No active run - click to set' })).toBeVisible()
  await expect(page.getByText('No device is attached to this machine yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Attach one' }).click()
  await expect(page).toHaveURL(/panel=devices/)
  await expect(page.getByRole('button', { name: 'Add device' })).toBeVisible()

  const silent = await plant.machineIn('Silent machine', plant.company.rootUnitId)
  await page.goto(`/e/${silent.equipmentId}?period=1h`)
  await expect(tag(page)).toHaveText('No contact')
  await expect(page.getByText('Its device has not sent anything yet. See the device')).toBeVisible()
  await expect(page.locator('.page-title-row')).not.toContainText('Last contact never')
  await expect(
    page
      .getByRole('link', { name: /^No contact with the device yet/ })
      .getByRole('img', { name: 'No contact with the device yet' }),
  ).toBeVisible()
  await send(plant.url, silent, [{ t: Date.now(), type: 'ping' }])
  await expect(page.getByText('Its device has not sent anything yet.')).toHaveCount(0)
})

test('a stop that reaches its threshold has a warning from then on', async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn('Standing machine', plant.company.rootUnitId)
  await plant.company.call('PUT', `/v0/e/${machine.equipmentId}`, {
    excessive_downtime_enabled: true,
    excessive_downtime_threshold: 1,
  })
  await page.goto(`/e/${machine.equipmentId}`)
  await connected(page)
  await send(plant.url, machine, [status('running', Date.now() - 1000), status('down', Date.now())])
  await expect(page.locator('.page-title-row')).toContainText('Excessive downtime')
})

test('the status chart is exported as PNG, CSV and JSON, and its table as CSV and JSON', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await runner(plant, 'Pictured machine', 3)
  await page.goto(page24h(machine))
  const panel = page.getByRole('region', { name: /^Status, / })
  await panel.getByRole('button', { name: 'Export status' }).click()
  const forms = panel.getByRole('group', { name: 'Export status as' }).getByRole('button')
  await expect(forms).toHaveText(['PNG', 'CSV', 'JSON'])
  const download = page.waitForEvent('download')
  await forms.first().click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Pictured machine .* status\.png$/)
  const picture = await readFile(await file.path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // Width and height are at fixed places of the header.
  expect(picture.readUInt32BE(16)).toBeGreaterThan(600)
  expect(picture.readUInt32BE(20)).toBeGreaterThan(130)
  await panel.getByRole('button', { name: 'Table' }).click()
  await panel.getByRole('button', { name: 'Export status' }).click()
  await expect(forms).toHaveText(['CSV', 'JSON'])
})

test('a device without contact for 300 s has the bolt', async ({ signedIn: page, plant }) => {
  const machine = await runner(plant, 'Stale machine', 1)
  const bolt = page.locator('.page-title-row').getByRole('img', { name: /^No contact with the device/ })
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(tag(page)).toHaveAttribute('data-status', 'running')
  await expect(bolt).toHaveCount(0)
  await page.route(`**/v0/e/${machine.equipmentId}`, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { equip: object }
    // The time of contact is that of receipt, so a test cannot set it; it changes the answer.
    Object.assign(json.equip, { last_ping_at: new Date(Date.now() - 301_000).toISOString() })
    await route.fulfill({ response, json })
  })
  await page.reload()
  await expect(bolt).toHaveAccessibleName(/^No contact with the device for 5 m \d\d s$/)
  await test.step('its status is not named before it is known: the header says no contact for 5 m', async () => {
    await expect(page.locator('.page-title-row')).toContainText(/No contact for 5 m \d\d slast running/)
    await expect(tag(page)).toHaveAttribute('data-status', 'unknown')
  })
})

test(
  'gets status and cycles live, loses the connection, and shows the correct data afterwards',
  EVERYDAY,
  async ({ signedIn: page, context, plant }) => {
    const machine = await runner(plant, 'Fed machine', 3)
    await page.goto(page24h(machine))
    await expect(tag(page)).toHaveAttribute('data-status', 'running')
    await expect(shown(page)).toHaveText('3')
    await connected(page)
    await withoutReload(page, async () => {
      await send(plant.url, machine, cycles(1, 21, Date.now()))
      await expect(shown(page)).toHaveText('4')
      await expect(figures(page)).toContainText('21.0 s')
      await send(plant.url, machine, [status('down', Date.now())])
      await expect(tag(page)).toHaveAttribute('data-status', 'down')
      await expect(detail(page)).toContainText('Down')

      await context.setOffline(true)
      await expect(page.getByText(/Connection lost · data \d+ s old/)).toBeVisible()
      await send(plant.url, machine, [status('running', Date.now()), ...cycles(2, 22, Date.now() + 1)])
      await expect(tag(page)).toHaveAttribute('data-status', 'down')

      await context.setOffline(false)
      await connected(page)
      await expect(tag(page)).toHaveAttribute('data-status', 'running')
      await expect(shown(page)).toHaveText('6')
      await expect(figures(page)).toContainText('22.0 s')
    })
  },
)

test('a late batch restates the past on the open page', EVERYDAY, async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn('Late machine', plant.company.rootUnitId)
  const now = Date.now()
  const since = now - 8.5 * 3_600_000
  await send(plant.url, machine, [status('running', since), { t: now - 1000, type: 'ping', since }])
  await page.goto(page24h(machine))
  await connected(page)
  // It goes on running while the test waits: in hours, so that minutes do not matter.
  await expect(page.getByRole('img', { name: /^past day: Running 8 h 3\d m, no data/ })).toBeVisible()
  await withoutReload(page, async () => {
    await send(plant.url, machine, [status('down', now - 400_000), status('running', now - 100_000)])
    await expect(page.getByRole('img', { name: /^past day: Running 8 h 2\d m, Down 5 m 00 s/ })).toBeVisible()
  })
})

test('24: one grid of figures with equal columns, without gaps while it loads; on a phone the status comes first', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await runner(plant, 'Gridded machine', 12)
  const cells = figures(page).locator('dl > .figure')
  const boxes = () => cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON()))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(shown(page)).toHaveText('12')
  const loaded = await boxes()
  expect(new Set(loaded.map(({ width }) => Math.round(width))).size, 'widths').toBe(1)
  // Another period: the cells stay where they are while it loads.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/aiopaged/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/e/${machine.equipmentId}?period=2d`)
  await expect(cells).toHaveCount(loaded.length)
  expect((await boxes()).map(({ x, y }) => [x, y])).toEqual(loaded.map(({ x, y }) => [x, y]))
  release()
  await expect(shown(page)).toHaveText('12')

  await page.setViewportSize({ width: 390, height: 844 })
  const top = (name: string | RegExp) =>
    page.getByRole('region', { name }).evaluate((region) => region.getBoundingClientRect().top)
  await expect(page.getByRole('region', { name: /^Status, / })).toBeVisible()
  await expect.poll(async () => (await top(/^Status, /)) < (await top('Now and in the period'))).toBe(true)
})

test('only admins see revenue and parts, actual, potential and missed, where an hour is worth something', async ({
  page,
  context,
  plant,
}) => {
  const machine = await runner(plant, 'Dear machine', 12)
  await plant.company.call('PUT', `/v0/e/${machine.equipmentId}`, { hourly_revenue: 120, hourly_parts: 600 })
  await enterWithRole(context, plant, 'admin')
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(figures(page)).toContainText(/Revenue\d+\.\d\dpotential \d+\.\d\d · missed \d+\.\d\d/)
  await expect(figures(page)).toContainText(/Parts12potential \d+ · missed \d+/)
  await context.clearCookies()
  await enterWithRole(context, plant, 'user')
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(shown(page)).toHaveText('12')
  await expect(figures(page)).not.toContainText(/Revenue|potential/)
})

test('buckets are columns and a table, whose CSV has the columns of the specification', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await runner(plant, 'Bucket machine', 6)
  const { tag: order } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', {
    name: `AX ${plant.tag}`,
  })
  await plant.company.call('POST', '/v0/runs', { equipId: machine.equipmentId, tags: [order.id] })
  await page.goto(page24h(machine, '&groups=table'))
  const table = page.getByRole('region', { name: 'Utilization as a table' })
  const last = table.getByRole('row').last()
  await expect(last).toContainText(`AX ${plant.tag}`)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Time',
    'Run hours',
    'Scheduled hours',
    'Cycles',
    'Tags',
    'Utilization',
  ])
  const download = page.waitForEvent('download')
  const panel = page.getByRole('region', { name: /^Utilization by/ })
  await panel.getByRole('button', { name: 'Export' }).click()
  await panel.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Bucket machine \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d utilization\.csv$/)
  const rows = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(rows[0]).toBe('time,run_hours,scheduled_hours,cycle_count,tags,utilization_pct')
  expect(rows.at(-1)).toMatch(new RegExp(`^[^,]+,[\\d.]+,[\\d.]+,\\d+,AX ${plant.tag},`))
  const cyclesIn = rows.slice(1).map((row) => Number(row.split(',')[3]))
  expect(cyclesIn.reduce((a, b) => a + b, 0)).toBe(6)
})

test('the split utilization chart and the device-communication strip are switched by the scope', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await runner(plant, 'Switched machine', 2)
  await page.goto(page24h(machine))
  await expect(page.getByRole('slider', { name: /^Utilization by/ })).toBeVisible()
  await expect(page.getByText('Device communication')).toHaveCount(0)
  await page.goto(page24h(machine, '&split=1&comm=1'))
  const split = page.getByRole('slider', { name: /^Statuses by bucket/ })
  await split.press('ArrowLeft')
  await expect(split).toHaveAttribute('aria-valuetext', /Running 0\.\d\d h/)
  for (const tick of ['1 h', '45 m', '30 m', '15 m', '0'])
    await expect(page.locator('.split-axis').getByText(tick, { exact: true })).toBeAttached()
  await expect(page.getByRole('img', { name: /^Device communication: in contact \d+ s of/ })).toBeVisible()
})

test('dragging over the timeline shows that time alone, and a copied address the same', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await runner(plant, 'Zoomed machine', 5)
  await page.goto(page24h(machine))
  const line = page.getByRole('slider', { name: 'Interval of the status timeline' })
  const box = await line.boundingBox()
  if (box === null) throw new Error('The timeline has no place')
  await page.mouse.move(box.x + 300, box.y + 24)
  await page.mouse.down()
  await page.mouse.move(box.x + 500, box.y + 24, { steps: 4 })
  await page.mouse.up()
  const heading = page.getByRole('heading', { name: /^Status, / })
  await expect(heading).toHaveText(/^Status, .*\d+:\d\d [AP]M – .*\d+:\d\d [AP]M$/)
  const words = await heading.innerText()
  const address = page.url()
  await page.reload()
  await expect(heading).toHaveText(words)
  expect(page.url()).toBe(address)
})

test('a new period replaces one that is still loading', async ({ signedIn: page, plant }) => {
  const machine = await runner(plant, 'Hurried machine', 4)
  await page.goto(page24h(machine))
  await expect(shown(page)).toHaveText('4')
  const requests: string[] = []
  const cancelled: string[] = []
  let hold = true
  await page.route('**/aiopaged?*', async (route) => {
    requests.push(route.request().url())
    // The first request gets no answer: it ends only when it is cancelled.
    if (hold) hold = false
    else await route.continue()
  })
  page.on('requestfailed', (request) => request.url().includes('/aiopaged?') && cancelled.push(request.url()))
  const period = page.getByRole('button', { name: 'Zoom out' })
  await period.click()
  await expect.poll(() => requests.length).toBe(1)
  await period.click()
  await expect.poll(() => cancelled).toEqual([requests[0]])
  await expect(shown(page)).toHaveText('4')
})

test('axe finds nothing on the page and in its tables', async ({ signedIn: page, plant }) => {
  const machine = await runner(plant, 'Judged machine', 8)
  await send(plant.url, machine, [status('down', Date.now() - 500)])
  await page.goto(page24h(machine, '&hidesidebar'))
  await expect(detail(page).getByRole('combobox')).toBeVisible()
  expect(await violationsInAll(page)).toEqual([])
  await page.goto(page24h(machine, '&hidesidebar&detail=table&groups=table'))
  for (const table of ['.detail-table-box', '.groups-box']) {
    await expect(page.locator(table)).toBeVisible()
    expect(await violations(page, { within: table })).toEqual([])
  }
})
