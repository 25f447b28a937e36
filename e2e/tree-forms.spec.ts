import { signIn } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { LONG, violationsInAll } from './support/axe.ts'
import { companyApart } from './support/operator.ts'
import { enterAs } from './support/people.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { expect, type Plant, test } from './support/test.ts'

interface Machine {
  readonly active: boolean
  readonly parent_org_unit_id: number
  readonly Category: { name: string } | null
  readonly Manufacturer: { name: string } | null
  readonly Model: { number: string } | null
  readonly hourly_revenue: number | null
  readonly maximum_allowed_cycle_time: number | null
  readonly excessive_downtime_threshold: number
  readonly util_excluded: boolean
}

const node = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} ?(,|$)`) })
const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Tree toolbar' }).getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const save = (within: Locator) => within.getByRole('button', { name: 'Save', exact: true })
const option = (page: Page, words: string | RegExp) => page.getByRole('option').filter({ hasText: words })

async function make(plant: Plant, kind: 'o' | 'e', name: string, parent_id: number): Promise<number> {
  const answer = await plant.company.call<{ orgUnit?: { id: number }; equip?: { id: number } }>('POST', `/v0/${kind}`, {
    name,
    parent_id,
  })
  return (answer.orgUnit ?? answer.equip)?.id ?? 0
}

const machineOf = async (plant: Plant, id: number): Promise<Machine> =>
  (await plant.company.call<{ equip: Machine }>('GET', `/v0/e/${id}`)).equip

async function open(page: Page, item: 'Add Org Unit' | 'Add Equipment'): Promise<void> {
  await tool(page, 'Add to the tree').click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('Configuration that is closed, or left for another machine, keeps what was typed until it is saved or discarded', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Kept ${plant.tag}`)
  const press = await make(plant, 'e', `Press ${plant.tag}`, hall)
  const saw = await make(plant, 'e', `Saw ${plant.tag}`, hall)
  await page.goto(`/e/${press}?panel=configuration`)
  const name = page.getByRole('form', { name: 'Equipment configuration' }).getByLabel('Name')
  await name.fill('Half typed')
  await page.getByRole('complementary').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(name).toHaveCount(0)
  await page.getByRole('button', { name: 'Configuration' }).click()
  await expect(name).toHaveValue('Half typed')
  await node(page, `Saw ${plant.tag}`).click()
  await expect(page).toHaveURL(new RegExp(`/e/${saw}`))
  await expect(name).toHaveValue(`Saw ${plant.tag}`)
  await node(page, `Press ${plant.tag}`).click()
  await expect(name).toHaveValue('Half typed')
  await expect(page.getByText('You entered this earlier; it is not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(name).toHaveValue(`Press ${plant.tag}`)
})

test('Add new child organizational unit: read-only Parent, Child name, Enter saves', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Parent ${plant.tag}`)
  await page.goto(`/o/${hall}`)
  await tool(page, 'Add to the tree').press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Add Org Unit' })).toBeFocused()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Add new child organizational unit')
  await expect(form.getByLabel('Child name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(tool(page, 'Add to the tree')).toBeFocused()
  await open(page, 'Add Org Unit')
  await expect(form.getByLabel('Parent')).toHaveValue(`Parent ${plant.tag}`)
  await expect(form.getByLabel('Parent')).not.toBeEditable()
  await expect(save(form)).toBeDisabled()
  await expect(form.getByLabel('Child name')).toBeFocused()
  await page.keyboard.type(`   `)
  await expect(save(form)).toBeDisabled()
  await form.getByLabel('Child name').fill(`Child ${plant.tag}`)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Child org unit created')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Child ${plant.tag}`)
  await expect(page).toHaveURL(/\/o\/\d+$/)
  await expect(node(page, `Child ${plant.tag}`)).toHaveAttribute('aria-current', 'page')
})

test('Add equipment, New equipment: parent and Equipment name, then /e/{equipId}', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`New in ${plant.tag}`)
  await page.goto(`/o/${hall}`)
  await open(page, 'Add Equipment')
  const form = dialog(page, 'Add equipment')
  await expect(form.getByLabel('Parent')).toHaveValue(`New in ${plant.tag}`)
  await expect(save(form)).toBeDisabled()
  await form.getByLabel('Equipment name').fill(`Press ${plant.tag}`)
  await save(form).click()
  await expect(toast(page, 'Equipment created')).toBeVisible()
  await expect(page).toHaveURL(/\/e\/\d+$/)
  await expect(node(page, `Press ${plant.tag}`)).toHaveAttribute('aria-current', 'page')
})

