import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { violations, violationsInAll } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { chart, figure, hallOf, headline, secondsIn } from './support/hall.ts'
import { change, fiveHours, ran } from './support/past.ts'
import { beyondWindow, EVERYDAY, expect, mendByClick, test, withoutReload } from './support/test.ts'

const list = (page: Page): Locator => page.getByRole('list', { name: 'Units and machines' })
const item = (page: Page, name: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
test(
  'shows name, machines, utilization as the largest figure with its progress line, hours, shift, zone and how fresh',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { path, unit } = await hallOf(plant, 'Headline')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Headline ${plant.tag}`)
    await expect(page.getByText('3 machines · 3 running')).toBeVisible()
    await expect(figure(page)).toHaveText('88.33 %')
    await expect(headline(page).getByRole('meter')).toHaveAttribute('aria-valuenow', '88.33')
    await expect(headline(page)).toContainText('8.83 of 10.00 scheduled hours ran')
    await expect(headline(page)).toContainText(/all shifts · .+ · as of \d+:\d\d:\d\d [AP]M/)
    const sizes = await page
      .locator('.unit-page *')
      .evaluateAll((all) => all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
    const figureSize = await figure(page).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(figureSize).toBe(Math.max(...sizes))
    await page.goto(`${path}&shift=2&day=0600`)
    await expect(figure(page)).toHaveText('∞')
    await expect(headline(page)).toContainText(/second shift · .+ · days from 6:00 AM/)
    await page.goto(`/o/${unit}`)
    await expect(headline(page)).toContainText('Past week')
  },
)

test('says ∞ and nothing scheduled in this period where nothing was, and more than 100 % where more ran than was', async ({
  signedIn: page,
  plant,
}) => {
  const past = fiveHours()
  const unit = await plant.unit('Beyond')
  const machine = await plant.machineIn('Eager', unit)
  await page.goto(`/o/${unit}?${past.search}`)
  await expect(figure(page)).toHaveText('∞')
  await expect(headline(page)).toContainText('nothing scheduled in this period')
  await change(plant, machine, past, { util_capped_by_schedule: false })
  await ran(plant, machine, past, [])
  const rows = await plant.company.call<{ shifts: [number, number, number, number, number][] }>(
    'GET',
    `/v0/e/${machine.equipmentId}/reports/shifts?startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`,
  )
  // Four of the five hours stay scheduled. A row ends at midnight, so the first hour may be a row of its own, or the end of one.
  const start = past.at(1) / 1000
  const early = rows.shifts.filter(([, end]) => end <= start).map(([, , , id]) => id)
  const updates = rows.shifts
    .filter(([from, end]) => from < start && end > start)
    .map(([, , , id]) => ({ id, start, shift: 1 }))
  expect(early.length + updates.length, 'rows of the first hour').toBe(1)
  if (early.length > 0) await plant.company.call('DELETE', '/v0/shifts/bulkDestroy', { shiftHistoryIds: early })
  else await plant.company.call('PUT', '/v0/shifts/bulkUpdate', { updates })
  await expect(figure(page)).toHaveText('125.00 %', { timeout: 20_000 })
  await expect(headline(page).getByRole('meter')).toHaveAttribute('aria-valuenow', '100')
})

test('has the tabs Utilization and Equipment, of which the address says one, and arrow keys go from one to the other', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, path } = await hallOf(plant, 'Tabs')
  await page.goto(path)
  const tabs = page.getByRole('tablist', { name: 'Of this unit' })
  await expect(tabs.getByRole('tab', { name: 'Utilization' })).toHaveAttribute('aria-selected', 'true')
  await tabs.getByRole('tab', { name: 'Utilization' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.getByRole('tab', { name: 'Equipment' })).toBeFocused()
  await expect(page).toHaveURL(/[?&]tab=equipment/)
  await expect(page.locator('.tile')).toHaveCount(3)
  await page.reload()
  await expect(tabs.getByRole('tab', { name: 'Equipment' })).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/o/${unit}`)
  await expect(tabs.getByRole('tab', { name: 'Utilization' })).toHaveAttribute('aria-selected', 'true')
})

