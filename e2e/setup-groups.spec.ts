import type { Page } from '@playwright/test'
import { withoutLive } from './support/live.ts'
import { enterUntouched, memberOf, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function create(page: Page, name: string): Promise<void> {
  await page.getByLabel('Group name').fill(name)
  await page.keyboard.press('Enter')
  await expect(group(page, name)).toBeVisible()
}

test('a new company has no groups, and a message with the next step', async ({ page, context, plant }) => {
  await enterUntouched(context, plant)
  await page.goto('/setup/groups')
  await expect(page.getByText('No groups', { exact: true })).toBeVisible()
})

test('a group is created by Enter, with a name that is not blank', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/groups')
  const save = page.getByRole('button', { name: 'Create group' })
  await expect(save).toBeDisabled()
  await expect(page.getByText('Type a name first')).toBeVisible()
  await page.getByLabel('Group name').fill('   ')
  await expect(save).toBeDisabled()
  await page.getByLabel('Group name').fill(`Night shift ${plant.tag}`)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'New group created')).toBeVisible()
  await expect(group(page, `Night shift ${plant.tag}`)).toContainText('0 members')
  await expect(page.getByLabel('Group name')).toHaveValue('')
})

test('a name in use shows the message of the server', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/groups')
  await create(page, `Twice ${plant.tag}`)
  await page.getByLabel('Group name').fill(`Twice ${plant.tag}`)
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(toast(page, 'There is a group of this group name already')).toBeVisible()
})

test('a group is renamed by Enter, and left as it was by Escape', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/groups')
  await create(page, `Old name ${plant.tag}`)
  await page.getByRole('button', { name: `Rename Old name ${plant.tag}` }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Rename Old name ${plant.tag}` }).click()
  const rename = page.getByRole('form', { name: `Rename Old name ${plant.tag}` })
  await rename.getByLabel('Group name').fill('')
  await expect(rename.getByRole('button', { name: 'Save' })).toBeDisabled()
  await rename.getByLabel('Group name').fill(`New name ${plant.tag}`)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Group updated')).toBeVisible()
  await expect(group(page, `New name ${plant.tag}`)).toBeVisible()
  await expect(group(page, `Old name ${plant.tag}`)).toHaveCount(0)
})

test('members are added, notified by email unless changed, and removed', async ({ signedIn: page, plant }) => {
  const member = await memberOf(plant, 'Rosa', 'user')
  const name = `Rosa-${plant.tag} Member`
  await page.goto('/setup/groups')
  await create(page, `Reached ${plant.tag}`)
  const mine = group(page, `Reached ${plant.tag}`)
  await expect(mine.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await expect(mine.getByText('Choose a member first')).toBeVisible()
  await mine.getByLabel(/Add a member/).selectOption(String(member.id))
  await mine.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, 'Member added to group')).toBeVisible()
  const email = mine.getByRole('switch', { name: `Email ${name}` })
  await expect(email).toBeChecked()
  await email.click()
  await expect(toast(page, 'Group updated')).toBeVisible()
  await expect(email).not.toBeChecked()
  await mine.getByRole('button', { name: `Remove ${name} from Reached ${plant.tag}` }).click()
  await expect(toast(page, 'Member removed')).toBeVisible()
  await expect(mine).toContainText('0 members')
})

test('text messages need a phone number, and the switch says so', async ({ signedIn: page, plant }) => {
  const member = await memberOf(plant, 'Tom', 'user')
  const name = `Tom-${plant.tag} Member`
  const { roster } = await plant.company.call<{ roster: { id: number } }>('POST', '/v0/rosters', {
    name: `Texts ${plant.tag}`,
  })
  await plant.company.call('POST', `/v0/rosters/${roster.id}/users`, { user_id: member.id })
  await page.goto('/setup/groups')
  const text = group(page, `Texts ${plant.tag}`).getByRole('switch', { name: `Text ${name}` })
  await expect(text).toBeDisabled()
  await expect(group(page, `Texts ${plant.tag}`)).toContainText('No phone # setup')
})

test('a group is removed, once it is confirmed', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/groups')
  await create(page, `Gone ${plant.tag}`)
  await page.getByRole('button', { name: `Remove Gone ${plant.tag}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Group removed')).toBeVisible()
  await expect(group(page, `Gone ${plant.tag}`)).toHaveCount(0)
})

test('errors are shown', async ({ signedIn: page, plant }) => {
  const member = await memberOf(plant, 'Uwe', 'user')
  const { roster } = await plant.company.call<{ roster: { id: number } }>('POST', '/v0/rosters', {
    name: `Behind ${plant.tag}`,
  })
  await withoutLive(page)
  await page.goto('/setup/groups')
  const mine = group(page, `Behind ${plant.tag}`)
  await mine.getByLabel(/Add a member/).selectOption(String(member.id))
  await plant.company.call('DELETE', `/v0/rosters/${roster.id}`)
  await mine.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, 'Error adding member')).toBeVisible()
  await expect(mine).toHaveCount(0)
})