test('Add equipment, Existing equipment: sorted by name, with a warning, reassigns the parent', async ({
  signedIn: page,
  plant,
}) => {
  const from = await plant.unit(`From ${plant.tag}`)
  const to = await plant.unit(`To ${plant.tag}`)
  const ids = [
    await make(plant, 'e', `Move ${plant.tag} 10`, from),
    await make(plant, 'e', `Move ${plant.tag} 9`, from),
  ]
  await make(plant, 'e', `Move ${plant.tag} 1`, to)
  await page.goto(`/o/${to}`)
  await open(page, 'Add Equipment')
  const form = dialog(page, 'Add equipment')
  await form.getByRole('tab', { name: 'Existing equipment' }).click()
  await expect(form.getByText("This reassigns the existing equipment's parent")).toBeVisible()
  await expect(save(form)).toBeDisabled()
  await form.getByRole('combobox', { name: 'Equipment' }).fill(plant.tag)
  await expect(option(page, plant.tag)).toHaveText([
    `Move ${plant.tag} 9 (From ${plant.tag})`,
    `Move ${plant.tag} 10 (From ${plant.tag})`,
  ])
  await option(page, `Move ${plant.tag} 10`).click()
  await save(form).click()
  await expect(toast(page, 'Equipment updated')).toBeVisible()
  await expect(page).toHaveURL(`/e/${ids[0]}`)
  expect((await machineOf(plant, ids[0] ?? 0)).parent_org_unit_id).toBe(to)
})

test('a move and a machine that cannot be saved show the message of the server, and the typed values stay', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Locked ${plant.tag}`)
  await make(plant, 'e', `Elsewhere ${plant.tag}`, plant.company.rootUnitId)
  const press = await make(plant, 'e', `Locked press ${plant.tag}`, hall)
  await page.route('**/v0/e/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { error: 'Locked by the test' } })
      : route.fallback(),
  )
  const expectReason = (words: string) =>
    expect(page.getByRole('alertdialog').filter({ hasText: words })).toContainText('Locked by the test')
  await page.goto(`/o/${hall}`)
  await open(page, 'Add Equipment')
  const machine = dialog(page, 'Add equipment')
  await machine.getByRole('tab', { name: 'Existing equipment' }).click()
  await machine.getByRole('combobox', { name: 'Equipment' }).fill(`Elsewhere ${plant.tag}`)
  await option(page, `Elsewhere ${plant.tag}`).click()
  await save(machine).click()
  await expectReason('Error updating equipment')
  await machine.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/e/${press}?panel=configuration`)
  await panel(page).getByLabel('Name').fill(`Other press ${plant.tag}`)
  await save(panel(page)).click()
  await expectReason('Error saving equipment')
  await expect(panel(page).getByLabel('Name')).toHaveValue(`Other press ${plant.tag}`)
})

test('Remove organizational unit: its units and machines move to its nearest ancestor', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Nearest ${plant.tag}`)
  const line = await make(plant, 'o', `Removed ${plant.tag}`, hall)
  const press = await make(plant, 'e', `Moved ${plant.tag}`, line)
  await page.goto(`/o/${line}`)
  await tool(page, 'Remove Org Unit').click()
  const confirm = dialog(page, 'Remove organizational unit')
  await expect(confirm).toContainText('All children/equipment of this org unit will be moved to its nearest ancestor.')
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Org unit removed')).toBeVisible()
  await expect(page).toHaveURL(`/o/${hall}`)
  await expect(node(page, `Removed ${plant.tag}`)).toHaveCount(0)
  await expect(node(page, `Moved ${plant.tag}`)).toHaveAttribute('aria-level', '3')
  expect((await machineOf(plant, press)).parent_org_unit_id).toBe(hall)
})

test('Remove equipment deactivates and orphans its devices', async ({ signedIn: page, plant }) => {
  const hall = await plant.unit(`Emptied ${plant.tag}`)
  const press = await plant.machineIn(`Gone ${plant.tag}`, hall)
  await page.goto(`/e/${press.equipmentId}`)
  await tool(page, 'Remove Equipment').click()
  const confirm = dialog(page, 'Remove equipment')
  await expect(confirm).toContainText('Removing this equipment will deactivate and orphan its attached device(s)!')
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Equipment removed')).toBeVisible()
  await expect(page).toHaveURL(`/o/${hall}`)
  await expect(node(page, `Gone ${plant.tag}`)).toHaveCount(0)
  const { device } = await plant.company.call<{ device: object }>('GET', `/v0/devices/${press.uuid}`)
  expect(device).toMatchObject({ active: false, equipment_id: null })
})

test('Archive equipment deactivates its devices and hides it; Restore equipment leaves them to be reactivated', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Shelf ${plant.tag}`)
  const press = await plant.machineIn(`Shelved ${plant.tag}`, hall)
  await page.goto(`/e/${press.equipmentId}`)
  await tool(page, 'Archive Equipment').click()
  const confirm = dialog(page, 'Archive equipment')
  await expect(confirm).toContainText('Its data is kept and its attached device(s) are deactivated.')
  await expect(confirm).toContainText('It disappears from the tree unless archived equipment is shown.')
  await confirm.getByRole('button', { name: 'Archive' }).click()
  await expect(toast(page, 'Equipment archived')).toBeVisible()
  await expect(page).toHaveURL(`/o/${hall}`)
  await expect(node(page, `Shelved ${plant.tag}`)).toHaveCount(0)
  const device = async () => (await plant.company.call<{ device: object }>('GET', `/v0/devices/${press.uuid}`)).device
  expect(await device()).toMatchObject({ active: false, equipment_id: press.equipmentId })
  await tool(page, 'Show archived equipment').click()
  await node(page, `Shelved ${plant.tag}`).click()
  await tool(page, 'Restore Equipment').click()
  const back = dialog(page, 'Restore equipment')
  await expect(back).toContainText('must be manually reactivated')
  await back.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, 'Equipment restored')).toBeVisible()
  await expect(page).toHaveURL(`/e/${press.equipmentId}`)
  await expect(tool(page, 'Archive Equipment')).toBeVisible()
  expect(await machineOf(plant, press.equipmentId)).toMatchObject({ active: true })
  expect(await device()).toMatchObject({ active: false })
})

