import { signIn } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { stopClock } from './support/clock.ts'
import { companyApart, millwatch } from './support/operator.ts'
import { enterAs } from './support/people.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test, withoutReload } from './support/test.ts'

const active = (page: Page) => page.getByRole('table', { name: 'Active reasons' })
const inactive = (page: Page) => page.getByRole('table', { name: 'Inactive reasons' })

const reasonNamed = async (plant: Plant, name: string): Promise<number> =>
  (await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', { reason: name })).reason.id

test(
  'a reason is added, marked as a failure, renamed, deactivated with its date, and re-activated, by the keyboard alone',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const name = `Broken ${plant.tag}`
    await page.goto('/setup/reasons')
    await expect(page).toHaveTitle('Downtime Reasons | Millwatch')
    await page.getByLabel('Reason', { exact: true }).focus()
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`Technical ${plant.tag}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'New reason added successfully')).toBeVisible()
    const row = active(page).getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(`Technical ${plant.tag}`)
    const failure = row.getByRole('switch', { name: `${name} is a failure` })
    await expect(failure).toBeChecked()
    await failure.press('Space')
    await expect(failure).not.toBeChecked()
    await row.getByRole('button', { name: `Edit ${name}` }).press('Enter')
    const field = page.getByRole('dialog').getByLabel('Reason', { exact: true })
    await field.fill(`Renamed ${plant.tag}`)
    await field.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const renamed = active(page)
      .getByRole('row')
      .filter({ hasText: `Renamed ${plant.tag}` })
    await renamed.getByRole('button', { name: /^Deactivate/ }).press('Enter')
    const gone = inactive(page)
      .getByRole('row')
      .filter({ hasText: `Renamed ${plant.tag}` })
    await expect(gone).toContainText(/\d+\/\d+ \d+:\d\d [AP]M/)
    await gone.getByRole('button', { name: /^Re-activate/ }).press('Enter')
    await expect(renamed).toBeVisible()
  },
)

test('Reason updated is shown for one second', async ({ signedIn: page, plant }) => {
  const name = `Brief ${plant.tag}`
  await reasonNamed(plant, name)
  await page.clock.install()
  await page.goto(`/setup/reasons?q=${name}`)
  const failure = page.getByRole('switch', { name: `${name} is a failure` })
  await expect(failure).toBeVisible()
  await stopClock(page)
  await failure.click()
  const message = toast(page, 'Reason updated')
  await expect(message).toBeVisible()
  await page.clock.runFor(900)
  await expect(message).toBeVisible()
  await page.clock.runFor(600)
  await expect(message).toHaveCount(0)
})

test('favorites and units are for companies with favorites', async ({ page, plant }) => {
  const { owner, id } = await companyApart(plant.url, `Favorites ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  await company.call('POST', '/v0/reasons', { reason: 'Jam' })
  const hall = await company.unit('Hall')
  await enterAs(page.context(), plant.url, owner)
  await page.goto('/setup/reasons')
  await expect(active(page)).toContainText('Jam')
  await expect(page.getByRole('columnheader', { name: 'Favorite' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Specific To' })).toHaveCount(0)
  await millwatch('flags', id, 'favorites', 'on')
  await page.reload()
  await expect(active(page)).toContainText('All machines')
  await page.getByRole('switch', { name: 'Jam is a favorite' }).click()
  await expect(page.getByRole('switch', { name: 'Jam is a favorite' })).toBeChecked()
  await page.getByRole('button', { name: 'Edit Jam' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Specific To' }).fill('Hall')
  await page.getByRole('option', { name: /Hall/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(active(page)).toContainText('/ Hall')
  const { reasons } = await company.call<{ reasons: object[] }>('GET', '/v0/reasons')
  expect(reasons).toMatchObject([{ name: 'Jam', favorite: true, org_unit_ids: [hall] }])
})

test('a reason that somebody else deactivates while its dialog is open shows there as inactive', async ({
  signedIn: page,
  plant,
}) => {
  const name = `Contested ${plant.tag}`
  const id = await reasonNamed(plant, name)
  await page.goto(`/setup/reasons?q=${name}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByLabel('Group').fill('Kept')
  await withoutReload(page, async () => {
    await plant.company.call('PUT', `/v0/reasons/${id}`, { active: false })
    await expect(page.getByRole('dialog')).toContainText('This reason is not active')
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(inactive(page).getByRole('row').filter({ hasText: name })).toContainText('Kept')
})

test('a regular user finds no entry in Settings, and reads whom to ask', async ({ page, plant }) => {
  await enterWithRole(page.context(), plant, 'user')
  await page.goto('/setup/reasons')
  await expect(page.getByRole('heading', { name: 'You do not have the right to do this' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Alarms', exact: true }).last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Downtime Reasons' })).toHaveCount(0)
})
