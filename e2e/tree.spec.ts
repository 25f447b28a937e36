import { signIn } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { alarmOn, report, tripped } from './support/alarms.ts'
import { violations, violationsInAll } from './support/axe.ts'
import { send } from './support/device.ts'
import { showsInTime, visible, withPageBeside } from './support/in-time.ts'
import { companyApart } from './support/operator.ts'
import { enterAs } from './support/people.ts'
import { enterUntouched, enterWithRole } from './support/setup.ts'
import { EVERYDAY, expect, mendByClick, type Plant, test } from './support/test.ts'

withPageBeside()

const tree = (page: Page) => page.getByRole('tree', { name: 'Company tree' })
const node = (page: Page, name: string) => tree(page).getByRole('treeitem', { name: new RegExp(`^${name} ?(,|$)`) })
const tools = (page: Page) => page.getByRole('group', { name: 'Tree toolbar' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search company tree' })

/** Makes a unit under another one and returns its id. */
async function unitUnder(plant: Plant, name: string, parent_id: number): Promise<number> {
  return (await plant.company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', { name, parent_id })).orgUnit.id
}

async function machineUnder(plant: Plant, name: string, parent_id: number): Promise<number> {
  return (await plant.company.call<{ equip: { id: number } }>('POST', '/v0/e', { name, parent_id })).equip.id
}

test(
  'navigation goes to /o/{id} or /e/{id}, and keeps the sticky address, the tab and the panel',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const hall = await plant.unit(`Hall ${plant.tag}`)
    const other = await plant.unit(`Other hall ${plant.tag}`)
    const press = await machineUnder(plant, `Press ${plant.tag}`, hall)
    await page.goto(`/o/${other}?period=1d&tab=equipment`)
    // Units of other tests would be in between.
    await search(page).fill(plant.tag)
    await node(page, `Hall ${plant.tag}`).click()
    await expect(page).toHaveURL(`/o/${hall}?period=1d&tab=equipment`)
    await expect(node(page, `Hall ${plant.tag}`)).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hall ${plant.tag}`)
    await node(page, `Press ${plant.tag}`).click()
    await expect(page).toHaveURL(`/e/${press}?period=1d`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Press ${plant.tag}`)
  },
)

test('search filters by name as one types, case aside, and shows matches in their branch', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Found hall ${plant.tag}`)
  const lathe = await machineUnder(plant, `Lathe Alpha ${plant.tag}`, hall)
  await machineUnder(plant, `Mill Beta ${plant.tag}`, hall)
  await page.goto(`/o/${hall}`)
  await expect(tree(page)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(`LATHE alpha ${plant.tag}`)
  await expect(node(page, `Lathe Alpha ${plant.tag}`).locator('mark')).toHaveText(`Lathe Alpha ${plant.tag}`)
  await expect(node(page, `Found hall ${plant.tag}`)).toBeVisible()
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/e/${lathe}`)
  await search(page).fill(`no such ${plant.tag}`)
  await expect(page.getByText(`Nothing is called “no such ${plant.tag}”.`)).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(node(page, `Mill Beta ${plant.tag}`)).toBeVisible()
  // A unit folded among the matches stays folded only for this search.
  await search(page).fill(plant.tag)
  await node(page, `Found hall ${plant.tag}`).locator('[data-caret]').click()
  await expect(node(page, `Mill Beta ${plant.tag}`)).toHaveCount(0)
  await search(page).press('Escape')
  await expect(node(page, `Found hall ${plant.tag}`)).toHaveAttribute('aria-expanded', 'true')
})

