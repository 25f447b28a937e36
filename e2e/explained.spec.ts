import type { Locator, Page } from '@playwright/test'
import { violations, violationsInAll } from './support/axe.ts'
import { change, fiveHours, type Past, ran } from './support/past.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

const figure = (page: Page): Locator => page.getByTestId('utilization')
const box = (page: Page): Locator => page.getByRole('dialog', { name: /^How the utilization is computed/ })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: /Behind the number/ })
const behind = (page: Page): Locator => panel(page).getByTestId('behind')
const showSeconds = (page: Page): Promise<void> => panel(page).getByLabel('Show seconds').check()

const intervals = (page: Page): Locator => panel(page).getByRole('list', { name: 'Intervals' }).getByRole('listitem')

/** Closes the explanation and moves the pointer to a place without one. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.mouse.move(2, 2)
  await expect(box(page)).toBeHidden()
}

/** Returns the sum of the seconds in a column of the panel, added in whole milliseconds. */
async function listed(page: Page, column: 'run' | 'scheduled'): Promise<number> {
  const texts = await panel(page)
    .locator(`.intervals-${column}`)
    .evaluateAll((all) => all.map((element) => (element as HTMLElement).innerText))
  const seconds = texts.map((words) =>
    /long$/.test(words) ? 0 : Number(/([\d,.]+) s/.exec(words)?.[1]?.replaceAll(',', '') ?? 0),
  )
  return seconds.reduce((sum, value) => sum + Math.round(value * 1000), 0) / 1000
}

interface Hall {
  readonly unit: number
  readonly machines: Readonly<Record<'press' | 'spare' | 'mover', number>>
  readonly past: Past
  readonly path: string
}

/**
 * Makes a unit with a press that has a short and a long stop, to the millisecond; a spare that is excluded from the second hour
 * on; and a machine that moved in at the third hour. Press: 13,800.123 s of 18,000 s; spare: 3,600 s of 3,600 s; mover: 10,800
 * s of 10,800 s.
 */
async function hallOf(plant: Plant, name: string): Promise<Hall> {
  const past = fiveHours()
  const [unit, elsewhere] = [await plant.unit(`${name} ${plant.tag}`), await plant.unit(`Elsewhere ${plant.tag}`)]
  const [press, spare, mover] = await Promise.all([
    plant.machineIn('Press', unit),
    plant.machineIn('Spare', unit),
    plant.machineIn('Mover', elsewhere),
  ])
  const iso = (hours: number) => new Date(past.at(hours)).toISOString()
  await change(plant, mover, past, { parent_org_unit_id: elsewhere })
  await plant.company.call('PUT', `/v0/e/${spare.equipmentId}`, { util_excluded: true, from: iso(1) })
  await plant.company.call('PUT', `/v0/e/${mover.equipmentId}`, { parent_org_unit_id: unit, from: iso(2) })
  await ran(plant, press, past, [
    [2, 2 + 599.877 / 3600],
    [4, 5],
  ])
  await ran(plant, spare, past, [])
  await ran(plant, mover, past, [])
  const machines = { press: press.equipmentId, spare: spare.equipmentId, mover: mover.equipmentId }
  return { unit, machines, past, path: `/o/${unit}?${past.search}` }
}

test('hover shows the formula with its seconds, the excluded time with its switch, and the age of the data; Escape closes', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant, 'Told')
  await page.goto(path)
  await expect(figure(page)).toHaveText('87.04 %')
  await figure(page).hover()
  await expect(box(page)).toContainText('utilization = effective run / scheduled time')
  await expect(box(page)).toContainText('7 h 50 m / 9 h 00 m = 87.04 %')
  await expect(box(page).getByRole('row', { name: /Short downtime/ })).toContainText('10 m')
  await box(page).getByRole('checkbox', { name: 'Show seconds' }).check()
  await expect(box(page)).toContainText('28,200.123 s / 32,400 s = 87.04 %')
  await box(page).getByRole('checkbox', { name: 'Show seconds' }).uncheck()
  await expect(box(page).getByRole('row', { name: /Excessive downtime/ })).toContainText('1 h 00 m')
  await expect(box(page)).toContainText(/Left out: 1 machine excluded, 4\.00 h; 1 machine elsewhere, 2\.00 h/)
  await expect(box(page)).toContainText(/read (now|\d+ s ago)/)
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await page.getByRole('button', { name: /^how\?/ }).hover()
  await expect(box(page)).toBeVisible()
  await page.mouse.move(2, 2)
  await expect(box(page)).toBeHidden()
})

test('a click leads to the machines of a unit, and from each to its intervals; the listed times sum to the number exactly', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant, 'Behind')
  await page.goto(path)
  await figure(page).click()
  await test.step('behind the number are hours and minutes first, sorted by what was lost, with a bar each', async () => {
    await expect(behind(page)).toHaveText('7 h 50 m / 9 h 00 m = 87.04 %')
    const rows = panel(page).getByRole('list', { name: 'Machines' }).getByRole('listitem')
    await expect(rows.locator('.intervals-name')).toHaveText(['Press', 'Mover', 'Spare'])
    await expect(rows.first()).toContainText('76.67 % · 1 h 10 m lost')
    const widths = await rows.locator('.share-bar').evaluateAll((all) => all.map((bar) => bar.children.length))
    expect(widths).toEqual([1, 0, 0])
  })
  await showSeconds(page)
  await expect(behind(page)).toHaveText('28,200.123 s / 32,400 s = 87.04 %')
  await expect(panel(page).getByRole('listitem')).toHaveCount(3)
  expect([await listed(page, 'run'), await listed(page, 'scheduled')]).toEqual([28_200.123, 32_400])
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'Mover' })).toContainText(
    'left out: 2.00 h elsewhere',
  )
  for (const [name, run, scheduled] of [
    ['Press', 13_800.123, 18_000],
    ['Spare', 3600, 3600],
    ['Mover', 10_800, 10_800],
  ] as const) {
    await panel(page).getByRole('button', { name, exact: true }).click()
    await expect(behind(page)).toContainText(
      `${run.toLocaleString('en-US')} s / ${scheduled.toLocaleString('en-US')} s`,
    )
    expect([await listed(page, 'run'), await listed(page, 'scheduled')]).toEqual([run, scheduled])
    await panel(page).getByRole('button', { name: 'All machines' }).click()
  }
  await panel(page).getByRole('button', { name: 'Spare', exact: true }).click()
  await panel(page).getByLabel('Also show intervals that do not count').check()
  await expect(panel(page)).toContainText('left out: excluded from utilization')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
})

