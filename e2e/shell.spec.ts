import { enterAs, settledMember } from './support/people.ts'
import { expect, test } from './support/test.ts'

const tree = 'Company tree'

/** What the crash page told the server. */
interface Told {
  readonly route: string
  readonly message: string
  readonly stack: string | null
}

test('the header leads home, names the company, tells the time and who is signed in', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Header unit')
  await page.goto(`/o/${unit}`)
  await expect(page).toHaveTitle('Header unit | Millwatch')
  const header = page.getByRole('banner')
  await expect(header.getByText(plant.companyName, { exact: true })).toBeVisible()
  const clock = header.locator('time')
  const first = await clock.textContent()
  expect(first).toMatch(/^\d\d:\d\d:\d\d$/)
  await expect(clock).not.toHaveText(first ?? '')
  await page.getByRole('button', { name: /User menu/ }).click()
  await expect(page.getByRole('menu')).toContainText(plant.username)
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await header.getByRole('link', { name: 'Millwatch' }).click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
})

test('the root path leads to the root unit and says so', async ({ signedIn: page, plant }) => {
  await page.goto('/')
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByText('Redirected to root org unit')).toBeVisible()
})

test('the tree is searched from the keyboard, case aside', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Searchable hall ${plant.tag}`)
  await plant.machineIn(`Lathe Alpha ${plant.tag}`, unit)
  await plant.machineIn(`Lathe Beta ${plant.tag}`, unit)
  await page.goto(`/o/${unit}`)
  const items = page.getByRole('navigation', { name: tree })
  await expect(items.getByText(`Lathe Beta ${plant.tag}`)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search company tree' })).toBeFocused()
  await page.keyboard.type(`lathe ALPHA ${plant.tag}`)
  await expect(items.getByText(`Lathe Alpha ${plant.tag}`)).toBeVisible()
  await expect(items.getByText(`Searchable hall ${plant.tag}`)).toBeVisible()
  await expect(items.getByText(`Lathe Beta ${plant.tag}`)).toBeHidden()
  await page.keyboard.type(' nowhere')
  await expect(items.getByRole('status')).toContainText(`Nothing is called “lathe ALPHA ${plant.tag} nowhere”`)
  await page.keyboard.press('Escape')
  await items.getByText(`Lathe Beta ${plant.tag}`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lathe Beta ${plant.tag}`)
})

test('the tree is walked by arrow keys and Enter', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`AAA first unit ${plant.tag}`)
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('navigation', { name: tree }).getByText(`AAA first unit ${plant.tag}`)).toBeVisible()
  await page.getByRole('tree').focus()
  const active = page.locator('.ant-tree-treenode-active')
  await page.keyboard.press('ArrowDown')
  for (let tries = 0; tries < 200 && (await active.textContent()) !== `AAA first unit ${plant.tag}`; tries++) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/o/${unit}`)
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

test('under 1200 px the sidebar starts folded, and a click outside folds it again', async ({
  signedIn: page,
  plant,
}) => {
  await page.setViewportSize({ width: 1199, height: 800 })
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const sidebar = page.locator('#company-tree')
  await expect(sidebar).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Page menu' })).toBeHidden()
  await page.getByRole('button', { name: 'Show company tree' }).click()
  await expect(sidebar).toBeVisible()
  await page.mouse.click(900, 500)
  await expect(sidebar).toBeHidden()
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
})

test('the hidesidebar flag hides the sidebars, on the way to other pages too', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Wall unit ${plant.tag}`)
  await page.goto(`/o/${plant.company.rootUnitId}?hidesidebar`)
  await page
    .getByRole('list', { name: 'Units' })
    .getByRole('link', { name: `Wall unit ${plant.tag}` })
    .click()
  await expect(page).toHaveURL(`/o/${unit}?hidesidebar`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Wall unit ${plant.tag}`)
  await expect(page.locator('#company-tree')).toHaveCount(0)
})

test('another page begins at its top, and back leads to where one was', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Long hall ${plant.tag}`)
  for (let number = 1; number <= 6; number++) await plant.machineIn(`Saw ${number} ${plant.tag}`, unit)
  await page.setViewportSize({ width: 700, height: 420 })
  await page.goto(`/o/${unit}`)
  const main = page.getByRole('main')
  const offset = () => main.evaluate((element) => element.scrollTop)
  await main.getByRole('link', { name: `Saw 6 ${plant.tag}` }).scrollIntoViewIfNeeded()
  const before = await offset()
  expect(before).toBeGreaterThan(100)
  await main.getByRole('link', { name: `Saw 6 ${plant.tag}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Saw 6 ${plant.tag}`)
  expect(await offset()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Long hall ${plant.tag}`)
  // At the very end of a page, a line that is not there yet costs its height.
  await expect.poll(async () => before - (await offset())).toBeLessThan(50)
})

test('paper bears no sidebars', async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.locator('#company-tree')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#company-tree')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Page menu' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('what does not exist says Invalid request and shows a way on', async ({ signedIn: page, plant }) => {
  for (const path of ['/e/999999999', '/o/999999999', '/o/none', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Invalid request' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to the root unit' }).click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
})

test('the theme is dark, turns light on wish, and stays so', async ({ page, context, plant }) => {
  await enterAs(context, plant.url, await settledMember(plant.url, plant.company, 'Themed'))
  await page.goto(`/o/${plant.company.rootUnitId}`)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(11, 14, 18)')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Light theme' }).click()
  expect(await ground()).toBe('rgb(244, 246, 248)')
  await page.reload()
  expect(await ground()).toBe('rgb(244, 246, 248)')
})

test('the question mark lists the keys', async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Search the company tree')
})

test('a page that breaks while it is drawn says so, and shows two ways on', async ({ signedIn: page, plant }) => {
  // An answer no server of ours gives: there is no other way to break a page from outside.
  await page.route('**/v0/o/*', (route) => route.fulfill({ json: { status: 'success', orgUnit: { name: 'Broken' } } }))
  await page.goto(`/o/${plant.company.rootUnitId}?status=secret`)
  await expect(page.getByRole('alert')).toContainText(
    'An error has occurred on this page and a bug report has been sent.',
  )
  await expect(page.getByRole('link', { name: 'Reload the page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the start' })).toBeVisible()
  await expect(page.getByText('The bug report did not arrive')).toHaveCount(0)
  const path = '/v0/client-errors'
  const told = async () => (await plant.company.call<{ client_errors: Told[] }>('GET', path)).client_errors
  await expect.poll(async () => (await told())[0]?.route).toBe(`/o/${plant.company.rootUnitId}`)
  const [report] = await told()
  expect(report?.message).toMatch(/TypeError/)
  expect(report?.stack).toContain('/assets/')
  expect(JSON.stringify(report)).not.toMatch(/Broken|secret/)
})
