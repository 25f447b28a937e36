import { readFileSync } from 'node:fs'
import { HOUR_MS } from '@millwatch/domain/time'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { cycles, send } from './support/device.ts'
import { hallOf } from './support/hall.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test } from './support/test.ts'

const table = (page: Page): Locator => page.getByRole('table', { name: 'Units and machines' })
const row = (page: Page, name: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const machines = (page: Page): Locator => table(page).locator('tbody tr:not(.summary-unit) th a')

/** Makes the hall of `hallOf`, and returns the address of its summary over the five hours of which everything is known. */
async function summaryOf(plant: Plant, name: string) {
  const { unit, past } = await hallOf(plant, name)
  return { unit, past, path: `/o/${unit}/reports/summary?${past.search}` }
}

test(
  'shows utilization with child bars and how it is computed, and all machines under their units, with sums computed from hours',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { unit, past, path } = await summaryOf(plant, 'Summary')
    await page.goto(path)
    await expect(page.getByText(`Summary ${plant.tag} · 3 machines · 3 running`)).toBeVisible()
    const utilization = panel(page, 'Utilization')
    await expect(utilization.getByTestId('utilization')).toContainText('88.33 %')
    await expect(utilization).toContainText('8.83 of 10.00 h ran')
    await expect(utilization).toContainText('100.00 % of scheduled time with data')
    await expect(utilization.getByRole('listitem').filter({ hasText: 'Line' })).toContainText('100.00 %')
    await expect(row(page, 'Press')).toContainText('76.67 %')
    await expect(row(page, 'Press')).toContainText('3.83 of 5.00')
    await expect(row(page, 'Press')).toContainText('No reason')
    await expect(row(page, 'Spare')).toContainText('excluded')
    await expect(row(page, 'Line')).toContainText('1 of 1 running')
    await expect(row(page, 'Line')).toContainText('5.00 of 5.00')
    const query = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
    const { orgUnit } = await plant.company.call<{ orgUnit: { figures: { run_secs: number } } }>(
      'GET',
      `/v0/o/${unit}?${query}`,
    )
    expect((orgUnit.figures.run_secs / 3600).toFixed(2)).toBe('8.83')
    await utilization.getByRole('button', { name: /^how\?/ }).hover()
    await expect(page.getByRole('dialog')).toContainText('8 h 50 m')
    await page.getByRole('dialog').getByLabel('Show seconds').check()
    await expect(page.getByRole('dialog')).toContainText('31,800 s')
    await table(page).getByRole('button', { name: 'Machines of Line' }).click()
    await expect(row(page, 'Steady')).toHaveCount(0)
  },
)

