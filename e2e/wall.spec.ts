import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { runUntil, stopClock } from './support/clock.ts'
import { send, status } from './support/device.ts'
import { equipmentPath, manyMachines } from './support/equipment.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

const wall = (page: Page) => page.getByRole('region', { name: /^Wall of / })
const wallPath = (unit: number): string => equipmentPath(unit, 'view=wall')

/** Opens a wall display of a unit. */
async function display(page: Page, plant: Plant, unit: number): Promise<void> {
  const wants = { may_give_reasons: false, may_count_scrap: false }
  const body = { name: `wall ${plant.tag}`, page: 'wall', org_unit_id: unit, ...wants }
  const { code } = await plant.company.call<{ code: string }>('POST', '/v0/kiosks', body)
  await page.goto(`/?token=${code}`)
  await expect(wall(page)).toBeVisible()
}

/** Returns the size of the smallest text on the wall, px. */
const smallestText = (page: Page): Promise<number> =>
  wall(page).evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const sizes: number[] = []
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode
      if (parent !== null && textContent?.trim()) sizes.push(Number.parseFloat(getComputedStyle(parent).fontSize))
    }
    return Math.min(...sizes)
  })

test('a wall display fills the screen with its machines, shown by colour, icon, word and pattern, in letters of 20 px and more, live, with nothing to press', async ({
  page,
  plant,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const unit = await plant.unit('Wall hall')
  const [press] = await Promise.all([plant.machineIn('Press', unit), plant.machineIn('Unheard', unit)])
  await send(plant.url, press, [status('running', Date.now() - 60_000)])
  const made = `Spindle nose 220, 42CrMo4 block, galvanised, ${plant.tag}`
  const { tag } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: made })
  await plant.company.call('POST', '/v0/runs', {
    equipId: press.equipmentId,
    tags: [tag.id],
    cyclesTotal: 400,
    partsPerCycle: 1,
  })
  await display(page, plant, unit)
  const tile = wall(page).getByRole('listitem').filter({ hasText: 'Press' })
  await expect(tile.locator('[data-status]')).toHaveAttribute('data-status', 'running')
  await expect(tile).toContainText('Running')
  await expect(tile.locator('svg.status-running')).toBeVisible()
  await expect(tile.locator('canvas')).toBeVisible()
  await expect(wall(page).getByText('Not scheduled', { exact: true })).toBeVisible()
  // The product has its own line, and the count is on the next.
  const [name, done] = [tile.getByText(made), tile.getByText('0 / 400', { exact: true })]
  const bottom = (await name.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  expect((await done.boundingBox())?.y).toBeGreaterThan(bottom)
  expect(await smallestText(page)).toBeGreaterThanOrEqual(20)
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([1920, 1080])
  await expect(wall(page).getByRole('button')).toHaveCount(0)
  await expect(wall(page).getByRole('link')).toHaveCount(0)
  await expect(page.locator('.wall-clock-time')).toHaveText(/^\d+:\d\d:\d\d [AP]M$/)
  await expect(wall(page)).toContainText(/figures as of \d+:\d\d [AP]M/)
  await send(plant.url, press, [status('down', Date.now())])
  await expect(tile.locator('[data-status]')).toHaveAttribute('data-status', 'down')
  expect(await violations(page)).toEqual([])
})

test('machines that do not fit are on further pages that change by themselves, with a small page indicator', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Paged')
  await manyMachines(plant, unit, 70)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await stopClock(page)
  await page.goto(wallPath(unit))
  const first = wall(page).getByRole('listitem').first()
  await runUntil(page, () => wall(page).getByText('Page 1 of 3').isVisible())
  const shown = await first.textContent()
  const many = await wall(page).getByRole('listitem').count()
  expect(many, 'as many on each').toBe(24)
  await page.clock.runFor(13_000)
  await expect(wall(page)).toContainText('Page 1 of 3')
  await page.clock.runFor(3_000)
  await expect(wall(page)).toContainText('Page 2 of 3')
  await expect(first).not.toHaveText(shown ?? '')
  const moving = await wall(page).evaluate((element) => element.getAnimations({ subtree: true }).length)
  expect(moving, 'no motion where the system asks for none').toBe(0)
  await wall(page).getByRole('button', { name: 'Hold the page' }).click()
  const held = await first.textContent()
  await page.clock.runFor(40_000)
  await expect(first).toHaveText(held ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(first).not.toHaveText(held ?? '')
})

test('on a screen twice as large everything is twice as large', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit('Large')
  await manyMachines(plant, unit, 30)
  await page.setViewportSize({ width: 3840, height: 2160 })
  await page.goto(wallPath(unit))
  await expect(wall(page).getByRole('listitem')).toHaveCount(30)
  expect(await smallestText(page)).toBeGreaterThanOrEqual(40)
  const name = wall(page).getByRole('listitem').first().locator('bdi')
  expect(await name.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(40)
})

test(
  'is entered from the Equipment tab, left by Escape, and says when the connection is lost and how old the data is',
  EVERYDAY,
  async ({ signedIn: page, context, plant }) => {
    const unit = await plant.unit('Entered')
    await plant.machineIn('Press', unit)
    await page.goto(equipmentPath(unit))
    await page.getByRole('button', { name: 'Wall', exact: true }).click()
    await expect(wall(page)).toBeVisible()
    await expect(page).toHaveURL(wallPath(unit))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entered')
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    await context.setOffline(true)
    await expect(wall(page)).toContainText(/Connection lost · data \d+ s old/)
    await context.setOffline(false)
    await expect(wall(page)).toContainText('Status as it happens')
    // On a phone the machines use all the space, and the way out stays.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(async () => (await wall(page).getByRole('list', { name: 'Machines' }).boundingBox())?.height)
      .toBeGreaterThan(844 * 0.75)
    await expect(wall(page).getByRole('button', { name: 'Leave the wall' })).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(wall(page)).toHaveCount(0)
    await expect(page).toHaveURL(equipmentPath(unit))
    await expect(page.getByRole('link', { name: 'Press', exact: true })).toBeVisible()
  },
)

test('the name of the unit is whole beside its counts and its shift, at 1920 and 1440', async ({
  signedIn: page,
  plant,
}) => {
  const always = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[0, 86_400, 1]]]))
  for (const name of ['Northfield Mills', 'Northfield Components International, Rockford']) {
    const unit = await plant.unit(`${name} ${plant.tag}`)
    await plant.machineIn('Press', unit)
    await plant.company.call('PUT', `/v0/o/${unit}/schedule`, { schedule: always })
    await page.goto(wallPath(unit))
    await expect(page.locator('.wall-shift')).toContainText('1st shift')
    for (const [width, height] of [
      [1920, 1080],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const isCut = (element: Element): boolean =>
        [element, ...element.querySelectorAll('*')].some(
          (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
        )
      const title = wall(page).getByRole('heading', { level: 1 })
      expect(await title.evaluate(isCut), `${name} at ${width}`).toBe(false)
      const time = await page.locator('.wall-time').boundingBox()
      expect((time?.x ?? 0) + (time?.width ?? width)).toBeLessThanOrEqual(width)
      expect(await smallestText(page)).toBeGreaterThanOrEqual(20)
    }
  }
})