test('lists machines and units as bars or circles, expands to equipment, marks under 80 % and what is left out; the sum is the headline', async ({
  signedIn: page,
  plant,
}) => {
  const { path, line } = await hallOf(plant, 'Children')
  await page.goto(path)
  await expect(list(page).getByRole('link')).toHaveText(['Press', 'Spare', 'Line'])
  await expect(item(page, 'Press')).toContainText('76.67 %')
  await expect(item(page, 'Press')).toContainText('under 80 %')
  await expect(item(page, 'Spare')).toContainText('left out of the sums')
  await expect(item(page, 'Line')).toContainText('100.00 %')
  const sum = page.getByTestId('sum')
  await expect(sum).toContainText('Sum 8.83 of 10.00 h = 88.33 %')
  await expect(sum).toContainText('listed without the one left out: 8.83 of 10.00 h')
  expect(secondsIn(await sum.locator('[title]').first().getAttribute('title'))).toEqual([31_800, 36_000])
  await page.getByRole('button', { name: 'Show equipment' }).click()
  await expect(list(page).getByRole('link')).toHaveText(['Press', 'Spare', 'Line', 'Steady'])
  await page.getByRole('group', { name: 'Bars show' }).getByRole('button', { name: 'Run hrs' }).click()
  await expect(item(page, 'Press')).toContainText('3.83 h')
  await expect(page).toHaveURL(/expanded=1.*bars=run/)
  await page.getByRole('group', { name: 'Units and machines as' }).getByRole('button', { name: 'Circles' }).click()
  await expect(list(page).getByRole('link')).toHaveText(['Press', 'Spare', 'Line'])
  await expect(item(page, 'Press')).toContainText('76.67 %')
  await item(page, 'Line').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/o/${line}\\?.*children=circles`))
  await expect(item(page, 'Steady')).toContainText('100.00 %')
  await item(page, 'Steady').getByRole('link').click()
  await expect(page).toHaveURL(/\/e\/\d+/)
})

test('keeps its choices from unit to unit, and a copied address shows the same to everybody', async ({
  signedIn: page,
  plant,
  context,
}) => {
  const { unit, line, path } = await hallOf(plant, 'Kept')
  await page.goto(path)
  await page.getByRole('group', { name: 'Columns show' }).getByRole('button', { name: 'Run hrs' }).click()
  await item(page, 'Line').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/o/${line}\\?.*groups=run`))
  const copied = page.url()
  const other = await context.newPage()
  await other.addInitScript(() => localStorage.removeItem('millwatch.unit'))
  await other.goto(copied)
  await expect(other.getByRole('heading', { name: /^Run hours by/ })).toBeVisible()
  // An address without choices means the defaults, even after other choices in this browser.
  await page.goto(`/o/${unit}`)
  await expect(page.getByRole('heading', { name: /^Utilization by/ })).toBeVisible()
})

test('an empty unit says why it is empty, and an admin adds its first machine there', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Empty')
  await page.goto(`/o/${unit}`)
  await expect(page.getByRole('heading', { name: 'No machines here yet' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: /^Go to / })).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add equipment' }).click()
  const form = page.getByRole('dialog', { name: 'Add equipment' })
  await expect(form.getByLabel('Parent')).toHaveValue('Empty')
  await form.getByLabel('Equipment name').fill('First press')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/e\/\d+/)
  await page.goBack()
  await expect(page.getByText('1 machine · 0 running')).toBeVisible()
})