const panel = (page: Page) => page.getByRole('complementary', { name: 'Configuration' })

test('equipment is configured: name not blank, figures of any decimal, minutes, switches', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Set up ${plant.tag}`)
  const press = await make(plant, 'e', `Config ${plant.tag}`, hall)
  await page.goto(`/e/${press}?panel=configuration`)
  const form = panel(page)
  await expect(form.getByText('Nothing has changed')).toBeVisible()
  await expect(form.getByLabel(/^Excessive downtime threshold/)).toHaveValue('35')
  await expect(form.getByLabel(/^Maximum cycle time/)).toHaveValue('300')
  await form.getByLabel('Name').fill('  ')
  await expect(form.getByText('Name cannot be blank').first()).toBeVisible()
  await expect(save(form)).toBeDisabled()
  await form.getByLabel('Name').fill(`Configured ${plant.tag}`)
  await form.getByLabel('Hourly revenue').fill('120.125')
  await form.getByLabel(/^Maximum cycle time/).fill('12.5')
  await form.getByLabel(/^Excessive downtime threshold/).fill('2.5')
  await form.getByRole('switch', { name: 'Exclude from utilization' }).click()
  await save(form).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Configured ${plant.tag}`)
  await expect(node(page, `Configured ${plant.tag}`)).toBeVisible()
  await expect(form.getByText('Nothing has changed')).toBeVisible()
  expect(await machineOf(plant, press)).toMatchObject({
    hourly_revenue: 120.125,
    maximum_allowed_cycle_time: 12.5,
    excessive_downtime_threshold: 150,
    util_excluded: true,
  })
})

test('category, manufacturer and model are read when they are opened, and new ones are made', async ({
  signedIn: page,
  plant,
}) => {
  const press = await make(plant, 'e', `Listed ${plant.tag}`, plant.company.rootUnitId)
  const { manufacturer } = await plant.company.call<{ manufacturer: { id: number } }>(
    'POST',
    '/v0/equip/manufacturers',
    { name: `Maker ${plant.tag}` },
  )
  await plant.company.call('POST', '/v0/equip/models', { number: `M-${plant.tag}`, manufacturer_id: manufacturer.id })
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v0/equip/')) requests.push(request.url())
  })
  await page.goto(`/e/${press}?panel=configuration`)
  const form = panel(page)
  await expect(form.getByLabel('Name')).toHaveValue(`Listed ${plant.tag}`)
  expect(requests).toEqual([])
  await form.getByRole('combobox', { name: 'Model' }).fill(plant.tag)
  await expect(page.locator('.floating-group')).toHaveText(`Maker ${plant.tag}`)
  await option(page, `M-${plant.tag}`).click()
  await form.getByRole('combobox', { name: 'Category' }).click()
  await option(page, 'New category…').click()
  await form.getByRole('textbox', { name: 'New category' }).fill(`Presses ${plant.tag}`)
  await save(form).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  expect(await machineOf(plant, press)).toMatchObject({
    Category: { name: `Presses ${plant.tag}` },
    Manufacturer: { name: `Maker ${plant.tag}` },
    Model: { number: `M-${plant.tag}` },
  })
})

