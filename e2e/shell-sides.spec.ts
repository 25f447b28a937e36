import { expect, test } from './support/test.ts'

test('a submenu of the page menu opens its panel beside the page; its address opens it again, over a narrow page', async ({
  signedIn: page,
  plant,
}) => {
  const root = plant.company.rootUnitId
  await page.goto(`/o/${root}`)
  const menu = page.getByRole('navigation', { name: 'Page menu' })
  await expect(menu.getByRole('button', { name: 'Devices' })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Schedule' }).click()
  const schedule = page.getByRole('complementary', { name: 'Schedule' })
  await expect(schedule).toBeVisible()
  await expect(page).toHaveURL(/[?&]panel=schedule/)
  const beside = await page.getByRole('main').boundingBox()
  await page.reload()
  await expect(schedule).toBeVisible()
  await menu.getByRole('button', { name: 'Configuration' }).click()
  await expect(schedule).toBeHidden()
  await page.getByRole('complementary', { name: 'Configuration' }).getByRole('button', { name: 'Close' }).click()
  await expect(page).not.toHaveURL(/panel=/)
  expect((await page.getByRole('main').boundingBox())?.width).toBeGreaterThan(beside?.width ?? 0)
  await page.setViewportSize({ width: 800, height: 700 })
  await page.goto(`/o/${root}?panel=schedule`)
  await expect(schedule).toBeFocused()
  expect(await page.getByRole('main').boundingBox()).toMatchObject({ x: 0, width: 800 })
  await page.keyboard.press('Escape')
  await expect(schedule).toBeHidden()
})

test('the sidebar is 250 px wide, folds to nothing, and stays as it was left', async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  const sidebar = page.locator('#company-tree')
  await expect(sidebar).toBeVisible()
  expect((await sidebar.boundingBox())?.width).toBe(250)
  await page.getByRole('button', { name: 'Hide company tree' }).click()
  await expect(sidebar).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sidebar).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('under 1200 px the sidebar starts folded, and a click outside folds it again; the page menu opens when wanted', async ({
  signedIn: page,
  plant,
}) => {
  await page.setViewportSize({ width: 1199, height: 800 })
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const sidebar = page.locator('#company-tree')
  await expect(sidebar).toBeHidden()
  const menu = page.getByRole('navigation', { name: 'Page menu' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Show company tree' }).click()
  await expect(sidebar).toBeVisible()
  await page.mouse.click(900, 500)
  await expect(sidebar).toBeHidden()
  await page.getByRole('button', { name: 'Page menu', exact: true }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('the page menu is narrow, unfolds to 250 px, and offers what the page can do', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  const menu = page.getByRole('navigation', { name: 'Page menu' })
  expect((await menu.boundingBox())?.width).toBe(40)
  await menu.getByRole('button', { name: /Unfold/ }).click()
  expect((await menu.boundingBox())?.width).toBe(250)
  await expect(menu.getByText('Dashboard')).toBeVisible()
  await expect(menu.getByText('Enter Fullscreen Mode')).toBeVisible()
  await expect(menu.getByText('Alarms')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Preventative Maintenance' })).toBeVisible()
  // The operator screen is about one machine.
  await expect(menu.getByText(/Operator View/)).toHaveCount(0)
  await page.goto('/nowhere/at/all')
  await expect(menu.getByText('Enter Fullscreen Mode')).toHaveCount(0)
})

test('fullscreen hides the sidebars and can be left', async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await page.getByRole('button', { name: 'Enter Fullscreen Mode' }).click()
  await expect(page.locator('#company-tree')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Page menu' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Exit Fullscreen Mode' }).click()
  await expect(page.locator('#company-tree')).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.locator('#company-tree')).toHaveCount(0)
  await page.keyboard.press('f')
  await expect(page.locator('#company-tree')).toBeVisible()
})

test('the hidesidebar flag hides the sidebars, on the way to other pages too', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Wall unit ${plant.tag}`)
  const machine = await plant.machineIn(`Wall machine ${plant.tag}`, unit)
  await page.goto(`/o/${unit}?hidesidebar`)
  await page
    .getByRole('main')
    .getByRole('link', { name: `Wall machine ${plant.tag}` })
    .first()
    .click()
  await expect(page).toHaveURL(`/e/${machine.equipmentId}?hidesidebar`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Wall machine ${plant.tag}`)
  await expect(page.locator('#company-tree')).toHaveCount(0)
})

test('another page begins at its top, and back leads to where one was', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Long hall ${plant.tag}`)
  for (let number = 1; number <= 6; number++) await plant.machineIn(`Saw ${number} ${plant.tag}`, unit)
  await page.setViewportSize({ width: 700, height: 420 })
  await page.goto(`/o/${unit}`)
  const main = page.getByRole('main')
  const offset = () => main.evaluate((element) => element.scrollTop)
  // Rows of the list are in the page once they are near.
  await main.getByRole('list', { name: 'Units and machines' }).scrollIntoViewIfNeeded()
  await main.getByRole('link', { name: `Saw 6 ${plant.tag}` }).scrollIntoViewIfNeeded()
  const before = await offset()
  expect(before).toBeGreaterThan(100)
  await main.getByRole('link', { name: `Saw 6 ${plant.tag}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Saw 6 ${plant.tag}`)
  expect(await offset()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Long hall ${plant.tag}`)
  // At the end of a page, a line that is missing for a moment changes the offset by its height.
  await expect.poll(async () => before - (await offset())).toBeLessThan(50)
})

test('what is typed in the configuration stays, and the focus too, while the window narrows and widens', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Kept ${plant.tag}`)
  await page.goto(`/o/${unit}?panel=configuration`)
  const name = page.getByRole('form', { name: 'Org unit configuration' }).getByLabel('Name')
  await name.fill('')
  for (const [typed, width] of [
    ['Ty', 390],
    ['ped', 1440],
  ] as const) {
    await page.keyboard.type(typed)
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('button', { name: 'Close Configuration' })).toHaveCount(width < 1200 ? 1 : 0)
    await expect(name).toBeFocused()
  }
  await expect(name).toHaveValue('Typed')
  await expect(page.getByText('You entered this earlier')).toHaveCount(0)
})
