import type { Page } from '@playwright/test'
import { violations, violationsInAll } from './support/axe.ts'
import { memberOf } from './support/setup.ts'
import { expect, type Plant, test } from './support/test.ts'

// Reduced motion: the checks see the final colours, without transitions.
test.use({ reducedMotion: 'reduce' })
// Checks in two themes at three widths are slow on a busy machine.
test.describe.configure({ timeout: 240_000 })

/** Opens a page under Settings and checks it by axe once all data is read. */
async function holdsAt(page: Page, path: string): Promise<void> {
  await page.goto(`/setup/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  expect(await violationsInAll(page), path).toEqual([])
}

async function groupOf(plant: Plant, memberId: number): Promise<number> {
  const wanted = { name: `Accessible ${plant.tag}` }
  const { roster } = await plant.company.call<{ roster: { id: number } }>('POST', '/v0/rosters', wanted)
  await plant.company.call('POST', `/v0/rosters/${roster.id}/users`, { user_id: memberId })
  return roster.id
}

async function team(page: Page, plant: Plant): Promise<void> {
  await groupOf(plant, (await memberOf(plant, 'Amy', 'admin')).id)
  for (const path of ['users', 'users?q=nobody-of-that-name', 'groups', 'users/new']) await holdsAt(page, path)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Please input an email')).toBeVisible()
  expect(await violationsInAll(page), 'complaints').toEqual([])
  await page.getByRole('radio', { name: /^Set a first password/ }).check()
  await page.getByRole('button', { name: 'Add member' }).click()
  expect(await violationsInAll(page), 'a first password').toEqual([])
}

async function company(page: Page, plant: Plant): Promise<void> {
  const { user } = await plant.company.call<{ user: { company_id: number; id: number } }>('GET', '/v0/user')
  const group = await groupOf(plant, user.id)
  await plant.company.call('POST', '/v0/client-errors', {
    version: '1',
    route: '/o/1',
    message: 'Broke',
    stack: 'at x',
  })
  await holdsAt(page, 'errors')
  await holdsAt(page, `c/${user.company_id}`)
  await holdsAt(page, 'audit?to=2020-01-01')
  await holdsAt(page, `audit?subject=roster/${group}`)
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  expect(await violationsInAll(page), 'details').toEqual([])
}

async function trade(page: Page, plant: Plant): Promise<void> {
  const name = `Accessible ${plant.tag}`
  await plant.company.call('POST', '/v0/reasons', { reason: name, groupName: 'Technical', failure: true })
  const { reason } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', { reason: 'Old' })
  await plant.company.call('PUT', `/v0/reasons/${reason.id}`, { active: false })
  await holdsAt(page, 'reasons')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violationsInAll(page), 'a reason').toEqual([])
  await plant.company.call('POST', '/v0/tags', { name, groupName: 'Orders' })
  const { tag } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: `Old ${plant.tag}` })
  await plant.company.call('PUT', `/v0/tags/${tag.id}`, { active: false })
  await holdsAt(page, 'tags?show=inactive')
  await holdsAt(page, `tags?q=${plant.tag}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violationsInAll(page), 'a tag').toEqual([])
  const schedule_json_local = { 1: [[21600, 50400, 1]] }
  await plant.company.call('POST', '/v0/scheduletemplates', { template: { name, type: 'weekly', schedule_json_local } })
  await holdsAt(page, 'schedules')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violationsInAll(page), 'a template').toEqual([])
}

async function programs(page: Page, plant: Plant): Promise<void> {
  const shown = { page: 'unit', org_unit_id: plant.company.rootUnitId, may_give_reasons: true, may_count_scrap: true }
  const revoked = { ...shown, name: `Revoked ${plant.tag}` }
  const { kiosk } = await plant.company.call<{ kiosk: { id: number } }>('POST', '/v0/kiosks', revoked)
  await plant.company.call('DELETE', `/v0/kiosks/${kiosk.id}`)
  await plant.company.call('POST', '/v0/kiosks', { ...shown, name: `Shown ${plant.tag}` })
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const operations = ['tag.list', 'tag.create']
  await plant.company.call('POST', '/v0/api_keys', { name: `Key ${plant.tag}`, operations, expires_at })
  await holdsAt(page, 'keys')
  await page.getByRole('radio', { name: 'Do only the listed operations' }).check()
  expect(await violationsInAll(page), 'operations').toEqual([])
  const hook = { name: `Pager ${plant.tag}`, url: 'https://pager.example/hook' }
  const { webhook } = await plant.company.call<{ webhook: { id: number } }>('POST', '/v0/webhooks', hook)
  await holdsAt(page, `webhooks?id=${webhook.id}`)
  await holdsAt(page, 'kiosks')
  await page.getByRole('button', { name: `Enter code of Shown ${plant.tag}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violationsInAll(page), 'a code').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `New link for Shown ${plant.tag}` }).click()
  await expect(page.getByLabel('Link of the display')).toBeVisible()
  expect(await violationsInAll(page), 'a link').toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Revoke Shown ${plant.tag}` }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await violationsInAll(page), 'a question').toEqual([])
}

for (const [area, visit] of Object.entries({ team, company, trade, programs })) {
  test(`axe finds nothing under Settings: ${area}`, async ({ signedIn: page, plant }) => visit(page, plant))
}

for (const width of [1440, 390]) {
  test(`axe finds nothing with Settings open, ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/setup/keys')
    const settings = page.getByRole('banner').getByRole('button', { name: 'Settings', exact: true })
    if ((await settings.getAttribute('aria-expanded')) === 'false') await settings.click()
    await expect(page.getByRole('link', { name: 'Members', exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}
