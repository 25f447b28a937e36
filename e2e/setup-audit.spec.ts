import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { row } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

/** Creates and renames a group: two entries about one subject. Returns its id. */
async function renamedGroup(plant: Plant): Promise<number> {
  const { roster } = await plant.company.call<{ roster: { id: number } }>('POST', '/v0/rosters', {
    name: `Before ${plant.tag}`,
  })
  await plant.company.call('PUT', `/v0/rosters/${roster.id}`, { name: `After ${plant.tag}` })
  return roster.id
}

const lines = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')

test(
  'the log shows person, operation and changes, the newest entry first',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const id = await renamedGroup(plant)
    await page.goto(`/setup/audit?subject=roster/${id}`)
    await expect(page).toHaveTitle('Audit log | Millwatch')
    await expect(lines(page)).toHaveCount(2)
    await expect(lines(page).first()).toContainText('roster.update')
    await expect(lines(page).first()).toContainText(`Name: Before ${plant.tag} → After ${plant.tag}`)
    await expect(lines(page).last()).toContainText('roster.create')
  },
)

test('an entry shows before and after, network address and session, and has its own link', async ({
  signedIn: page,
  plant,
}) => {
  const id = await renamedGroup(plant)
  await page.goto(`/setup/audit?subject=roster/${id}`)
  await page.getByRole('button', { name: /Details of Group changed/ }).click()
  const details = page.locator('.audit-details')
  await expect(details.locator('del')).toHaveText(`Before ${plant.tag}`)
  await expect(details.locator('ins')).toHaveText(`After ${plant.tag}`)
  await expect(details).toContainText('127.0.0.1')
  await expect(page).toHaveURL(/entry=\d+/)
  await page.reload()
  await expect(details.locator('ins')).toHaveText(`After ${plant.tag}`)
  await page.getByRole('button', { name: /Details of Group changed/ }).click()
  await expect(details).toHaveCount(0)
})

test('filters by time, person, operation and subject are in the address', async ({ signedIn: page, plant }) => {
  const id = await renamedGroup(plant)
  const { user } = await plant.company.call<{ user: { id: number } }>('GET', '/v0/user')
  await page.goto('/setup/audit')
  await page.getByLabel('What was done').selectOption('roster.create')
  await expect(page).toHaveURL(/operation=roster.create/)
  await page.getByLabel('Person').selectOption(String(user.id))
  await expect(page).toHaveURL(new RegExp(`user=${user.id}`))
  await page.getByLabel('Subject').selectOption('Group')
  await expect(page).toHaveURL(/subject=roster$/)
  const aboutGroup = page.getByRole('button', { name: `All about Group After ${plant.tag}` })
  // Until the filtered list is loaded, the page shows the earlier list, which has two such buttons.
  await expect(aboutGroup).toHaveCount(1)
  await aboutGroup.click()
  await expect(page).toHaveURL(new RegExp(`operation=.*user=.*subject=roster/${id}`))
  await expect(page.getByLabel('Subject').locator('option:checked')).toHaveText(`Group After ${plant.tag}`)
  await expect(lines(page)).toHaveCount(1)
  const to = page.getByRole('combobox', { name: 'To' })
  await to.fill('2020-01-01')
  await to.press('Enter')
  await expect(page.getByText('No entries', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/to=2020-01-01/)
  await page.getByRole('button', { name: 'Show all' }).first().click()
  await expect(page).toHaveURL('/setup/audit')
  await expect(row(page, `Group After ${plant.tag}`).first()).toBeVisible()
})

test('filtered entries are exported as CSV and as JSON', async ({ signedIn: page, plant }) => {
  const id = await renamedGroup(plant)
  await page.goto(`/setup/audit?subject=roster/${id}`)
  for (const [name, ending] of [
    ['CSV', /^audit-\d{4}-\d{2}-\d{2}\.csv$/],
    ['JSON', /^audit-\d{4}-\d{2}-\d{2}\.json$/],
  ] as const) {
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name, exact: true }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(ending)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toContain(`After ${plant.tag}`)
    expect(text.match(/roster\.(create|update)/g)).toHaveLength(2)
  }
})

test('the calendar of a day holds all its days, and is within the window at 1440, 768 and 390 px', async ({
  signedIn: page,
}) => {
  await page.goto('/setup/audit')
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const name of ['From', 'To']) {
      await page.getByRole('combobox', { name, exact: true }).click()
      const calendar = page.locator('.moment-calendar')
      await expect(calendar).toBeInViewport({ ratio: 1 })
      const overflow = await calendar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(overflow, `${name}, ${width} px`).toBe(0)
      await page.keyboard.press('Escape')
    }
  }
})
