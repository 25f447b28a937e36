import { signIn } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { row, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Add member' }).click()

const errorAt = (page: Page, label: string) =>
  page.locator('.field', { has: page.getByLabel(label, { exact: true }) }).locator('.field-error')

async function fill(page: Page, given: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(given)) await page.getByLabel(label, { exact: true }).fill(value)
}

const eva = (email: string) => ({
  Email: email,
  'First name': 'Eva',
  'Last name': 'Kern',
  Password: 'lathe-4711',
  'Confirm password': 'lathe-4711',
})

test('Add a Team Member asks for everything, word for word', async ({ signedIn: page }) => {
  await page.goto('/setup/users/new')
  await expect(page).toHaveTitle('Add a Team Member | Millwatch')
  await send(page)
  await expect(errorAt(page, 'Email')).toHaveText('Please input an email')
  await expect(errorAt(page, 'First name')).toHaveText('Please input a first name')
  await expect(errorAt(page, 'Last name')).toHaveText('Please input a last name')
  await expect(errorAt(page, 'Password')).toHaveText('Please input your password')
  await expect(errorAt(page, 'Confirm password')).toHaveText('Please confirm your password')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('an email that is none, a confirmation that differs, a password too weak', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/users/new')
  await fill(page, { ...eva('eva at plant'), 'Confirm password': 'lathe-4712' })
  await send(page)
  await expect(errorAt(page, 'Email')).toHaveText('The input is not a valid email')
  await expect(errorAt(page, 'Confirm password')).toHaveText('Passwords do not match')
  const weak = { Password: 'lathelathe', 'Confirm password': 'lathelathe' }
  await fill(page, { ...eva(`eva.${plant.tag}@plant.example`), ...weak })
  await send(page)
  await expect(errorAt(page, 'Password')).toHaveText(
    'Password must be at least 8 characters and contain at least one number',
  )
  await expect(page).toHaveURL('/setup/users/new')
})

test('a new member is announced, is in the list, and changes the password at the first sign-in', async ({
  signedIn: page,
  plant,
}) => {
  const email = `eva.${plant.tag}@plant.example`
  await page.goto('/setup/users/new')
  await fill(page, eva(email))
  await send(page)
  await expect(toast(page, `User ${email} created successfully`)).toBeVisible()
  await expect(page).toHaveURL('/setup/users')
  await expect(row(page, email)).toContainText('Eva Kern')
  const member = await signIn(plant.url, email, 'lathe-4711')
  await expect(member.call('GET', '/v0/company')).rejects.toThrow(/403.*password_must_change/)
})

test('an email that is already on the list shows an error at the field', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/users/new')
  await fill(page, eva(plant.username))
  await send(page)
  await expect(errorAt(page, 'Email')).toHaveText('This person is on the list of members already')
})