test("shows 'no recent cycle' only when the period begins within 7 days, and filters by exception and by name", async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Cycles ${plant.tag}`)
  const [saw, mill] = [await plant.machineIn('Saw', unit), await plant.machineIn('Mill', unit)]
  const now = Date.now()
  await send(plant.url, saw, [
    ...cycles(1, 10, now - 50 * HOUR_MS),
    { t: now, type: 'ping', since: now - 50 * HOUR_MS },
  ])
  await send(plant.url, mill, cycles(1, 10, now))
  await page.goto(`/o/${unit}/reports/summary?period=1w`)
  const exceptions = panel(page, 'Equipment exceptions')
  const noCycle = exceptions.getByRole('button', { name: /No recent cycle/ })
  await expect(noCycle).toContainText('Saw 2 d 02 h ago')
  await expect(row(page, 'Mill')).toBeVisible()
  await noCycle.click()
  await expect(page).toHaveURL(/show=no-cycle/)
  await expect(machines(page)).toHaveText(['Saw'])
  await page.reload()
  await expect(noCycle).toHaveAttribute('aria-pressed', 'true')
  await noCycle.click()
  await expect(row(page, 'Mill')).toBeVisible()
  await page.keyboard.press('.')
  await page.keyboard.type('mil')
  await expect(row(page, 'Saw')).toHaveCount(0)
  await page.goto(`/o/${unit}/reports/summary?period=2w`)
  await expect(exceptions.getByRole('button', { name: /Under-utilized, below 80 %/ })).toBeVisible()
  await expect(noCycle).toHaveCount(0)
})

test('shows excessive downtime by reason and by machine, each of which leads to its report, and a reason given elsewhere at once', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, past, path } = await summaryOf(plant, 'Lost')
  await page.goto(path)
  const downtime = panel(page, 'Excessive downtime')
  const items = downtime.getByRole('listitem')
  // The spare one is out of the utilization, but its stop is excessive too.
  await expect(items).toHaveText(/No reason.*5\.00 h.*2×/)
  await expect(downtime).toContainText('Sum 5.00 h, 2 stops')
  const query = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
  const { data } = await plant.company.call<{ data: number[][] }>('GET', `/v0/o/${unit}/reports/xsfdt?${query}`)
  const [id] = data.find(([, , name]) => String(name) === 'Press') ?? []
  const { reason } = await plant.company.call<{ reason: { id: number; reason: string } }>('POST', '/v0/reasons', {
    reason: `Jam ${plant.tag}`,
  })
  await plant.company.call('PUT', `/v0/status/${id}`, { status_reason_id: reason.id })
  await expect(items).toHaveText([/No reason.*4\.00 h.*1×/, /Jam .*1\.00 h.*1×/])
  await expect(row(page, 'Press')).toContainText(`Jam ${plant.tag}`)
  await downtime.getByRole('button', { name: 'Machine' }).click()
  await expect(items).toHaveText([/Spare.*4\.00 h/, /Press.*1\.00 h/])
  await expect(downtime.getByRole('link', { name: 'Press' })).toHaveAttribute(
    'href',
    new RegExp(`^/o/${unit}/reports/downtime\\?.*search=Press$`),
  )
})

test('lists the worst first on demand, and exports the shown rows', async ({ signedIn: page, plant }) => {
  const { past, path } = await summaryOf(plant, 'Worst')
  await page.goto(path)
  await expect(row(page, 'Press')).toBeVisible()
  await page.getByRole('button', { name: 'Worst first' }).click()
  await expect(page).toHaveURL(/sort=worst/)
  await expect(table(page).locator('.summary-unit')).toHaveCount(0)
  await expect(machines(page)).toHaveText(['Press', 'Steady', 'Spare'])
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Worst .* \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d summary\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/^machine,Worst .*,Press,Running,.*,false,13800,18000,3600,1,/)
  expect(past.to - past.from).toBe(5 * HOUR_MS)
})

test('shows MTBF and MTTR on demand, which follow the reason of a stop and its mark', async ({
  signedIn: page,
  plant,
}) => {
  const { past, path } = await summaryOf(plant, 'Reliable')
  await page.goto(path)
  await expect(row(page, 'Press')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^MTBF/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'MTBF, MTTR' }).click()
  await expect(page).toHaveURL(/columns=reliability/)
  await expect(page.getByRole('columnheader', { name: /^MTBF/ })).toBeVisible()
  const cells = row(page, 'Press').locator('.summary-reliability')
  await expect(cells.first()).toContainText('—')
  const machineId = Number((await row(page, 'Press').getByRole('link').first().getAttribute('href'))?.match(/\d+/)?.[0])
  const query = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
  type Interval = { id: number; status_id: number; duration_s: number }
  const log = await plant.company.call<{ data: Interval[] }>('GET', `/v0/e/${machineId}/reports/status?${query}`)
  const stop = log.data.filter(({ status_id }) => status_id === 2).toSorted((a, b) => b.duration_s - a.duration_s)[0]
  const wanted = { reason: `Broken ${plant.tag}`, failure: true }
  const { reason } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', wanted)
  await plant.company.call('PUT', `/v0/status/${stop?.id}`, { status_reason_id: reason.id })
  const mttr = ((stop?.duration_s ?? 0) / 3600).toFixed(2)
  await expect(cells.last()).toContainText(`${mttr} h`)
  await cells.first().getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText(/ h \/ 1 failure = /)
  await page.keyboard.press('Escape')
  await plant.company.call('PUT', `/v0/reasons/${reason.id}`, { failure: false })
  await expect(cells.last()).toContainText('—')
  await page.setViewportSize({ width: 390, height: 844 })
  await table(page)
    .getByRole('button', { name: /^Machines of/ })
    .first()
    .click()
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('prints on one landscape page per 30 machines, in A4 and in Letter', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Print ${plant.tag}`)
  const names = Array.from({ length: 30 }, (_, index) => `Loom ${index + 1}`)
  await Promise.all(
    names.map((name) => plant.company.call('POST', '/v0/e', { name: `${name} ${plant.tag}`, parent_id: unit })),
  )
  await page.goto(`/o/${unit}/reports/summary?period=1w`)
  await expect(table(page)).toHaveAttribute('aria-rowcount', '31')
  for (const [format, size] of [
    ['A4', /MediaBox \[0 0 84\d[\d.]* 59\d/],
    ['Letter', /MediaBox \[0 0 792 612/],
  ] as const) {
    const pdf = (await page.pdf({ format, landscape: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
    expect(pdf).toMatch(size)
  }
})

test('fits a phone: units are cards, and their machines behind them', async ({ signedIn: page, plant }) => {
  const { path } = await summaryOf(plant, 'Phone')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await expect(row(page, 'Line')).toContainText('100.00 %')
  await expect(row(page, 'Steady')).toHaveCount(0)
  await table(page).getByRole('button', { name: 'Machines of Line' }).click()
  await expect(row(page, 'Steady')).toBeVisible()
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
  const main = page.locator('main')
  expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('is accessible', async ({ signedIn: page, plant }) => {
  const { path } = await summaryOf(plant, 'Axe')
  await page.goto(path)
  await expect(row(page, 'Press')).toBeVisible()
  expect(await violationsInAll(page)).toEqual([])
  await page.goto(`${path}&columns=reliability`)
  await expect(row(page, 'Press').locator('.summary-reliability').first()).toContainText('—')
  expect(await violationsInAll(page), 'MTBF and MTTR').toEqual([])
})
