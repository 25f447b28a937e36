import { enterWithRole, pixel } from './support/setup.ts'
import { expect, test } from './support/test.ts'

test('the pages under Settings keep to the content policy, and their consoles stay silent', async ({
  page,
  context,
  plant,
}) => {
  await enterWithRole(context, plant, 'admin')
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const { user } = await plant.company.call<{ user: { company_id: number } }>('GET', '/v0/user')
  await plant.company.call('POST', '/v0/api_keys', {
    name: `Policy ${plant.tag}`,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  for (const path of ['users', 'keys', 'audit']) {
    await page.goto(`/setup/${path}`)
    await expect(page.getByRole('table')).toBeVisible()
  }
  await page.goto(`/setup/c/${user.company_id}`)
  await page.getByLabel('Picture of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
  const preview = page.getByRole('img', { name: 'Preview of the new logo' })
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.goto('/setup/kiosks')
  await page.getByLabel('Name').fill(`Policy ${plant.tag}`)
  await page.getByLabel('Unit', { exact: true }).selectOption(String(plant.company.rootUnitId))
  await page.getByRole('button', { name: 'Add display' }).click()
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Revoke Policy ${plant.tag}` }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(complaints).toEqual([])
})
