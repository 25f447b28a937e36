import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { companyApart } from './support/operator.ts'
import { enterAs, settledMember } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Gives the page a device that holds passkeys and whose owner is always there. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

/** Returns the address of the product by the name `localhost`; passkeys do not work at a number. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost')

test('a passkey is added, completes a sign-in, and is renamed and removed', async ({ page, context, plant }) => {
  const url = named(plant.url)
  const member = await settledMember(plant.url, plant.company, 'Keyed')
  await withAuthenticator(page)
  await enterAs(context, url, member)
  await page.goto(`${url}/setup/user?tab=security`)
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await panel.getByLabel('Name of the passkey').fill('Work laptop')
  await panel.getByLabel('Your password').fill(member.password)
  expect(await violations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(panel.getByLabel('Recovery codes')).toHaveValue(/^([a-z2-7-]{19}\n){9}[a-z2-7-]{19}$/)
  await panel.getByRole('button', { name: 'I have kept them' }).click()
  const list = panel.getByRole('list', { name: 'Passkeys' })
  await expect(list).toContainText('Work laptop')
  await expect(list).toContainText('used never')

  await context.clearCookies()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(member.username)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await expect(use).toBeFocused()
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await use.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)

  await page.goto(`${url}/setup/user?tab=security`)
  await expect(list).not.toContainText('never')
  await panel.getByRole('button', { name: 'Rename Work laptop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the passkey').fill('Old laptop')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await panel.getByRole('button', { name: 'Remove Old laptop' }).click()
  await dialog.getByLabel('Your password').fill(member.password)
  // The code stays blank, so that the passkey itself is the proof.
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(panel).toContainText('It is off')
})

test('a company that requires a second factor takes a passkey', async ({ page, context, plant }) => {
  const url = named(plant.url)
  const { owner, id } = await companyApart(plant.url, `Keys ${plant.tag}`)
  await withAuthenticator(page)
  await enterAs(context, url, owner)
  await page.goto(`${url}/setup/c/${id}`)
  await page.getByRole('switch', { name: 'Admins need a second factor' }).click()
  await page.getByRole('button', { name: 'Use a passkey instead of an app' }).click()
  await page.getByLabel('Your password').fill(owner.password)
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('switch', { name: 'Admins need a second factor' })).toBeChecked()
})

test('at an address without a name, the page says where passkeys work', async ({ page, context, plant }) => {
  const member = await settledMember(plant.url, plant.company, 'Numbered')
  await enterAs(context, plant.url, member)
  await page.goto('/setup/user?tab=security')
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await panel.getByLabel('Your password').fill(member.password)
  await panel.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(panel.getByRole('alert')).toContainText('Passkeys work at the public address of this installation only')
})
