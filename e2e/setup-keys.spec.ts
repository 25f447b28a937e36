import type { Page } from '@playwright/test'
import { row, toast } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

const make = (page: Page) => page.getByRole('button', { name: 'Make key' })

const ask = async (url: string, key: string, path: string): Promise<number> =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).status

test(
  'a key that reads is made, shown once, copied, works, and is revoked',
  EVERYDAY,
  async ({ signedIn: page, context, plant }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const name = `Report ${plant.tag}`
    await page.goto('/setup/keys')
    await expect(make(page)).toBeDisabled()
    await expect(page.getByText('Type a name first')).toBeVisible()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Expires after').selectOption('30')
    await make(page).click()
    const dialog = page.getByRole('dialog', { name: `API key ${name}` })
    const key = await dialog.getByLabel('API key', { exact: true }).inputValue()
    expect(key).toMatch(/^mwk_[\w-]{20,}$/)
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByText(key)).toHaveCount(0)
    expect(await ask(plant.url, key, '/v0/company')).toBe(200)
    await page.reload()
    await expect(row(page, name)).toContainText('Read what a regular user may')
    await expect(row(page, name)).toContainText('Active')
    await page.getByRole('button', { name: `Revoke ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(toast(page, 'API key revoked')).toBeVisible()
    await expect(row(page, name)).toContainText('Revoked')
    await expect.poll(() => ask(plant.url, key, '/v0/company')).toBe(401)
  },
)

test('a key is given listed operations, found by name, and does nothing else', async ({ signedIn: page, plant }) => {
  const name = `Tags ${plant.tag}`
  await page.goto('/setup/keys')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: 'Do only the listed operations' }).check()
  await expect(page.getByText('Choose at least one operation first')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('tag.')
  await page.getByLabel('tag.list').check()
  await page.getByLabel('tag.create').check()
  await make(page).click()
  const key = await page.getByRole('dialog').getByLabel('API key', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await row(page, name).getByText('2 operations').click()
  await expect(row(page, name)).toContainText('tag.create')
  expect(await ask(plant.url, key, '/v0/tags')).toBe(200)
  expect(await ask(plant.url, key, '/v0/company')).toBe(403)
})
