import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { toast } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'
import { machineOf, make, node, option, panel, save } from './support/tree-forms.ts'

const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Tree toolbar' }).getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function open(page: Page, item: 'Add Org Unit' | 'Add Equipment'): Promise<void> {
  await tool(page, 'Add to the tree').click()
  await page.getByRole('menuitem', { name: item }).click()
}

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

test(
  'Add equipment, New equipment: parent and Equipment name, then /e/{equipId}',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
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
  },
)

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
  test(`nothing in the dialog ${name} is hard to reach (axe)`, async ({ signedIn: page, plant }) => {
    await page.goto(`/o/${await plant.unit(`Dialog of ${plant.tag}`)}`)
    await work(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violationsInAll(page, '[role="dialog"]')).toEqual([])
  })
}
