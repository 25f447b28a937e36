import { violationsInAll } from './support/axe.ts'
import { toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

test('a webhook is added, its secret is shown once, a test message says why it did not arrive, a second browser follows, and it is removed (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const name = `Pager ${plant.tag}`
  const second = await page.context().newPage()
  await second.goto('/setup/webhooks')
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Webhooks')
  await page.goto('/setup/webhooks')
  const add = page.getByRole('button', { name: 'Add webhook' })
  await expect(add).toBeDisabled()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address').fill('https://10.0.0.1/hook')
  await add.click()
  await expect(page.getByText(/on the public internet or in a network that the operator allows/)).toBeVisible()
  await page.getByLabel('Address').fill('https://pager.invalid/hook')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Secret of ${name}` })
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(await violationsInAll(page, '.dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  const item = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: name })
  await expect(item).toContainText('https://pager.invalid/hook')
  await expect(second.getByText(name, { exact: true })).toBeVisible()
  await item.getByRole('button', { name: `Send a test to ${name}` }).click()
  await expect(item.getByRole('status')).toHaveText(
    'Test message not delivered: The name of the receiver was not found',
  )
  await item.getByRole('button', { name, exact: true }).click()
  await expect(item).toContainText('No message was sent to it yet.')
  await expect(page).toHaveURL(/id=\d+/)
  await expect(page.getByText('alarm.cleared')).toBeVisible()
  expect(await violationsInAll(page, '.main')).toEqual([])
  await item.getByRole('button', { name: `Remove ${name}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${name}` })
    .click()
  await expect(toast(page, 'Webhook removed')).toBeVisible()
  await expect(second.getByText(name, { exact: true })).toHaveCount(0)
  await second.close()
})