test('of many machines, with long, right-to-left and emoji names, those in sight are drawn', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Names')
  const names = [`${'Very long name '.repeat(7)}ends here`.slice(0, 120), 'مكبس الحقن ٣', '🏭 Presse 🤖']
  const more = Array.from({ length: 150 }, (_, i) => `Machine ${i + 1}`)
  for (let i = 0; i < more.length; i += 25)
    await Promise.all(
      [...(i === 0 ? names : []), ...more.slice(i, i + 25)].map((name) =>
        plant.company.call('POST', '/v0/e', { name, parent_id: unit }),
      ),
    )
  await page.goto(`/o/${unit}`)
  await expect(page.getByText('153 machines')).toBeVisible()
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(80)
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '153')
  await expect(list(page).getByRole('link', { name: '🏭 Presse 🤖', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => beyondWindow(page), 'the page scrolls, never the document').toEqual([0, 0])
  await page.getByTestId('sum').scrollIntoViewIfNeeded()
  await expect(list(page).locator('[aria-posinset="153"]')).toBeVisible()
  for (const name of names.slice(0, 2)) await expect(list(page).getByRole('link', { name, exact: true })).toBeVisible()
})

test('circles that were chosen once stay away from a page that was opened with bars, whatever period is chosen there', async ({
  signedIn: page,
  plant,
}) => {
  const { path, unit } = await hallOf(plant, 'Round')
  await page.goto(path)
  const views = page.getByRole('group', { name: 'Units and machines as' })
  await views.getByRole('button', { name: 'Circles' }).click()
  await expect(page).toHaveURL(/children=circles/)
  await page.goto(`/o/${unit}?period=1w`)
  await expect(views.getByRole('button', { name: 'Bars' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^Period:/ }).click()
  await page.getByRole('button', { name: 'Past 1 day', exact: true }).click()
  await expect(page).toHaveURL(/period=1d/)
  await expect(headline(page)).toContainText('Past day')
  await expect(views.getByRole('button', { name: 'Bars' })).toHaveAttribute('aria-pressed', 'true')
  expect(page.url()).not.toContain('circles')
})

test(
  'gets changes without a reload, and nothing jumps; without a connection the figures stay, and are read again on return',
  EVERYDAY,
  async ({ signedIn: page, plant, context }) => {
    const unit = await plant.unit('Live')
    const machine = await plant.machineIn('Live press', unit)
    await send(plant.url, machine, [status('down', Date.now() - 60_000)])
    await page.goto(`/o/${unit}?period=1h`)
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    await expect(page.getByText('1 machine · 0 running')).toBeVisible()
    await expect(figure(page)).toHaveText('0.00 %')
    const place = await chart(page).boundingBox()
    await withoutReload(page, async () => {
      await send(plant.url, machine, [status('running', Date.now() - 30_000)])
      await expect(page.getByText('1 machine · 1 running')).toBeVisible()
      await expect(figure(page)).not.toHaveText('0.00 %', { timeout: 20_000 })
    })
    expect(await chart(page).boundingBox()).toEqual(place)
    const shown = await figure(page).textContent()
    // Its drawer is loaded then, as it is a few seconds after any page.
    await page.getByRole('button', { name: /^Period:/ }).hover()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(page.locator('[data-connection="lost"]')).toBeAttached({ timeout: 40_000 })
    await expect(figure(page)).toHaveText(shown ?? '')
    await expect(chart(page).locator('canvas')).toBeVisible()
    await test.step('old figures keep the name of their period, what is not known is grey and counts no more', async () => {
      const near = page.getByText(/No connection\. Everything below is as of \d+:\d\d [AP]M and grey/)
      await expect(near).toBeInViewport({ ratio: 1 })
      await page.getByRole('button', { name: /^Period:/ }).click()
      await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
      await expect(near).toContainText('It is still Past hour')
      await expect(headline(page)).toContainText('Past hour')
      await expect(headline(page)).not.toContainText('Yesterday')
      await expect(figure(page)).toHaveText(shown ?? '')
      await expect(page.locator('.sidebar').first()).toHaveCSS('filter', 'grayscale(1)')
      await expect(page.locator('.unit-page')).toHaveCSS('filter', 'grayscale(1)')
      await page.getByRole('button', { name: /^Period:/ }).click()
      await page.getByRole('button', { name: 'Past 1 hour', exact: true }).click()
    })
    await send(plant.url, machine, [status('down', Date.now())])
    await context.setOffline(false)
    await expect(page.getByText('1 machine · 0 running'), 'what was missed is read').toBeVisible({ timeout: 20_000 })
  },
)

test('a unit that cannot be read says why and leads on, and comes when it is tried again', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Unread')
  const ofUnit = new RegExp(`/v0/o/${unit}\\?`)
  await page.route(ofUnit, (route) => route.fulfill({ status: 400, json: { status: 'error', error: 'No unit today' } }))
  await page.goto(`/o/${unit}`)
  const alert = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: 'This unit could not be read' }) })
  await expect(alert).toContainText(
    'No unit today. Nothing is lost: machine data is stored whether or not anyone looks.',
  )
  await mendByClick(page, ofUnit, alert.getByRole('button', { name: 'Try again' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unread')
})

test('shows the same figures of a machine in a period as the page of the machine, in any pair of zones', async ({
  signedIn: page,
  plant,
}) => {
  const past = fiveHours()
  const near = await plant.unit(`Near ${plant.tag}`)
  const { orgUnit } = await plant.company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', {
    name: `Far ${plant.tag}`,
    parent_id: near,
  })
  const unit = orgUnit.id
  await plant.company.call('PUT', `/v0/o/${unit}`, { timezone: 'Asia/Tokyo' })
  const machine = await plant.machineIn(`Far press ${plant.tag}`, unit)
  await ran(plant, machine, past, [[2, 3.4]])
  const searches = [past.search, `${past.search}&tz=Asia/Tokyo&day=0600`, 'period=yesterday&tz=America/Chicago']
  for (const search of searches) {
    await page.goto(`/o/${near}?${search}&expanded=1`)
    const row = item(page, `Far press ${plant.tag}`)
    const [shown = ''] = (await row.locator('.child-bar-figure').innerText()).split('\n')
    expect(shown).toMatch(/^(\d+\.\d\d %|∞)/)
    await page.goto(`/e/${machine.equipmentId}?${search}`)
    await expect(figure(page)).toHaveText(shown.replace(/ %.*$/, ' %').replace(/^∞.*$/, '∞'))
  }
})

