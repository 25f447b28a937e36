import type { Page } from '@playwright/test'
import { quiet } from './support/requests.ts'
import { row, toast } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

const add = (page: Page) => page.getByRole('button', { name: 'Add display' })

test('a display is made, its link is shown once with how long it lasts, and opens its page in another browser', async ({
  signedIn: page,
  browser,
  plant,
}) => {
  const unit = await plant.unit(`Shown hall ${plant.tag}`)
  const name = `North wall ${plant.tag}`
  await page.goto('/setup/kiosks')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: /^Wall/ }).check()
  await page.getByLabel('Unit', { exact: true }).selectOption(String(unit))
  await page.getByLabel('May give reasons for stops').check()
  await add(page).click()
  await expect(toast(page, 'Display added')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: `Open ${name}` })
  const link = await dialog.getByLabel('Link of the display').inputValue()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{20,}$/)
  await expect(dialog.getByRole('timer')).toContainText(/^Good for\d+ s$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Link of the display')).toHaveCount(0)
  await expect(row(page, name)).toContainText(`Wall of Shown hall ${plant.tag}`)
  await expect(row(page, name)).toContainText('give reasons')
  await expect(row(page, name)).toContainText('No browser shows it')
  const display = await browser.newContext({ baseURL: plant.url })
  const shown = await display.newPage()
  await shown.goto(link)
  await expect(shown).toHaveURL(`/o/${unit}`)
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(`Shown hall ${plant.tag}`)
  await page.reload()
  await expect(row(page, name)).toContainText(/now|ago/)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText('Every browser that shows it is signed out')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Display revoked')).toBeVisible()
  await expect(row(page, name)).toContainText('Revoked')
  await expect(row(page, name).getByRole('button')).toHaveCount(0)
  await expect(shown).toHaveURL(/\/login/)
  await display.close()
})

test('an expired link shows so, and a new one can be made', async ({ signedIn: page, plant }) => {
  const name = `Late wall ${plant.tag}`
  await page.clock.install()
  await plant.company.call('POST', '/v0/kiosks', {
    name,
    page: 'unit',
    org_unit_id: plant.company.rootUnitId,
    may_give_reasons: false,
    may_count_scrap: false,
  })
  await page.goto('/setup/kiosks')
  await page.getByRole('button', { name: `New link for ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Open ${name}` })
  const first = await dialog.getByLabel('Link of the display').inputValue()
  // Without answers the page cannot know the true time; requests under way end first.
  await quiet(page)
  await page.route('**/v0/**', (route) => route.abort())
  // An answer that was under way may have set the time once more.
  await expect(async () => {
    await page.clock.runFor(61_000)
    await expect(dialog.getByRole('status').filter({ hasText: 'This link is over' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(dialog.getByLabel('Link of the display')).toHaveCount(0)
  await page.unroute('**/v0/**')
  await dialog.getByRole('button', { name: 'New link' }).click()
  await expect(dialog.getByLabel('Link of the display')).toHaveValue(/\?token=/)
  await expect(dialog.getByLabel('Link of the display')).not.toHaveValue(first)
})

const shownCode = (page: Page) => page.getByLabel('Code of this display')

test(
  'a browser shows six letters at /kiosk; an admin types them, and it becomes the display',
  EVERYDAY,
  async ({ signedIn: page, browser, plant }) => {
    const unit = await plant.unit(`Coded hall ${plant.tag}`)
    const name = `Coded wall ${plant.tag}`
    await plant.company.call('POST', '/v0/kiosks', {
      ...{ name, page: 'unit', org_unit_id: unit },
      ...{ may_give_reasons: false, may_count_scrap: false },
    })
    const display = await browser.newContext({ baseURL: plant.url })
    const shown = await display.newPage()
    await shown.goto('/login')
    await shown.getByRole('link', { name: 'Connect a kiosk display' }).click()
    await expect(shown).toHaveURL('/kiosk')
    await expect(shownCode(shown)).toHaveText(/^[BCDGHJKMNPRSTWXYZ]{3} [BCDGHJKMNPRSTWXYZ]{3}$/)
    await expect(shown.getByRole('timer')).toContainText(/^Good for (10 m|9 m \d+ s)/)
    const code = await shownCode(shown).innerText()
    await page.goto('/setup/kiosks')
    await page.getByRole('button', { name: `Enter code of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Connect ${name}` })
    const connect = dialog.getByRole('button', { name: 'Connect display' })
    await expect(connect).toBeDisabled()
    await expect(dialog).toContainText('Type the six letters first')
    await expect(dialog.getByRole('button', { name: /^(Cancel|Connect display)$/ })).toHaveText([
      'Cancel',
      'Connect display',
    ])
    await dialog.getByLabel('Code that the display shows').fill('AEIOUA')
    await connect.click()
    await expect(dialog).toContainText('No browser shows this code now. Look at the display again')
    await dialog.getByLabel('Code that the display shows').fill(code.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(toast(page, `The browser at 127.0.0.1 shows ${name} in a moment`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(shown).toHaveURL(`/o/${unit}`)
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText(`Coded hall ${plant.tag}`)
    await shown.reload()
    await expect(shown).toHaveURL(`/o/${unit}`)
    await display.close()
  },
)

test('a code that is over is replaced by another one; without the server the page says so and goes on', async ({
  page,
}) => {
  await page.goto('/kiosk')
  await expect(shownCode(page)).toHaveText(/^[A-Z]{3} [A-Z]{3}$/)
  const first = await shownCode(page).innerText()
  await page.route('**/v0/kiosk/pairings/state', (route) => route.abort())
  await expect(page.getByRole('alert')).toContainText('Millwatch cannot be reached')
  await page.unroute('**/v0/kiosk/pairings/state')
  await expect(page.getByRole('alert')).toHaveText('')
  await expect(shownCode(page)).toHaveText(first)
  await page.route('**/v0/kiosk/pairings/state', (route) =>
    route.fulfill({ json: { status: 'success', state: 'over' } }),
  )
  await expect(shownCode(page)).not.toHaveText(first)
  await page.unroute('**/v0/kiosk/pairings/state')
  await expect(shownCode(page)).toHaveText(/^[A-Z]{3} [A-Z]{3}$/)
})