test(
  'arrow keys, Home, End, typing and Enter walk the tree as the pattern of trees has it',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const hall = await plant.unit(`Keys ${plant.tag}`)
    const line = await unitUnder(plant, `Line ${plant.tag}`, hall)
    const saw = await machineUnder(plant, `Saw ${plant.tag}`, line)
    await page.goto(`/o/${hall}`)
    await search(page).fill(`Keys ${plant.tag}`)
    await page.keyboard.press('ArrowDown')
    const at = page.locator(':focus')
    await expect(at).toHaveAccessibleName(new RegExp(`^Keys ${plant.tag}`))
    // No unit under it matches, so it is closed at first.
    await expect(at).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(at).toHaveAccessibleName(new RegExp(`^Line ${plant.tag}`))
    await expect(at).toHaveAttribute('aria-level', '3')
    await page.keyboard.press('End')
    await expect(at).toHaveAccessibleName(new RegExp(`^Saw ${plant.tag} ?, No contact ?, no data in this period$`))
    await page.keyboard.press('ArrowLeft')
    await expect(at).toHaveAccessibleName(new RegExp(`^Line ${plant.tag}`))
    await page.keyboard.press('Home')
    await expect(at).toHaveAccessibleName(new RegExp(`^${plant.companyName}`))
    await page.keyboard.type('saw')
    await expect(at).toHaveAccessibleName(new RegExp(`^Saw ${plant.tag}`))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/e/${saw}`)
  },
)

test('a unit folds and opens, and what is shown is opened in the tree', async ({ signedIn: page, plant }) => {
  const hall = await plant.unit(`Folded ${plant.tag}`)
  const mill = await machineUnder(plant, `Inside ${plant.tag}`, hall)
  await page.goto(`/o/${hall}`)
  const unit = node(page, `Folded ${plant.tag}`)
  await unit.locator('[data-caret]').click()
  await expect(unit).toHaveAttribute('aria-expanded', 'false')
  await expect(node(page, `Inside ${plant.tag}`)).toHaveCount(0)
  await page.reload()
  await expect(unit).toHaveAttribute('aria-expanded', 'false')
  await page.goto(`/e/${mill}`)
  await expect(node(page, `Inside ${plant.tag}`)).toBeInViewport()
  await expect(unit).toHaveAttribute('aria-expanded', 'true')
  await page.goto('/')
  await expect(node(page, plant.companyName)).toHaveAttribute('aria-expanded', 'true')
})

test(
  'statuses are live, and each node shows the utilization of the period',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const hall = await plant.unit(`Live ${plant.tag}`)
    const press = await plant.machineIn(`Told ${plant.tag}`, hall)
    const now = Date.now()
    const since = now - 3 * 3_600_000
    // So long that the time until the page is read does not matter: it is 49.5 % even after the time that a test may take.
    await send(plant.url, press, [
      { t: since, type: 'status', status: 'running' },
      { t: now - 1.5 * 3_600_000, type: 'status', status: 'down' },
      { t: now, type: 'ping', since },
    ])
    await page.goto(`/o/${hall}?period=1w`)
    await expect(node(page, `Told ${plant.tag}`)).toHaveAccessibleName(/, Down ?, utilization (49|50)\.\d\d %$/)
    await expect(node(page, `Live ${plant.tag}`)).toHaveAccessibleName(/, utilization (49|50)\.\d\d %$/)
    await send(plant.url, press, [{ t: Date.now(), type: 'status', status: 'running' }])
    await expect(node(page, `Told ${plant.tag}`)).toHaveAccessibleName(/, Running/)
  },
)

interface ReadUnit {
  readonly children: ReadUnit[]
  readonly equipment: { id: number; last_ping_at: string | null }[]
}

test('18.13: a machine whose device is silent has no contact, with its age, until its next contact', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Quiet line ${plant.tag}`)
  const press = await plant.machineIn(`Silent press ${plant.tag}`, hall)
  await send(plant.url, press, [{ t: Date.now(), type: 'status', status: 'running' }])
  await page.route('**/v0/company?*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { company: { tree: ReadUnit } }
    // The time of contact is that of receipt, so a test cannot set it; it changes the answer.
    const silence = (unit: ReadUnit): void => {
      for (const machine of unit.equipment)
        if (machine.id === press.equipmentId) machine.last_ping_at = new Date(Date.now() - 6.5 * 60_000).toISOString()
      unit.children.forEach(silence)
    }
    silence(json.company.tree)
    await route.fulfill({ response, json })
  })
  await page.goto(`/o/${hall}`)
  const row = node(page, `Silent press ${plant.tag}`)
  await expect(row).toHaveAccessibleName(/, No contact for 6 m ?,/)
  await expect(row.getByTitle('No contact for 6 m').locator('svg')).toHaveClass(/status-unknown/)
  await send(plant.url, press, [{ t: Date.now(), type: 'ping' }])
  await expect(row).toHaveAccessibleName(/, Running/)
})