test('a move applies from a given date in the zone of the machine, not a future one', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Dated from ${plant.tag}`)
  const other = await plant.unit(`Dated to ${plant.tag}`)
  const press = await make(plant, 'e', `Dated ${plant.tag}`, hall)
  await page.goto(`/e/${press}?panel=configuration`)
  const form = panel(page)
  await expect(form.getByLabel('Counts from')).toBeDisabled()
  await form.getByRole('combobox', { name: 'Parent' }).fill(`Dated to ${plant.tag}`)
  await option(page, `Dated to ${plant.tag}`).click()
  await form.getByLabel('Counts from').fill('2999-01-01T00:00')
  await expect(form.getByText('Choose a time in the past').first()).toBeVisible()
  await form.getByLabel('Counts from').fill('2026-01-05T08:30')
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith(`/v0/e/${press}`))
  await save(form).click()
  expect((await sent).postDataJSON()).toEqual({ parent_org_unit_id: other, from: '2026-01-05T08:30:00.000Z' })
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  expect((await machineOf(plant, press)).parent_org_unit_id).toBe(other)
})

test('a unit is configured by name and time zone, the root as the company by its time zone, and by its target', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Zoned ${plant.tag}`)
  await page.goto(`/o/${hall}?panel=configuration`)
  const form = panel(page)
  await form.getByLabel('Name').fill('')
  await expect(form.getByText('Name cannot be blank').first()).toBeVisible()
  await form.getByLabel('Name').fill(`In a zone ${plant.tag}`)
  await form.getByRole('combobox', { name: 'Time zone' }).fill('Denver')
  await option(page, 'America/Denver').click()
  await save(form).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  const { orgUnit } = await plant.company.call<{ orgUnit: object }>('GET', `/v0/o/${hall}`)
  expect(orgUnit).toMatchObject({ name: `In a zone ${plant.tag}`, timezone: 'America/Denver' })
  await page.getByRole('searchbox', { name: 'Search company tree' }).fill(plant.tag)
  await node(page, plant.companyName).click()
  await expect(form.getByLabel('Time zone')).toBeEnabled()
  for (const label of ['Street address', 'ZIP code', 'Contact phone', 'Contact email'])
    await expect(form.getByLabel(label)).not.toBeEditable()
  await expect(form.getByLabel('Target of utilization, %')).toHaveAttribute('placeholder', '80')
  await form.getByLabel('Target of utilization, %').fill('101')
  await expect(form.getByText('A percentage from 1 to 100, or nothing').first()).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save target' })).toBeDisabled()
})

test('the target of the whole company is set in the form of its root', async ({ page, context, plant }) => {
  const { owner } = await companyApart(plant.url, `Aiming ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  await enterAs(context, plant.url, owner)
  await page.goto(`/o/${company.rootUnitId}?panel=configuration`)
  const form = panel(page)
  await form.getByLabel('Target of utilization, %').fill('65')
  await form.getByRole('button', { name: 'Save target' }).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Target of utilization, %')).toHaveValue('65')
})

test('a regular user sees disabled fields of a machine, none of money, and no edit actions', async ({
  page,
  context,
  plant,
}) => {
  const press = await make(plant, 'e', `Seen ${plant.tag}`, plant.company.rootUnitId)
  await enterWithRole(context, plant, 'user')
  await page.goto(`/e/${press}?panel=configuration`)
  const form = panel(page)
  await expect(form.getByLabel('Name')).toBeDisabled()
  await expect(save(form)).toHaveCount(0)
  await expect(form.locator('input:not([disabled]):not([readonly]), select:not([disabled])')).toHaveCount(0)
  await expect(form.getByLabel('Hourly revenue')).toHaveCount(0)
})

/** Functions that open each dialog and form from the page of a unit, by name. */
const opened: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Add Org Unit': (page) => open(page, 'Add Org Unit'),
  'Add Equipment': async (page) => {
    await open(page, 'Add Equipment')
    await page.getByRole('tab', { name: 'Existing equipment' }).click()
  },
  'Remove Org Unit': (page) => tool(page, 'Remove Org Unit').click(),
}

for (const [name, work] of Object.entries(opened)) {
  test(`nothing in the dialog ${name} is hard to reach (axe)`, LONG, async ({ signedIn: page, plant }) => {
    await page.goto(`/o/${await plant.unit(`Dialog of ${plant.tag}`)}`)
    await work(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violationsInAll(page, '[role="dialog"]')).toEqual([])
  })
}

for (const kind of ['o', 'e'] as const) {
  test(
    `nothing in the configuration of /${kind}/{id} is hard to reach (axe)`,
    LONG,
    async ({ signedIn: page, plant }) => {
      const id = await make(plant, kind, `Form of ${plant.tag}`, plant.company.rootUnitId)
      await page.goto(`/${kind}/${id}?panel=configuration`)
      await expect(save(panel(page))).toBeVisible()
      expect(await violationsInAll(page, '.page-panel')).toEqual([])
    },
  )
}
