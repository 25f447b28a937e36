import type { Page } from '@playwright/test'
import { enterWithRole } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

const entries = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
const fold = (page: Page, name: string) => page.locator('#company-tree').getByRole('button', { name, exact: true })

const setUp = ['Tags', 'Critical Parts', 'Downtime Reasons', 'Schedule Templates', 'Kiosk displays', 'API keys']
const beforeLog = ['Company', 'Alarms', 'Devices', ...setUp]
const organization = [...beforeLog, 'Audit log']

test('opening a setup route opens Settings, otherwise the tree is open', async ({ signedIn: page, plant }) => {
  await page.goto('/setup/users')
  await expect(fold(page, 'Settings')).toHaveAttribute('aria-expanded', 'true')
  await expect(fold(page, 'Company Tree')).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('heading', { name: 'Manage Organization' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Members', exact: true })).toHaveAttribute('aria-current', 'page')
  await fold(page, 'Company Tree').click()
  await page.getByRole('navigation', { name: 'Company tree' }).getByText(plant.companyName).first().click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
  await expect(fold(page, 'Company Tree')).toHaveAttribute('aria-expanded', 'true')
  await fold(page, 'Settings').click()
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(page).toHaveURL('/setup/groups')
  await expect(fold(page, 'Settings')).toHaveAttribute('aria-expanded', 'true')
})

test('the settings icon opens Settings and expands the sidebar', async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await page.getByRole('button', { name: 'Hide company tree' }).click()
  await expect(page.locator('#company-tree')).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(fold(page, 'Settings')).toHaveAttribute('aria-expanded', 'true')
  await expect(entries(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search company tree' })).toBeFocused()
})

test('a superuser has every entry', EVERYDAY, async ({ signedIn: page }) => {
  await page.goto('/setup/users')
  await expect(entries(page)).toHaveText([
    ...[...beforeLog, 'Webhooks', 'Audit log', 'Page errors'],
    ...['Members', 'Add a Team Member', 'Groups'],
  ])
})

test('an admin has no entries of superusers, and gets a message at their addresses', async ({
  page,
  context,
  plant,
}) => {
  await enterWithRole(context, plant, 'admin')
  await page.goto('/setup/users')
  await expect(entries(page)).toHaveText([...organization, 'Members'])
  for (const path of ['/setup/users/new', '/setup/groups', '/setup/errors', '/setup/mail', '/setup/webhooks']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('You do not have the right to do this')
  }
})

test('a regular user has the company, the alarms and the devices alone, and Manage Your Team is not shown', async ({
  page,
  context,
  plant,
}) => {
  await enterWithRole(context, plant, 'user')
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(entries(page)).toHaveText(['Company', 'Alarms', 'Devices'])
  await expect(page.getByRole('heading', { name: 'Manage Your Team' })).toHaveCount(0)
  for (const path of [
    '/setup/users',
    '/setup/tags',
    '/setup/parts',
    '/setup/reasons',
    '/setup/schedules',
    '/setup/kiosks',
    '/setup/keys',
    '/setup/audit',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('You do not have the right to do this')
  }
})

test('on a phone Settings lie over the page and go when an entry is chosen', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/setup/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members')
  await expect(page.locator('#company-tree')).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await expect(page.locator('#company-tree')).toBeHidden()
})

test('no page of Settings is wider than a phone of 360 px', async ({ signedIn: page, plant }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { user } = await plant.company.call<{ user: { company_id: number } }>('GET', '/v0/user')
  // The audit log then shows its longest subject, the UUID of a device.
  await plant.machineIn('Press', await plant.unit(`Hall ${plant.tag}`))
  const paths = [
    'users',
    'users/new',
    'groups',
    `c/${user.company_id}`,
    'tags',
    'reasons',
    'schedules',
    'kiosks',
    'keys',
    'webhooks',
    'audit',
    'errors',
  ]
  for (const path of paths) {
    await page.goto(`/setup/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    const { width, sideways, tooWide } = await page.evaluate(() => {
      const main = document.querySelector('main')
      const sideways = (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0)
      const tooWide = [...(sideways > 0 ? (main?.querySelectorAll('*') ?? []) : [])]
        .filter((element) => element.getBoundingClientRect().right > 360)
        .map((element) => element.outerHTML.slice(0, 200))
      return { width: document.documentElement.scrollWidth, sideways, tooWide }
    })
    expect({ path, width, sideways, tooWide }).toEqual({ path, width: 360, sideways: 0, tooWide: [] })
  }
})
