import type { Page } from '@playwright/test'
import { enterUntouched, pixel, row, toast } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

async function companyId(page: Page): Promise<number> {
  const { user } = (await (await page.request.get('/v0/user')).json()) as { user: { company_id: number } }
  return user.company_id
}

const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel('Picture of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })

test(
  'the time zone of the company is changed, and the clock in the header follows',
  EVERYDAY,
  async ({ page, context, plant }) => {
    await enterUntouched(context, plant)
    await page.goto(`/setup/c/${await companyId(page)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.global.companies[0] ?? '')
    await page.getByLabel('Time zone').selectOption('America/Denver')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Saved successfully')).toBeVisible()
    await expect(page.locator('.wall-clock')).toHaveAttribute('title', 'America/Denver')
    await page.reload()
    await expect(page.getByLabel('Time zone')).toHaveValue('America/Denver')
  },
)

test('a logo is seen before it is saved, stands in the header in place of the name, and is removed', async ({
  page,
  context,
  plant,
}) => {
  const name = plant.global.companies[0] ?? ''
  await enterUntouched(context, plant)
  await page.goto(`/setup/c/${await companyId(page)}`)
  const header = page.getByRole('banner')
  await expect(header.getByText(name)).toBeVisible()
  await choose(page, Buffer.from('no picture at all'))
  await expect(page.getByRole('region', { name: 'Logo' }).getByRole('alert')).toHaveText(
    'This is not a PNG or WebP that can be shown. Choose another picture',
  )
  await choose(page, pixel)
  await expect(page.getByRole('img', { name: 'Preview of the new logo' })).toBeVisible()
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible()
  await expect(header.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: 'Save logo' }).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  await expect(header.getByRole('img', { name })).toBeVisible()
  const drawn = await header.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)
  expect(drawn).toBe(1)
  await expect(header.getByText(name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(header.getByText(name)).toBeVisible()
})

test('add-ins are added by an https address, edited and removed; their key is shown after each change', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(`/setup/c/${await companyId(page)}`)
  const name = `Drawings ${plant.tag}`
  await page.getByRole('button', { name: 'Add an add-in' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(dialog.getByText('Type a name first')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Address of its page').fill('http://drawings.example/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The address of an add-in must begin with https://')).toBeVisible()
  await dialog.getByLabel('Address of its page').fill('https://drawings.example/')
  await dialog.getByLabel('Shown beside units').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Add-in added')).toBeVisible()
  await expect(dialog.getByLabel('Key of the add-in')).toHaveValue(/^[\w-]{40,}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, name)).toContainText('https://drawings.example/')
  await expect(row(page, name)).toContainText('Machines and units')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Shown beside machines').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, name)).toContainText('Units')
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Add-in removed')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
})
