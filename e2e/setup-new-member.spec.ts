import { signIn } from '@millwatch/lab/product/company'
import { row, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

test('a new member is announced, is in the list, and changes the password at the first sign-in', async ({
  signedIn: page,
  plant,
}) => {
  const email = `eva.${plant.tag}@plant.example`
  await page.goto('/setup/users/new')
  await expect(page).toHaveTitle('Add a Team Member | Millwatch')
  const typed = {
    Email: email,
    'First name': 'Eva',
    'Last name': 'Kern',
    Password: 'lathe-4711',
    'Confirm password': 'lathe-4711',
  }
  for (const [label, words] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect(toast(page, `User ${email} created successfully`)).toBeVisible()
  await expect(page).toHaveURL('/setup/users')
  await expect(row(page, email)).toContainText('Eva Kern')
  const member = await signIn(plant.url, email, 'lathe-4711')
  await expect(member.call('GET', '/v0/company')).rejects.toThrow(/403.*password_must_change/)
})
