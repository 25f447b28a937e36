import type { Page } from '@playwright/test'
import { enterUntouched, row, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

const add = (page: Page) => page.getByRole('button', { name: 'Add display' })

test('a new company has no displays, and a message with the next step', async ({ page, context, plant }) => {
  await enterUntouched(context, plant)
  await page.goto('/setup/kiosks')
  await expect(page.getByText('No displays', { exact: true })).toBeVisible()
})

test('the button says what is missing: a name, then a machine or a unit', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Missing ${plant.tag}`)
  await plant.machineIn(`Missing press ${plant.tag}`, unit)
  await page.goto('/setup/kiosks')
  await expect(add(page)).toBeDisabled()
  await expect(page.getByText('Type a name first')).toBeVisible()
  await page.getByLabel('Name').fill('Hall 1')
  await expect(page.getByText('Choose a unit first')).toBeVisible()
  await page.getByRole('radio', { name: /^Operator/ }).check()
  await expect(page.getByText('Choose a machine first')).toBeVisible()
  await page.getByLabel('Machine', { exact: true }).selectOption({ label: `Missing press ${plant.tag}` })
  await expect(add(page)).toBeEnabled()
  await page.getByRole('radio', { name: /^Wall/ }).check()
  await expect(page.getByText('Choose a unit first')).toBeVisible()
})

test('a display is made, its link is shown once with how long it lasts, and opens its page in another browser', async ({
  signedIn: page,
  browser,
  plant,
}) => {
  const unit = await plant.unit(`Shown hall ${plant.tag}`)
  const name = `North wall ${plant.tag}`
  await page.goto('/setup/kiosks')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: /^Wall/ }).check()
  await page.getByLabel('Unit', { exact: true }).selectOption(String(unit))
  await page.getByLabel('May give reasons for stops').check()
  await add(page).click()
  await expect(toast(page, 'Display added')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: `Open ${name}` })
  const link = await dialog.getByLabel('Link of the display').inputValue()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{20,}$/)
  await expect(dialog.getByRole('timer')).toContainText(/^Good for\d+ s$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Link of the display')).toHaveCount(0)
  await expect(row(page, name)).toContainText(`Wall of Shown hall ${plant.tag}`)
  await expect(row(page, name)).toContainText('give reasons')
  await expect(row(page, name)).toContainText('No browser shows it')
  const display = await browser.newContext({ baseURL: plant.url })
  const shown = await display.newPage()
  await shown.goto(link)
  await expect(shown).toHaveURL(`/o/${unit}`)
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(`Shown hall ${plant.tag}`)
  await page.reload()
  await expect(row(page, name)).toContainText(/now|ago/)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText('Every browser that shows it is signed out')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Display revoked')).toBeVisible()
  await expect(row(page, name)).toContainText('Revoked')
  await expect(row(page, name).getByRole('button')).toHaveCount(0)
  await expect(shown).toHaveURL(/\/login/)
  await display.close()
})

test('another link is made for a display that is there', async ({ signedIn: page, plant }) => {
  const name = `South wall ${plant.tag}`
  await plant.company.call('POST', '/v0/kiosks', {
    name,
    page: 'unit',
    org_unit_id: plant.company.rootUnitId,
    may_give_reasons: false,
    may_count_scrap: false,
  })
  await page.goto('/setup/kiosks')
  await page.getByRole('button', { name: `New link for ${name}` }).click()
  await expect(page.getByRole('dialog', { name: `Open ${name}` }).getByLabel('Link of the display')).toHaveValue(
    /\?token=/,
  )
})

test('an expired link shows so, and a new one can be made', async ({ signedIn: page, plant }) => {
  const name = `Late wall ${plant.tag}`
  await page.clock.install()
  await plant.company.call('POST', '/v0/kiosks', {
    name,
    page: 'unit',
    org_unit_id: plant.company.rootUnitId,
    may_give_reasons: false,
    may_count_scrap: false,
  })
  await page.goto('/setup/kiosks')
  await page.getByRole('button', { name: `New link for ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Open ${name}` })
  const first = await dialog.getByLabel('Link of the display').inputValue()
  // Without answers the page cannot know the true time; requests under way end first.
  await page.waitForLoadState('networkidle')
  await page.route('**/v0/**', (route) => route.abort())
  await page.clock.runFor(61_000)
  await expect(dialog.getByRole('status').filter({ hasText: 'This link is over' })).toBeVisible()
  await expect(dialog.getByLabel('Link of the display')).toHaveCount(0)
  await page.unroute('**/v0/**')
  await dialog.getByRole('button', { name: 'New link' }).click()
  await expect(dialog.getByLabel('Link of the display')).toHaveValue(/\?token=/)
  await expect(dialog.getByLabel('Link of the display')).not.toHaveValue(first)
})
