import { totpStep } from '@millwatch/domain/identity'
import { appCode } from '@millwatch/lab/product/authenticator'
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { companyApart } from './support/operator.ts'
import { enterAs, type Person, settledMember } from './support/people.ts'
import { expect, test } from './support/test.ts'

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })

async function signInWith(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(username)
  await page.getByLabel('Password').fill(password)
  await login(page).click()
}

/** Sets the second factor up, as the page asks, and returns its secret and the recovery codes. */
async function setUp(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'The secret as a QR code' })).toBeVisible()
  const secret = (await page.getByLabel('Secret', { exact: true }).inputValue()).replaceAll(' ', '')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Code of the app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByLabel('Code of the app').fill(appCode(secret, totpStep(Date.now())))
  await page.keyboard.press('Enter')
  const codes = (await page.getByLabel('Recovery codes').inputValue()).split('\n')
  expect(codes).toHaveLength(10)
  return { secret, codes }
}

test('a second factor is set up, asked for at the sign-in, and switched off', async ({ page, context, plant }) => {
  const member = await settledMember(plant.url, plant.company, 'Factor')
  await enterAs(context, plant.url, member)
  await page.goto('/setup/user?tab=security')
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Set it up' }).click()
  const { codes } = await setUp(page, member.password)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Millwatch recovery codes.txt')
  await panel.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel).toContainText('10 recovery codes left')

  await context.clearCookies()
  await signInWith(page, member)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  expect(await violations(page)).toEqual([])
  await code.fill('123 456')
  await login(page).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await code.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)

  await page.goto('/setup/user?tab=security')
  await expect(panel).toContainText('9 recovery codes left')
  await panel.getByRole('button', { name: 'Switch it off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByLabel('Code').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Switch it off' }).click()
  await expect(panel.getByRole('button', { name: 'Set it up' })).toBeVisible()
})

test('a company requires one of its admins, who set it up before anything else', async ({ page, context, plant }) => {
  const { owner, id } = await companyApart(plant.url, `Strict ${plant.tag}`)
  await enterAs(context, plant.url, owner)
  await page.goto(`/setup/c/${id}`)
  await page.getByRole('switch', { name: 'Admins need a second factor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor')
  await setUp(page, owner.password)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('switch', { name: 'Admins need a second factor' })).toBeChecked()
})
