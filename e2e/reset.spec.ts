import type { Page } from '@playwright/test'
import { stopClock } from './support/clock.ts'
import { mailsTo } from './support/mailbox.ts'
import { settledMember } from './support/people.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

const RULE = 'Password must be at least 8 characters and contain at least one number'

/** Requests a link as the sign-in page does; resolves with its path from the received mail. */
async function mailedLink(page: Page, plant: Plant, username: string): Promise<string> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(username)
  await page.getByRole('button', { name: 'Request Password Reset' }).click()
  await expect(page.getByRole('status')).toHaveText('Check email for password reset link')
  await expect.poll(() => mailsTo(plant.mails, username).join('\n'), { timeout: 20_000 }).toContain('resetToken=')
  const mails = mailsTo(plant.mails, username).join('\n')
  const [, server, path = ''] = /(http\S+)(\/password\/reset\?resetToken=[\w-]+)/.exec(mails) ?? []
  expect(server).toBe(plant.url)
  return path
}

const send = (page: Page) => page.getByRole('button', { name: 'Reset Password' })

test('sets a password by the link of a mail, once, and leads to the sign-in', EVERYDAY, async ({ page, plant }) => {
  const member = await settledMember(plant.url, plant.company, 'Forgetful')
  const link = await mailedLink(page, plant, member.username)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.clock.install()
  await page.goto(link)
  await expect(page).toHaveURL('/password/reset')
  await expect(page.getByLabel('Email')).toHaveValue(member.username)
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
  await expect(page).toHaveTitle('Set a new password | Millwatch')

  await page.getByLabel('New password').fill('onlyletters')
  await expect(page.getByText(RULE)).toBeHidden()
  await page.getByLabel('New password').blur()
  await expect(page.getByText(RULE)).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await page.getByLabel('New password').fill('letters and 1')
  await expect(page.getByText(RULE)).toBeHidden()
  await expect(send(page)).toBeDisabled()
  await page.getByLabel('Repeat password').fill('letters and 2')
  await page.getByLabel('Repeat password').blur()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await page.getByLabel('Repeat password').fill('letters and 1')
  await expect(send(page)).toBeEnabled()

  await stopClock(page)
  await send(page).click()
  const message = page.getByText('Password has been changed. Redirecting to login page...')
  await expect(message).toBeVisible()
  await page.clock.runFor(2000)
  await expect(message).toBeVisible()
  await page.clock.runFor(2000)
  await expect(page).toHaveURL('/login')
  await page.clock.resume()
  // Only the page and the call that verifies contain the token: no other request.
  const bearing = requests.filter((url) => url.includes(link.split('=')[1] ?? '')).map((url) => new URL(url).pathname)
  expect(new Set(bearing)).toEqual(new Set(['/password/reset', '/v0/password/request']))

  await page.getByLabel('Email').fill(member.username)
  await page.getByLabel('Password').fill('letters and 1')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)

  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('Token invalid or expired')
  await expect(page.getByLabel('New password')).toBeDisabled()
})

for (const path of ['/password/reset?resetToken=certainly-not-it', '/password/reset']) {
  test(`says that ${path} is no valid link, and shows the way back`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText('Token invalid or expired')
    await expect(page.getByLabel('New password')).toBeDisabled()
    await expect(send(page)).toBeDisabled()
    await page.getByRole('link', { name: '<- Back to login' }).click()
    await expect(page).toHaveURL('/login')
  })
}

test('says that the password could not be set', async ({ page, context, plant }) => {
  const member = await settledMember(plant.url, plant.company, 'Unlucky')
  await page.goto(await mailedLink(page, plant, member.username))
  await expect(page.getByLabel('Email')).toHaveValue(member.username)
  await page.getByLabel('New password').fill('letters and 1')
  await page.getByLabel('Repeat password').fill('letters and 1')
  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByRole('alert')).toHaveText('Error resetting password')
  await context.setOffline(false)
  await send(page).click()
  await expect(page.getByText('Password has been changed. Redirecting to login page...')).toBeVisible()
})
