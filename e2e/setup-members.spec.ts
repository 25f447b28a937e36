import { memberOf, row, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

test('a member becomes superuser and thereby admin, loses both, and is deleted once that is confirmed', async ({
  signedIn: page,
  plant,
}) => {
  const member = await memberOf(plant, 'Max', 'user')
  await page.goto('/setup/users')
  await expect(page).toHaveTitle('Members | Millwatch')
  const line = row(page, member.username)
  await expect(line).toContainText(`Max-${plant.tag} Member`)
  const admin = line.getByRole('switch', { name: /is admin/ })
  const superuser = line.getByRole('switch', { name: /is superuser/ })
  await expect(admin).not.toBeChecked()
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
  const remove = line.getByRole('button', { name: /Delete/ })
  const question = page.getByRole('dialog')
  await remove.click()
  await expect(question).toContainText(`Delete Max-${plant.tag} Member?`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(line).toBeVisible()
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await expect(line).toHaveCount(0)
})
