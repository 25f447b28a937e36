import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { addMember } from './support/people.ts'
import { quiet } from './support/requests.ts'
import { EVERYDAY, enter, expect, test } from './support/test.ts'

async function fill(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(username)
  await page.getByLabel('Password').fill(password)
}

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })

test('signs in and shows the root unit', EVERYDAY, async ({ page, plant }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle('Sign in | Millwatch')
  await fill(page, plant.username, plant.password)
  await login(page).click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  await expect(page).toHaveTitle(`${plant.companyName} | Millwatch`)
})

test('says that email or password is wrong, and lets one try again', EVERYDAY, async ({ page, plant }) => {
  await page.goto('/login')
  await fill(page, plant.username, 'certainly not it 1')
  await login(page).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await fill(page, plant.username, plant.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
})

test('says that a sign-in over plain HTTP from another machine does not last', async ({ page, plant }) => {
  const elsewhere = 'http://plant.example'
  await page.route(`${elsewhere}/**`, async (route) => {
    const url = route.request().url().replace(elsewhere, plant.url)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`${elsewhere}/login`)
  await expect(page.getByRole('alert')).toContainText('Open this page by its https:// address')
})

test('comes back to the page asked for, with its query', EVERYDAY, async ({ page, plant }) => {
  const unit = await plant.unit('Asked for')
  await page.goto(`/o/${unit}?status=down`)
  await expect(page).toHaveURL(/\/login\?/)
  await fill(page, plant.username, plant.password)
  await login(page).click()
  await expect(page).toHaveURL(`/o/${unit}?status=down`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asked for')
})

test('lets a member of several companies select one', async ({ page, plant }) => {
  const { username, password, companies } = plant.global
  await page.goto('/login')
  await fill(page, username, password)
  await login(page).click()
  const choice = page.getByLabel('Company')
  await expect(choice.locator('option')).toHaveText([...companies])
  await expect(choice.locator('option:checked')).toHaveCount(1)
  await choice.selectOption('Southern Works')
  await login(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Southern Works')
})

test('forgets the page asked for when the company is another', async ({ page, plant }) => {
  const { username, password } = plant.global
  await page.goto('/login?next=%2Fo%2F999999&company=999999')
  await fill(page, username, password)
  await login(page).click()
  await page.getByLabel('Company').selectOption('Northern Works')
  await login(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern Works')
})

test('leads to the page asked for by itself after a release while the page was open', async ({ page, plant }) => {
  const { rootUnitId } = plant.company
  await page.route('**/assets/unit-*.js', (route) => route.fulfill({ status: 404, body: '' }), { times: 1 })
  await page.goto(`/login?next=%2Fo%2F${rootUnitId}`)
  await fill(page, plant.username, plant.password)
  await login(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  await expect(page).toHaveURL(`/o/${rootUnitId}`)
})

test('is reloaded once where the code of the page stays away, then says so and leaves it to the person', async ({
  page,
  plant,
}) => {
  const { rootUnitId } = plant.company
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route('**/assets/unit-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`/login?next=%2Fo%2F${rootUnitId}`)
  await fill(page, plant.username, plant.password)
  await login(page).click()
  await expect.poll(() => loads).toBe(2)
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded')
  await page.unroute('**/assets/unit-*.js')
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  await expect(page).toHaveURL(`/o/${rootUnitId}`)
})

test('leads nowhere outside, whatever the address says', async ({ page, plant }) => {
  await page.goto('/login?next=%2F%2Fevil.example%2Fo%2F1')
  await fill(page, plant.username, plant.password)
  await login(page).click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
})

test('signs out, and what was seen before is seen no more', EVERYDAY, async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('says that signing out failed, for nobody to leave a session to who comes next', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  const leave = async () => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await page.route('**/v0/sessions/current', (route) => route.abort())
  await leave()
  await expect(page.getByText('You are still signed in')).toBeVisible()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
  await page.unroute('**/v0/sessions/current')
  await leave()
  await expect(page).toHaveURL('/login')
})

test('leads to the sign-in as soon as the session was ended elsewhere, and nothing is asked for any more', async ({
  page,
  context,
  plant,
}) => {
  await enter(context, plant)
  await page.clock.install()
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  const answer = await context.request.delete('/v0/sessions/current', { headers: { origin: plant.url } })
  expect(answer.status()).toBe(200)
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByRole('alert')).toHaveText('Token expired. Please login again')
  await expect(page).toHaveURL(/&company=\d+$/)
  await quiet(page)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/v0/') && requests.push(request.url()))
  await page.clock.fastForward(16 * 60_000)
  await expect(login(page)).toBeVisible()
  expect(requests).toEqual([])
})

test('leads back to the sign-in from the pages seen before the session ended, and on to the one that is open', async ({
  page,
  context,
  plant,
}) => {
  const unit = await plant.unit(`Seen before ${plant.tag}`)
  await enter(context, plant)
  await page.goto(`/o/${unit}`)
  await page.getByRole('link', { name: 'Millwatch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  const answer = await context.request.delete('/v0/sessions/current', { headers: { origin: plant.url } })
  expect(answer.status()).toBe(200)
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/login\\?next=%2Fo%2F${unit}`))
  await fill(page, plant.username, plant.password)
  await login(page).click()
  await expect(page).toHaveURL(`/o/${unit}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Seen before ${plant.tag}`)
  await page.goForward()
  await expect(login(page)).toBeVisible()
})

test('first asks a person with an assigned password for a new one', async ({ page, plant }) => {
  const member = await addMember(plant.company, 'Newcomer')
  const unit = await plant.unit(`Newcomer unit ${plant.tag}`)
  await page.goto(`/o/${unit}`)
  await fill(page, member.username, member.password)
  await login(page).click()
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible()
  await page.goto('/setup/user')
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible()
  await page.goto(`/o/${unit}`)
  const change = page.getByRole('button', { name: 'Change password' })
  await expect(change).toBeDisabled()
  await page.getByLabel('New password').fill('short1')
  await page.getByLabel('Repeat password').fill('other')
  await page.getByRole('textbox', { name: 'Current password' }).fill('certainly not it 1')
  await expect(page.getByText('Password must be at least 8 characters and contain at least one number')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(change).toBeDisabled()
  await page.getByLabel('New password').fill('all of my own 1')
  await page.getByLabel('Repeat password').fill('all of my own 1')
  await change.click()
  await expect(page.getByText('Invalid current password')).toBeVisible()
  await page.getByRole('textbox', { name: 'Current password' }).fill(member.password)
  await change.click()
  await expect(page).toHaveURL(`/o/${unit}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Newcomer unit ${plant.tag}`)
})

test('weighs at most 110 KB of JavaScript', EVERYDAY, async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Email')).toBeVisible()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThanOrEqual(110_000)
})
