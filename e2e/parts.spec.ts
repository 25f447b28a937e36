import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { fiveHours, ran } from './support/past.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test, withoutReload } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

const partNumbered = async (plant: Plant, number: string): Promise<number> =>
  (await plant.company.call<{ part: { id: number } }>('POST', '/v0/parts', { number })).part.id

/** Makes a unit with a press that stopped for an hour. */
async function stoppedPress(plant: Plant) {
  const past = fiveHours()
  const unitId = await plant.unit(`Parts ${plant.tag}`)
  const press = await plant.machineIn('Press 1', unitId)
  await ran(plant, press, past, [[0.5, 1.5]])
  return { unitId, press, past, path: `/o/${unitId}/reports/downtime?${past.search}&hidesidebar` }
}

const listed = (page: Page) => page.getByRole('table', { name: 'Parts in use' })

test('a part is added, limited and removed, by the keyboard alone (axe)', async ({ signedIn: page, plant }) => {
  const number = `B-1 ${plant.tag}`
  await page.goto('/setup/parts')
  await expect(page).toHaveTitle('Critical Parts | Millwatch')
  await page.getByLabel('Name / number').focus()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'New critical part added successfully')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a part' }).fill(plant.tag)
  const row = listed(page).getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('All machines')
  expect(await violationsInAll(page)).toEqual([])
  await row.getByRole('button', { name: `Edit ${number}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('Belt')
  await dialog.getByLabel('Description').press('Enter')
  await expect(toast(page, 'Critical part updated')).toBeVisible()
  await expect(row).toContainText('Belt')
  await row.getByRole('button', { name: `Remove ${number}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('No critical parts')).toBeVisible()
})

test('the part of another browser appears without a reload', async ({ signedIn: page, plant }) => {
  await page.goto(`/setup/parts?q=${plant.tag}`)
  await expect(page.getByText('No critical parts')).toBeVisible()
  await withoutReload(page, async () => {
    await partNumbered(plant, `Live ${plant.tag}`)
    await expect(listed(page)).toContainText(`Live ${plant.tag}`)
  })
})

test('parts of a stop are added, changed and removed in the downtime report; a blank row is dropped (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const number = `Blade ${plant.tag}`
  await partNumbered(plant, number)
  const { path, unitId, past } = await stoppedPress(plant)
  await page.goto(path)
  const opener = page.locator('[data-edit=parts]')
  const box = page.getByRole('dialog', { name: /^Parts of/ })
  await opener.click()
  await expect(box.getByRole('combobox', { name: 'Part 1: action' })).toHaveValue('replace')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await opener.click()
  await box.getByRole('combobox', { name: 'Part 1: Part #' }).fill(number)
  await page.getByRole('option', { name: number }).click()
  await expect(opener).toContainText(`${number} replaced`)
  await box.getByRole('spinbutton', { name: 'Part 1: quantity' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(opener).toContainText(`${number} replaced × 4`)
  await box.getByRole('combobox', { name: 'Part 1: action' }).selectOption('clean')
  await expect(opener).toContainText(`${number} cleaned × 4`)
  expect(await violationsInAll(page)).toEqual([])
  await page.goto(`/o/${unitId}/reports/parts?${past.search}&q=${plant.tag}`)
  const row = page.getByRole('table', { name: 'Critical parts history' }).getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('cleaned × 4')
  await page.goto(path)
  await opener.click()
  await box.getByRole('button', { name: 'Remove Part 1' }).click()
  await expect(opener).toHaveText('Parts')
})

test(
  'work on a part of a stop by another person appears in both reports without a reload',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const number = `Belt ${plant.tag}`
    const partId = await partNumbered(plant, number)
    const { path, unitId, press, past } = await stoppedPress(plant)
    const period = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
    const { data } = await plant.company.call<{ data: number[][] }>('GET', `/v0/o/${unitId}/reports/xsfdt?${period}`)
    const record = (action: string) =>
      plant.company.call('POST', '/v0/parthistory', {
        ...{ equipId: press.equipmentId, partId, action, qty: 3, statusLogId: data[0]?.[0] },
      })
    await page.goto(path)
    const opener = page.locator('[data-edit=parts]')
    await expect(opener).toHaveText('Parts')
    await withoutReload(page, async () => {
      await record('replace')
      await expect(opener).toContainText(`${number} replaced × 3`)
    })
    await page.goto(`/o/${unitId}/reports/parts?${past.search}&q=${plant.tag}`)
    const table = page.getByRole('table', { name: 'Critical parts history' })
    await expect(table).toContainText('replaced × 3')
    await expect(table.getByRole('cell', { name: '1', exact: true })).toBeVisible()
    await withoutReload(page, async () => {
      await record('lubricate')
      await expect(table.getByRole('cell', { name: '2', exact: true })).toBeVisible()
    })
  },
)

test('the report of a unit has the last maintenance or Never, that of a machine has not; a part opens to its work (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const [used, unused] = [`Blade ${plant.tag}`, `Spare ${plant.tag}`]
  const partId = await partNumbered(plant, used)
  await partNumbered(plant, unused)
  const { unitId, press, past } = await stoppedPress(plant)
  const period = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
  const { data } = await plant.company.call<{ data: number[][] }>('GET', `/v0/o/${unitId}/reports/xsfdt?${period}`)
  const sent = { equipId: press.equipmentId, partId, action: 'lubricate', qty: 2, statusLogId: data[0]?.[0] }
  await plant.company.call('POST', '/v0/parthistory', sent)
  await page.goto(`/o/${unitId}/reports/parts?${past.search}&q=${plant.tag}`)
  await expect(page).toHaveTitle(new RegExp(`Parts ${plant.tag} - Critical Parts History Report`))
  const table = page.getByRole('table', { name: 'Critical parts history' })
  await expect(table.getByRole('row').filter({ hasText: unused })).toContainText('Never')
  await table.getByRole('row').filter({ hasText: used }).click()
  await expect(page.getByRole('table', { name: `Maintenance of ${used}` })).toContainText('lubricated × 2')
  expect(await violationsInAll(page)).toEqual([])
  await page.goto(`/e/${press.equipmentId}/reports/parts?${past.search}&q=${plant.tag}`)
  await expect(table).toContainText('lubricated × 2')
  await expect(page.getByRole('columnheader', { name: 'Last maintained' })).toHaveCount(0)
})

test('a regular user has no set-up of parts', async ({ page, plant }) => {
  await enterWithRole(page.context(), plant, 'user')
  await page.goto('/setup/parts')
  await expect(page.getByRole('heading', { name: 'You do not have the right to do this' })).toBeVisible()
})
