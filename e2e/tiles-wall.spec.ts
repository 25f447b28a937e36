import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { equipmentPath, manyMachines, tileOf } from './support/equipment.ts'
import { fiveHours, ran } from './support/past.ts'
import { expect, type Plant, test } from './support/test.ts'

const wall = (page: Page) => page.getByRole('region', { name: /^Wall of / })

/** Makes a hall of two lines: a press and a saw that stopped for two of five hours and runs, and a mill that stands. */
async function hallOf(plant: Plant) {
  const past = fiveHours()
  const hall = await plant.unit(`Hall ${plant.tag}`)
  const lineOf = (name: string) => plant.company.unit(name, hall)
  const [first, second] = [await lineOf('Line 1'), await lineOf('Line 2')]
  const [press, saw, mill] = [
    await plant.machineIn('Press', first),
    await plant.machineIn('Saw', first),
    await plant.machineIn('Mill', second),
  ]
  await ran(plant, press, past, [])
  await ran(plant, saw, past, [[1, 3]])
  await ran(plant, mill, past, [
    [1, 5],
    [5.1, 40],
  ])
  return { hall, past }
}

test('tiles show the last 12 hours, and say so, unless a shorter period is asked', async ({
  signedIn: page,
  plant,
}) => {
  const { hall } = await hallOf(plant)
  await page.goto(equipmentPath(hall, 'period=1w'))
  await expect(tileOf(page, 'Press')).toContainText('last 12 h')
  await expect(page.getByRole('img', { name: /^Press, last 12 h: / })).toBeVisible()
  await page.goto(equipmentPath(hall, 'period=4h'))
  await expect(page.getByRole('img', { name: /^Press, Past 4 hours: /i })).toBeVisible()
  await expect(tileOf(page, 'Press')).not.toContainText('last 12 h')
})

test('the equipment timeline groups by unit, shows utilization at its right, and a legend of shifts', async ({
  signedIn: page,
  plant,
}) => {
  const { hall, past } = await hallOf(plant)
  await page.goto(equipmentPath(hall, `${past.search}&view=timeline`))
  const timelines = page.getByRole('region', { name: /^Status timeline/ })
  await expect(timelines.getByRole('heading', { level: 3 })).toHaveText(['Line 1', 'Line 2'])
  await expect(timelines.locator('.many-figure')).toHaveText([/^100.00 %/, /^60.00 %/, /^20.00 %/])
  await expect(timelines.getByRole('list', { name: 'Shifts' })).toHaveText(/1st shift.*2nd shift.*3rd shift/)
  const row = (name: string) => page.getByRole('slider', { name: `Status of ${name}` })
  await row('Press').focus()
  await row('Press').press('ArrowDown')
  await row('Saw').press('ArrowDown')
  await expect(row('Mill')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.goto(equipmentPath(hall, `${past.search}&view=timeline&sort=util`))
  await expect(timelines.locator('.many-figure')).toHaveText([/^20.00 %/, /^60.00 %/, /^100.00 %/])
  await expect(timelines.getByRole('heading', { level: 3 })).toHaveCount(0)
})

test('the wall sorts worst first, names units, shows the shift that goes on, and fills its places', async ({
  signedIn: page,
  plant,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const { hall } = await hallOf(plant)
  await page.goto(equipmentPath(hall, 'view=wall'))
  const tiles = wall(page).getByRole('listitem')
  await expect(tiles).toHaveCount(3)
  await expect(tiles.first()).toContainText('Mill')
  await expect(tiles.first()).toContainText('Line 2')
  const always = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[0, 86_400, 2]]]))
  await plant.company.call('PUT', `/v0/o/${hall}/schedule`, { schedule: always })
  await expect(wall(page)).toContainText(/2nd shift \d+:\d\d [AP]M – \d+:\d\d [AP]M/)
  await manyMachines(plant, hall, 10)
  await expect(tiles).toHaveCount(13)
  const boxes = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().toJSON() as DOMRect))
  const right = Math.max(...boxes.map((box) => box.right))
  const rows = Map.groupBy(boxes, (box) => Math.round(box.top))
  for (const row of rows.values()) expect(Math.max(...row.map((box) => box.right))).toBeCloseTo(right, 0)
})

test('tiles of small units share rows at 1920', async ({ signedIn: page, plant }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const { hall } = await hallOf(plant)
  await page.goto(equipmentPath(hall))
  const topOf = async (name: string) => (await tileOf(page, name).boundingBox())?.y
  await expect(tileOf(page, 'Mill')).toBeVisible()
  expect(await topOf('Mill')).toBe(await topOf('Press'))
  const left = (name: string) => page.getByRole('heading', { name, exact: true }).boundingBox()
  expect((await left('Line 2'))?.x).toBeGreaterThan((await left('Line 1'))?.x ?? Number.POSITIVE_INFINITY)
})
