import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { millwatch } from './support/operator.ts'
import { enterAs, settledMember } from './support/people.ts'
import { expect, mendByClick, type Plant, test } from './support/test.ts'

// Each member joined before the notifications, so one sent by another test at the same time is also new to them.
test.describe.configure({ mode: 'serial' })

const detail = `What changed:

- **Stops** bear *notes* now, see \`/e/1\`
- [All of it](https://millwatch.example/notes)

<script>alert(1)</script> [no](javascript:alert(1))`

async function companyId(plant: Plant): Promise<string> {
  const { user } = await plant.company.call<{ user: { company_id: number } }>('GET', '/v0/user')
  return String(user.company_id)
}

const notify = async (plant: Plant, title: string, ...more: string[]): Promise<string> =>
  millwatch('notify', '--title', title, '--detail', detail, '--company', await companyId(plant), ...more)

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('the bell counts unread notifications, the panel shows title and Markdown detail and acknowledges them (axe)', async ({
  page,
  context,
  plant,
}) => {
  await enterAs(context, plant.url, await settledMember(plant.url, plant.company, 'Reader'))
  const title = `Release ${plant.tag}`
  expect(await notify(plant, title)).toContain(`1 company told: "${title}", now.`)
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(page)).toHaveText('1')
  const acked = page.waitForResponse((response) => response.url().endsWith('/v0/notifications/ack'))
  await bell(page).click()
  const item = panel(page).getByRole('listitem').filter({ hasText: title })
  await expect(item.getByRole('heading', { name: title })).toBeVisible()
  await expect(item.getByText('Stops', { exact: true })).toHaveCSS('font-weight', '600')
  const link = item.getByRole('link', { name: 'All of it' })
  await expect(link).toHaveAttribute('href', 'https://millwatch.example/notes')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(item.getByRole('link')).toHaveCount(1)
  await expect(item).toContainText('<script>alert(1)</script> [no](javascript:alert(1))')
  expect((await acked).status()).toBe(200)
  // It stays visible while it is read, but no longer counts as unread.
  await expect(item).toContainText('New')
  expect(await violationsInAll(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('Show recent lists notifications of the last month; future ones are not shown', async ({
  page,
  context,
  plant,
}) => {
  const before = `Before ${plant.tag}`
  await notify(plant, before)
  await enterAs(context, plant.url, await settledMember(plant.url, plant.company, 'Looker'))
  await notify(plant, `Old news ${plant.tag}`, '--from', '2026-01-05')
  await notify(plant, `News to come ${plant.tag}`, '--from', '2099-01-01')
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await bell(page).click()
  await expect(panel(page)).toContainText('Nothing new')
  await panel(page).getByRole('button', { name: 'Show recent' }).click()
  // It was published when this member did not exist yet.
  await expect(panel(page).getByRole('heading', { name: before })).toBeVisible()
  await expect(panel(page)).not.toContainText(`Old news ${plant.tag}`)
  await expect(panel(page)).not.toContainText(`News to come ${plant.tag}`)
  // A notification that arrives while the page is open is counted at once.
  await page.keyboard.press('Escape')
  await notify(plant, `Told meanwhile ${plant.tag}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('a failed read or acknowledgement is only logged, and repeated the next time', async ({
  page,
  context,
  plant,
}) => {
  await enterAs(context, plant.url, await settledMember(plant.url, plant.company, 'Unlucky'))
  const title = `Unlucky news ${plant.tag}`
  await notify(plant, title)
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.route('**/v0/notifications?*', (route) => route.abort())
  await page.route('**/v0/notifications/ack', (route) => route.abort())
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect.poll(() => logged.join()).toContain('Notifications could not be read')
  await bell(page).click()
  await expect(panel(page)).toContainText('Notifications could not be read')
  await mendByClick(page, '**/v0/notifications?*', panel(page).getByRole('button', { name: 'Try again' }))
  await expect(panel(page).getByRole('heading', { name: title })).toBeVisible()
  await expect.poll(() => logged.join()).toContain('Notifications could not be acknowledged')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.unroute('**/v0/notifications/ack')
  await page.reload()
  await expect(bell(page)).toHaveText('1')
  await bell(page).click()
  await expect(bell(page)).toHaveText('')
})