test('names the zone of its days if none is selected; a reloaded page requests that zone at once', async ({
  signedIn: page,
  plant,
}) => {
  const near = await plant.unit(`Here ${plant.tag}`)
  const made = { name: `Abroad ${plant.tag}`, parent_id: near }
  const { orgUnit } = await plant.company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', made)
  await plant.company.call('PUT', `/v0/o/${orgUnit.id}`, { timezone: 'Asia/Tokyo' })
  await plant.company.call('POST', '/v0/e', { name: 'Far press', parent_id: orgUnit.id })
  await page.goto(`/o/${near}?period=today`)
  await expect(headline(page)).toContainText(', also for 1 machine in another time zone')
  await item(page, `Abroad ${plant.tag}`).getByRole('link').click()
  await expect(headline(page)).toContainText('Tokyo')
  await expect(headline(page)).not.toContainText('another time zone')
  const starts = new Set<string | null>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === `/v0/o/${orgUnit.id}`) starts.add(searchParams.get('startDate'))
  })
  await page.reload()
  await expect(headline(page)).toContainText('Tokyo')
  // Days in Tokyo begin at 15:00 UTC.
  expect([...starts]).toEqual([expect.stringMatching(/T15:00:00\.000Z$/)])
})

test('axe finds nothing on the Utilization tab, as bars, as circles and as a table', async ({
  signedIn: page,
  plant,
}) => {
  test.slow()
  const { path } = await hallOf(plant, 'Judged')
  await page.goto(`${path}&expanded=1`)
  await expect(item(page, 'Press')).toBeVisible()
  expect(await violationsInAll(page, 'main')).toEqual([])
  await page.goto(`${path}&children=circles`)
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(item(page, 'Press')).toBeVisible()
  expect(await violations(page, { within: 'main' })).toEqual([])
})

test('weighs at most 450 KB of JavaScript', EVERYDAY, async ({ signedIn: page, plant }) => {
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(450_000)
})
