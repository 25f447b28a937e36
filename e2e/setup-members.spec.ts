import { enterAs } from './support/people.ts'
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

test('a superuser ends the sessions of a member, whose browser asks for the password again', async ({
  signedIn: page,
  plant,
  browser,
}) => {
  const member = await memberOf(plant, 'Lost', 'user')
  const lost = await browser.newContext({ baseURL: plant.url })
  await enterAs(lost, plant.url, member)
  const tablet = await lost.newPage()
  await tablet.goto('/')
  await expect(tablet.getByRole('button', { name: /^User menu/ })).toBeVisible()
  await page.goto('/setup/users')
  await row(page, member.username)
    .getByRole('button', { name: /End sessions/ })
    .click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`End the sessions of Lost-${plant.tag} Member?`)
  await question.getByRole('button', { name: 'End sessions' }).click()
  await expect(toast(page, `Sessions of Lost-${plant.tag} Member ended`)).toBeVisible()
  await expect(tablet.getByLabel('Password')).toBeVisible()
  await lost.close()
})
