import type { Locator } from '@playwright/test'
import { fiveHours, ran } from './support/past.ts'
import { expect, test } from './support/test.ts'

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (box === null) throw new Error('Not on the page')
  return box
}

const isCut = (element: Element): boolean =>
  [element, ...element.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1)

test('on a phone the wall shows the name of the unit, its figure, its period and the time uncut', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Northfield Comps ${plant.tag}`)
  await plant.machineIn('Press', unit)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/o/${unit}?tab=equipment&view=wall`)
  await expect(page.locator('.wall-tile')).toHaveCount(1)
  for (const part of ['.wall-name', '.wall-util', '.wall-count']) {
    expect(await page.locator(part).evaluate(isCut), part).toBe(false)
  }
  const time = await boxOf(page.locator('.wall-time'))
  expect(time.x + time.width).toBeLessThanOrEqual(390)
})

test('lost hours stand in the column of the columns, beside the units where there is room', async ({
  signedIn: page,
  plant,
}) => {
  const past = fiveHours()
  const unit = await plant.unit('Filled')
  const press = await plant.machineIn('Press', unit)
  await ran(plant, press, past, [[1, 3]])
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/o/${unit}?${past.search}`)
    const region = (name: string) => page.getByRole('region', { name })
    await expect(region('Lost hours')).toContainText('Sum 2.00 h')
    const [lost, attention, units] = await Promise.all(
      ['Lost hours', 'Needs attention', 'By unit and machine'].map((name) => boxOf(region(name))),
    )
    if (lost === undefined || attention === undefined || units === undefined) throw new Error('A panel is missing')
    expect(lost.x + lost.width, `at ${width}`).toBeLessThan(attention.x)
    if (width === 1920) expect(Math.abs(lost.y - units.y)).toBeLessThan(2)
    else expect(lost.y).toBeGreaterThan(units.y + units.height)
  }
})

test('on a tablet the controls of the status stand together beside its title', async ({ signedIn: page, plant }) => {
  const past = fiveHours()
  const press = await plant.machineIn('Narrow', plant.company.rootUnitId)
  await ran(plant, press, past, [[1, 3]])
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/e/${press.equipmentId}?${past.search}`)
  const panel = page.getByRole('region', { name: /^Status, / })
  const [title, table, files] = await Promise.all([
    boxOf(panel.getByRole('heading')),
    boxOf(panel.getByText('Table', { exact: true })),
    boxOf(panel.getByRole('button', { name: 'Export' })),
  ])
  const middle = ({ y, height }: { y: number; height: number }) => y + height / 2
  expect(Math.abs(middle(title) - middle(table))).toBeLessThan(8)
  expect(Math.abs(middle(title) - middle(files))).toBeLessThan(8)
})

test('a menu longer than the window scrolls inside its box', async ({ signedIn: page, plant }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await page.getByRole('button', { name: /^Time zone/ }).click()
  const menu = page.getByRole('menu', { name: 'Time zone' })
  await expect(menu.getByRole('menuitemradio').nth(30)).toBeAttached()
  const box = await boxOf(page.locator('.floating'))
  await page.mouse.move(box.x + 40, box.y + 100)
  await page.mouse.wheel(0, 5000)
  const last = menu.getByRole('menuitem', { name: /^Start of the day/ })
  await expect(last).toBeInViewport({ ratio: 1 })
  const end = await boxOf(last)
  expect(end.y + end.height).toBeLessThanOrEqual(box.y + box.height + 1)
})

test('a page that cannot be loaded without a connection is opened by itself when the connection is back', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const unit = await plant.unit(`Away ${plant.tag}`)
  const name = `Lathe ${plant.tag}`
  await plant.machineIn(name, unit)
  await page.route(/assets\/machine-/, (route) => route.abort('internetdisconnected'))
  await page.goto(`/o/${unit}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Away ${plant.tag}`)
  await context.setOffline(true)
  await page.getByRole('treeitem', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This part of the page could not be loaded')
  await page.unroute(/assets\/machine-/)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})
