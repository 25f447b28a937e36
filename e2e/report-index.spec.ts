import type { Locator, Page } from '@playwright/test'
import { expect, type Plant, test } from './support/test.ts'

/** Titles of the menu Insights in their order. */
const titles = {
  unit: [
    'Excessive downtimes',
    'Historical runs',
    'Critical parts history',
    'Summary report',
    'Lost time',
    'Shift history',
  ],
  machine: [
    'Excessive downtimes',
    'Raw cycle/telemetry data',
    'Historical runs',
    'Historical status logs',
    'Critical parts history',
    'Shift history',
  ],
}

const tree = (page: Page): Locator => page.getByRole('navigation', { name: 'Company tree' })
const node = (page: Page, name: string): Locator =>
  tree(page).getByRole('treeitem', { name: new RegExp(`^${name} ?(,|$)`) })
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Makes two units of this test, with a machine in the first. */
async function twoUnits(plant: Plant) {
  const [hall, yard] = [`Hall ${plant.tag}`, `Yard ${plant.tag}`]
  const [unit, other] = [await plant.unit(hall), await plant.unit(yard)]
  const { equipmentId } = await plant.machineIn(`Mill ${plant.tag}`, unit)
  return { unit, other, hall, yard, machine: equipmentId, mill: `Mill ${plant.tag}` }
}

/** Titles of the links of a list of reports. */
const titlesIn = (list: Locator): Locator => list.locator('a .strong')

test('the menu Insights and the index list exactly the reports of a unit and of a machine, in order', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, machine } = await twoUnits(plant)
  for (const [path, all] of [
    [`/o/${unit}`, titles.unit],
    [`/e/${machine}`, titles.machine],
  ] as const) {
    await page.goto(`${path}?panel=insights`)
    await expect(titlesIn(page.locator('.page-panel'))).toHaveText(all)
    await page.goto(`${path}/reports`)
    await expect(heading(page)).toHaveText('Reports')
    await expect(titlesIn(page.locator('main'))).toHaveText(all)
    await expect(page.locator('.report-link[aria-current]')).toHaveCount(0)
  }
})

test('the palette leads to a report by keyboard alone', async ({ signedIn: page, plant }) => {
  const { unit } = await twoUnits(plant)
  await page.goto(`/o/${unit}?period=1d`)
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('summary report')
  await expect(page.getByRole('option', { selected: true })).toContainText('Summary report')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/o/${unit}/reports/summary\\?.*period=1d`))
  await expect(heading(page)).toHaveText('Summary Report')
})

test('the tree keeps the report from unit to unit, and leaves one that a machine does not have', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, other, yard, mill, machine } = await twoUnits(plant)
  await page.goto(`/o/${unit}/reports/summary`)
  const search = page.getByRole('searchbox', { name: 'Search company tree' })
  // Units of other tests would be in between, and those out of sight are not drawn.
  await search.fill(plant.tag)
  await node(page, yard).click()
  await expect(page).toHaveURL(new RegExp(`/o/${other}/reports/summary`))
  await expect(page).toHaveTitle(`${yard} - Summary Report | Millwatch`)
  await page.goto(`/o/${unit}/reports/summary`)
  await expect(heading(page)).toHaveText('Summary Report')
  await search.fill(plant.tag)
  await node(page, mill).click()
  await expect(page).toHaveURL(new RegExp(`/e/${machine}(\\?|$)`))
})

test('the summary of a machine is its own page, with the same period', async ({ signedIn: page, plant }) => {
  const { machine } = await twoUnits(plant)
  await page.goto(`/e/${machine}/reports/summary?period=1d`)
  await expect(page).toHaveURL(new RegExp(`/e/${machine}\\?.*period=1d`))
  await page.goto(`/e/${machine}/reports/losttime`)
  await expect(page.getByText('Invalid request')).toBeVisible()
})

test("'return to previous page' leads to the unit or machine with its period, and the title names both", async ({
  signedIn: page,
  plant,
}) => {
  const { unit, hall, machine, mill } = await twoUnits(plant)
  const response = await page.goto(`/o/${unit}/reports/summary?period=1d`)
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(`${hall} - Summary Report | Millwatch`)
  await page.getByRole('link', { name: 'return to previous page' }).click()
  await expect(page).toHaveURL(new RegExp(`/o/${unit}\\?.*period=1d`))
  await page.goto(`/e/${machine}/reports`)
  await expect(page).toHaveTitle(`${mill} - Reports | Millwatch`)
  await page.getByRole('link', { name: 'return to previous page' }).click()
  await expect(page).toHaveURL(new RegExp(`/e/${machine}(\\?|$)`))
})
