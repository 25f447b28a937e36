import type { Page } from '@playwright/test'
import { memberOf, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a group is made, renamed, given a member whom it notifies by email, and removed', async ({
  signedIn: page,
  plant,
}) => {
  const member = await memberOf(plant, 'Rosa', 'user')
  const name = `Rosa-${plant.tag} Member`
  await page.goto('/setup/groups')
  await page.getByLabel('Group name').fill(`Old name ${plant.tag}`)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'New group created')).toBeVisible()
  await expect(group(page, `Old name ${plant.tag}`)).toContainText('0 members')
  await page.getByRole('button', { name: `Rename Old name ${plant.tag}` }).click()
  const rename = page.getByRole('form', { name: `Rename Old name ${plant.tag}` })
  await rename.getByLabel('Group name').fill(`Reached ${plant.tag}`)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Group updated').first()).toBeVisible()
  await expect(group(page, `Old name ${plant.tag}`)).toHaveCount(0)
  const mine = group(page, `Reached ${plant.tag}`)
  await mine.getByLabel(/Add a member/).selectOption(String(member.id))
  await mine.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, 'Member added to group')).toBeVisible()
  const email = mine.getByRole('switch', { name: `Email ${name}` })
  await expect(email).toBeChecked()
  await email.click()
  await expect(email).not.toBeChecked()
  await mine.getByRole('button', { name: `Remove ${name} from Reached ${plant.tag}` }).click()
  await expect(toast(page, 'Member removed')).toBeVisible()
  await expect(mine).toContainText('0 members')
  await page.getByRole('button', { name: `Remove Reached ${plant.tag}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Group removed')).toBeVisible()
  await expect(mine).toHaveCount(0)
})
