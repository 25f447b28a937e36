import { enterWithRole, memberOf, row, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

test('Members: who belongs to the company, and what they may do', async ({ signedIn: page, plant }) => {
  const member = await memberOf(plant, 'Lia', 'user')
  await page.goto('/setup/users')
  await expect(page).toHaveTitle('Members | Millwatch')
  const line = row(page, member.username)
  await expect(line).toContainText(`Lia-${plant.tag} Member`)
  await expect(line.getByRole('switch', { name: /is admin/ })).not.toBeChecked()
  await expect(line.getByRole('switch', { name: /is superuser/ })).not.toBeChecked()
})

test('making a user superuser also makes admin; revoking superuser leaves admin; revoking admin revokes both', async ({
  signedIn: page,
  plant,
}) => {
  const member = await memberOf(plant, 'Max', 'user')
  await page.goto('/setup/users')
  const admin = row(page, member.username).getByRole('switch', { name: /is admin/ })
  const superuser = row(page, member.username).getByRole('switch', { name: /is superuser/ })
  await superuser.click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  await expect(superuser).toBeChecked()
  await expect(admin).toBeChecked()
  await superuser.click()
  await expect(superuser).not.toBeChecked()
  await expect(admin).toBeChecked()
  await superuser.click()
  await expect(superuser).toBeChecked()
  await admin.click()
  await expect(admin).not.toBeChecked()
  await expect(superuser).not.toBeChecked()
})

test('users cannot change themselves in the member list', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/users')
  const ownRow = row(page, plant.username)
  await expect(ownRow).toContainText('(you)')
  for (const name of [/is admin \(Nobody changes their own role/, /is superuser \(Nobody changes their own role/])
    await expect(ownRow.getByRole('switch', { name })).toBeDisabled()
  await expect(ownRow.getByRole('button', { name: /Delete/ })).toBeDisabled()
})

test('admins make or revoke admin on non-superusers, and nothing else', async ({ page, context, plant }) => {
  const member = await memberOf(plant, 'Ben', 'user')
  await enterWithRole(context, plant, 'Ann', 'admin')
  await page.goto('/setup/users')
  const line = row(page, member.username)
  await line.getByRole('switch', { name: /is admin/ }).click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  await expect(line.getByRole('switch', { name: /is admin/ })).toBeChecked()
  await line.getByRole('switch', { name: /is admin/ }).click()
  await expect(line.getByRole('switch', { name: /is admin/ })).not.toBeChecked()
  await expect(line.getByRole('switch', { name: /is superuser/ })).toBeDisabled()
  const owner = row(page, plant.username)
  await expect(owner.getByRole('switch', { name: /is admin/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Add a Team Member' })).toHaveCount(0)
})

test('a superuser deletes a member, once it is confirmed', async ({ signedIn: page, plant }) => {
  const member = await memberOf(plant, 'Gus', 'user')
  await page.goto('/setup/users')
  await row(page, member.username)
    .getByRole('button', { name: /Delete/ })
    .click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`Delete Gus-${plant.tag} Member?`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(row(page, member.username)).toBeVisible()
  await row(page, member.username)
    .getByRole('button', { name: /Delete/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await expect(row(page, member.username)).toHaveCount(0)
})

test('what could not be done is said, with the reason, and the list is read again', async ({
  signedIn: page,
  plant,
}) => {
  const member = await memberOf(plant, 'Ida', 'user')
  await page.goto('/setup/users')
  const line = row(page, member.username)
  await expect(line).toBeVisible()
  await plant.company.call('DELETE', `/v0/users/${member.id}`)
  await line.getByRole('switch', { name: /is admin/ }).click()
  await expect(toast(page, 'Error updating user')).toBeVisible()
  await expect(page.locator('.ant-message')).toContainText('Invalid request')
  await expect(line).toHaveCount(0)
})

test('a member is found by name or email; the address says what was looked for', async ({ signedIn: page, plant }) => {
  const member = await memberOf(plant, 'Zoe', 'user')
  await page.goto('/setup/users')
  await page.getByRole('searchbox', { name: 'Find a member' }).fill(member.username)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/\/setup\/users\?q=zoe/)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('nobody of that name')
  await expect(page.getByText('No members', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(row(page, plant.username)).toBeVisible()
})