test('18: a machine with a tripped alarm is marked at once, and so is the folded unit above it, until it clears', async ({
  signedIn: page,
  plant,
}, info) => {
  const hall = await plant.unit(`Alarmed ${plant.tag}`)
  const press = await plant.machineIn(`Hot ${plant.tag}`, hall)
  const alarm = await alarmOn(plant, press)
  await page.goto(`/o/${hall}`)
  const [row, unit] = [node(page, `Hot ${plant.tag}`), node(page, `Alarmed ${plant.tag}`)]
  const mark = row.getByRole('img', { name: '1 tripped alarm', exact: true })
  const below = unit.getByRole('img', { name: '1 tripped alarm below' })
  await expect(row).toBeVisible()
  await expect(mark).toHaveCount(0)
  await showsInTime(page, info, () => tripped(plant, press, alarm), visible(mark))
  await expect(mark).toHaveAttribute('title', '1 tripped alarm')
  await expect(below).toHaveCount(0)
  await unit.locator('[data-caret]').click()
  await expect(below).toBeVisible()
  await report(plant, press, 20)
  await expect(below).toHaveCount(0)
  await unit.locator('[data-caret]').click()
  await expect(row).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('changes of the tree by other people appear without a reload', async ({ signedIn: page, plant }) => {
  const hall = await plant.unit(`Changed ${plant.tag}`)
  await page.goto(`/o/${hall}`)
  await expect(node(page, `Changed ${plant.tag}`)).toBeVisible()
  await machineUnder(plant, `Newcomer ${plant.tag}`, hall)
  await expect(node(page, `Newcomer ${plant.tag}`)).toBeVisible()
})

test('a tree of many machines and 10 levels draws only the nodes in sight', async ({ page, context, plant }) => {
  // The test first makes two hundred machines.
  test.slow()
  const { owner } = await companyApart(plant.url, `Large ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  let unit = company.rootUnitId
  for (let level = 2; level <= 10; level++) {
    const wanted = { name: `Level ${level}`, parent_id: unit }
    unit = (await company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', wanted)).orgUnit.id
  }
  const add = (n: number) => company.call<object>('POST', '/v0/e', { name: `Machine ${n + 1}`, parent_id: unit })
  for (let done = 0; done < 200; done += 10) await Promise.all(Array.from({ length: 10 }, (_, n) => add(done + n)))
  await enterAs(context, plant.url, owner)
  await page.goto(`/o/${unit}`)
  const rows = tree(page).getByRole('treeitem')
  await expect(node(page, 'Machine 1')).toHaveAttribute('aria-level', '11')
  expect(await rows.count()).toBeLessThan(80)
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(node(page, 'Machine 200')).toBeFocused()
  await expect(node(page, 'Machine 200')).toHaveAttribute('aria-posinset', '200')
  expect(await rows.count()).toBeLessThan(80)
  await search(page).fill('machine 150')
  await expect(rows).toHaveCount(11)
  await node(page, 'Machine 150').click()
  await expect(page).toHaveURL(/\/e\/\d+/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: 'Show company tree' }).click()
  await expect(node(page, 'Machine 150')).toBeInViewport()
})

test('the toolbar stands where a tree item is selected and the tree is open, with what an admin may do', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Tools ${plant.tag}`)
  const press = await machineUnder(plant, `Tooled ${plant.tag}`, hall)
  const names = () =>
    tools(page)
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')))
  const toggle = 'Show schedule inheritance in tree'
  await page.goto(`/o/${hall}`)
  await expect(tools(page)).toBeVisible()
  const add = 'Add to the tree'
  expect(await names()).toEqual([add, toggle, 'Show archived equipment', 'Remove Org Unit'])
  await tools(page).getByRole('button', { name: add }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Add Org Unit', 'Add Equipment'])
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect.poll(names).toEqual([add, toggle, 'Show archived equipment'])
  await page.goto(`/e/${press}`)
  await expect.poll(names).toEqual([toggle, 'Archive Equipment', 'Remove Equipment'])
  await page.getByRole('button', { name: 'Settings', exact: true }).last().click()
  await expect(tools(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Company Tree', exact: true }).click()
  await expect(tools(page)).toBeVisible()
})

test('a regular user may show archived equipment, and change nothing', async ({ page, context, plant }) => {
  await enterWithRole(context, plant, 'user')
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(tools(page).getByRole('button')).toHaveCount(2)
})

test('schedule inheritance shows for each node if its schedule is its own, or the node it comes from', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Shifts ${plant.tag}`)
  await machineUnder(plant, `Scheduled ${plant.tag}`, hall)
  await plant.company.call('PUT', `/v0/o/${hall}/schedule`, { schedule: { 1: [[0, 3600, 1]] } })
  await page.goto(`/o/${hall}`)
  const shown = tools(page).getByRole('button', { name: 'Show schedule inheritance in tree' })
  await expect(shown).toHaveAttribute('aria-pressed', 'false')
  await shown.click()
  await expect(shown).toHaveAttribute('aria-pressed', 'true')
  await expect(node(page, `Shifts ${plant.tag}`)).toHaveAccessibleName(/, schedule of its own$/)
  await expect(node(page, `Scheduled ${plant.tag}`)).toContainText(`↑ Shifts ${plant.tag}`)
  await page.reload()
  await expect(node(page, `Scheduled ${plant.tag}`)).toHaveAccessibleName(
    new RegExp(`schedule of Shifts ${plant.tag}$`),
  )
})

test('archived equipment is shown on wish, and marked', async ({ signedIn: page, plant }) => {
  const hall = await plant.unit(`Archive ${plant.tag}`)
  const old = await machineUnder(plant, `Old ${plant.tag}`, hall)
  await plant.company.call('PUT', `/v0/e/${old}/archive`, { archived: true })
  await page.goto(`/o/${hall}`)
  await expect(node(page, `Archive ${plant.tag}`)).toBeVisible()
  await expect(node(page, `Old ${plant.tag}`)).toHaveCount(0)
  await tools(page).getByRole('button', { name: 'Show archived equipment' }).click()
  await expect(node(page, `Old ${plant.tag}`)).toHaveAccessibleName(/, archived/)
})

test('a tree that cannot be read says so, and is read again on wish', async ({ page, context, plant }) => {
  // A company that no other test changes, since a change would make the page read again.
  await enterUntouched(context, plant)
  await page.route('**/v0/company?*', (route) => route.fulfill({ status: 400, json: { error: 'No tree today' } }))
  await page.goto('/setup/user')
  await page.getByRole('button', { name: 'Company Tree', exact: true }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The company tree could not be read. No tree today.' })
  await expect(alert).toBeVisible()
  await mendByClick(page, '**/v0/company?*', alert.getByRole('button', { name: 'Try again' }))
  await expect(page.getByText(/Nothing stands under .* yet/)).toBeVisible()
})

test('a new company has a message with the next step', async ({ page, context, plant }) => {
  await enterUntouched(context, plant)
  await page.goto('/')
  await expect(page.getByText(/Nothing stands under .* yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Add Org Unit' }).click()
  await expect(page.getByRole('dialog', { name: 'Add new child organizational unit' })).toBeVisible()
})

test('nothing in the tree is hard to reach (axe)', async ({ signedIn: page, plant }) => {
  const hall = await plant.unit(`Reached ${plant.tag}`)
  await machineUnder(plant, `Reached too ${plant.tag}`, hall)
  await page.goto(`/o/${hall}`)
  await expect(node(page, `Reached too ${plant.tag}`)).toBeVisible()
  expect(await violationsInAll(page, '.sidebar')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show company tree' }).click()
  await expect(node(page, `Reached too ${plant.tag}`)).toBeVisible()
  expect(await violations(page, { within: '.sidebar' })).toEqual([])
})