test(
  "a machine's number leads to its intervals of status and shift, which sum to it, also as CSV",
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { machines, past } = await hallOf(plant, 'Machine')
    await page.goto(`/e/${machines.press}?${past.search}`)
    await expect(figure(page)).toHaveText('76.67 %')
    await figure(page).click()
    await expect(behind(page)).toHaveText('3 h 50 m / 5 h 00 m = 76.67 %')
    await test.step('the account of a machine begins with its sum per class', async () => {
      const sums = panel(page).getByRole('region', { name: 'Sums by what counts' }).getByRole('listitem')
      await expect(sums.first()).toContainText('runs in scheduled time3 h 50 m')
      await expect(sums.locator('.share-bar > span').first()).toBeVisible()
    })
    await showSeconds(page)
    await expect(behind(page)).toHaveText('13,800.123 s / 18,000 s = 76.67 %')
    await expect(intervals(page).filter({ hasText: 'short downtime, no run: not included' })).toContainText(
      '599.877 s scheduled',
    )
    await expect(intervals(page).filter({ hasText: 'excessive downtime, no run' })).toHaveCount(1)
    expect([await listed(page, 'run'), await listed(page, 'scheduled')]).toEqual([13_800.123, 18_000])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Press .* intervals\.csv$/)
  },
)

test('a tap shows the explanation, which leads to the intervals', async ({ plant, browser, baseURL, signedIn }) => {
  const { path } = await hallOf(plant, 'Touched')
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 844 },
    ...(baseURL === undefined ? {} : { baseURL }),
    storageState: await signedIn.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto(path)
  await expect(figure(page)).toHaveText('87.04 %')
  await figure(page).tap()
  await expect(box(page)).toContainText('7 h 50 m / 9 h 00 m')
  const { x, width } = (await box(page).boundingBox()) ?? { x: -1, width: 0 }
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(390)
  await box(page).getByRole('button', { name: 'Show the intervals behind it' }).tap()
  await expect(behind(page)).toContainText('7 h 50 m / 9 h 00 m')
  await context.close()
})

test('by keyboard alone: Tab shows the explanation, Enter leads to the intervals, Escape returns to the number without its explanation', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant, 'Keys')
  await page.goto(path)
  const number = page.getByRole('button', { name: /^87\.04 % ?\. How the utilization is computed/ }).first()
  await page.getByRole('region', { name: 'Now' }).getByRole('link').first().focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(number).toBeFocused()
  await expect(box(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(behind(page)).toContainText('7 h 50 m')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(number).toBeFocused()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys and signs' })
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-expanded', 'false')
})

test('the numbers of the list, of a tile and of a column explain themselves by the same component', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant, 'Everywhere')
  await page.goto(path)
  const press = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Press', exact: true }) })
  await press.getByRole('button', { name: /How the utilization is computed, Press/ }).hover()
  await expect(box(page)).toContainText('3 h 50 m / 5 h 00 m = 76.67 %')
  await close(page)
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('region', { name: 'Utilization as a table' })
  await table.getByRole('row').nth(9).getByRole('button').hover()
  await expect(box(page)).toContainText('20 m / 30 m = 66.67 %')
  await close(page)
  await table.getByRole('row').last().getByRole('button').hover()
  await expect(box(page)).toContainText('7 h 50 m / 9 h 00 m = 87.04 %')
  await close(page)
  await page.goto(`${path}&tab=equipment`)
  const tile = page.locator('.tile').filter({ hasText: 'Press' })
  await tile.getByRole('button', { name: /How the utilization is computed, Press/ }).hover()
  await expect(box(page)).toContainText('3 h 50 m / 5 h 00 m = 76.67 %')
  await close(page)
  const line = page.getByRole('treeitem', { name: new RegExp(`^Everywhere ${plant.tag}`) })
  await line.locator('.tree-aside').hover()
  await expect(box(page)).toContainText('7 h 50 m / 9 h 00 m = 87.04 %')
})

test('axe finds nothing in the explanation of a number', async ({ signedIn: page, plant }) => {
  const { path } = await hallOf(plant, 'Judged')
  await page.goto(path)
  await page
    .getByRole('button', { name: /^how\?/ })
    .first()
    .focus()
  await page.keyboard.press('Shift+Tab')
  await expect(box(page)).toContainText('7 h 50 m')
  expect(await violationsInAll(page, '.explained-box')).toEqual([])
})

test('axe finds nothing in the panel of machines, nor in that of their intervals', async ({
  signedIn: page,
  plant,
}) => {
  test.slow()
  const { path } = await hallOf(plant, 'Panel')
  await page.goto(path)
  await figure(page).click()
  await expect(behind(page)).toBeVisible()
  expect(await violations(page, { within: '.drawer' })).toEqual([])
  await panel(page).getByRole('button', { name: 'Press', exact: true }).click()
  await expect(behind(page)).toContainText('3 h 50 m')
  expect(await violationsInAll(page, '.drawer')).toEqual([])
})
