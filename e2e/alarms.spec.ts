import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { alarmOn, groupOf, report, tripped } from './support/alarms.ts'
import { violationsInAll } from './support/axe.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test } from './support/test.ts'

/** Makes a unit of this test with two machines. */
async function hallOf(plant: Plant) {
  const name = `Hall ${plant.tag}`
  const unit = await plant.unit(name)
  const [mill, saw] = [
    await plant.machineIn(`Mill ${plant.tag}`, unit),
    await plant.machineIn(`Saw ${plant.tag}`, unit),
  ]
  return { unit, name, mill, saw, path: `/o/${unit}/alarms` }
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Alarms', exact: true })
const rows = (page: Page): Locator => page.locator('[data-alarm]')
const row = (page: Page, words: string): Locator => rows(page).filter({ hasText: words })
const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole('button', { name })

test("the title is the entity's name and Alarms with a link back; 'No alarms' says what an alarm is and leads to the editor (axe)", async ({
  signedIn: page,
  plant,
}) => {
  const { path, unit, name } = await hallOf(plant)
  const response = await page.goto(path)
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(`${name} - Alarms | Millwatch`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Alarms`)
  await expect(page.getByText('No alarms', { exact: true })).toBeVisible()
  expect(await violationsInAll(page, '.main')).toEqual([])
  await button(page.getByRole('main'), 'New alarm').last().click()
  await expect(page.getByRole('dialog', { name: 'Add alarm' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'return to previous page' }).click()
  await expect(page).toHaveURL(new RegExp(`/o/${unit}(\\?|$)`))
})

test(
  'tripped ones come first with the time; a second browser shows a trip and a clear by itself, and the menu turns red',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { path, mill, saw } = await hallOf(plant)
    await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
    const alarm = await alarmOn(plant, saw, { reassert_m: 240, notify_on_clear: true })
    await page.goto(path)
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toContainText(`Mill ${plant.tag}`)
    await expect(row(page, 'Saw')).toContainText('Temperature above 60 °C')
    await expect(row(page, 'Saw')).toContainText('every 4 h, on clear')
    const menu = page.getByRole('navigation', { name: 'Page menu' })
    await expect(button(menu, /^Alarms/)).toBeVisible()
    await page.mouse.move(0, 0)
    await tripped(plant, saw, alarm)
    await expect(rows(page).first()).toContainText(`Saw ${plant.tag}`)
    await expect(row(page, 'Saw')).toContainText(/since .* · /)
    await expect(button(menu, /^Tripped: ?Alarms/)).toBeVisible()
    await expect(page.getByText('2 alarms on 2 machines · 1 tripped')).toBeVisible()
    await report(plant, saw, 40)
    await expect(row(page, 'Saw')).toContainText('Last tripped')
    await expect(button(menu, /^Alarms/)).toBeVisible()
  },
)

test('filters: All, Tripped, My subscriptions, equipment in the address as repeated equipIds[], and alarm type', async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill, saw } = await hallOf(plant)
  await alarmOn(plant, mill, { type: 4, args: { minutes: 10 }, subscribe_email: true })
  await alarmOn(plant, mill, { type: 2, args: {} })
  await tripped(plant, saw, await alarmOn(plant, saw))
  await page.goto(path)
  const choices = page.getByRole('group', { name: 'Alarms to show' }).getByRole('button')
  await expect(choices).toHaveText(['All 3', 'Tripped 1', 'My subscriptions 1'])
  await choices.nth(2).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/show=mine/)
  await choices.first().click()
  await button(page, 'Equipment: all').click()
  await page.getByRole('checkbox', { name: `Mill ${plant.tag}` }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: `Saw ${plant.tag}` }).click()
  await expect(page).toHaveURL(/equipIds.*equipIds/)
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).searchParams.getAll('equipIds[]')).toEqual([mill, saw].map((m) => String(m.equipmentId)))
  await button(page, 'Alarm type: all').click()
  await page.getByRole('checkbox', { name: 'Offline' }).click()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`/e/${saw.equipmentId}/alarms`)
  await expect(rows(page)).toHaveCount(1)
  await expect(button(page, /^Equipment:/)).toHaveCount(0)
})

test("Subscribe opens two boxes in place and waits for one; without a phone 'No phone # setup - go to your Settings page'; Unsubscribe", async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill } = await hallOf(plant)
  await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
  await page.goto(path)
  await button(page, /^Subscribe to/).click()
  const form = page.getByRole('form', { name: /^Subscribe to/ })
  await expect(button(form, 'Subscribe')).toBeDisabled()
  const text = form.getByRole('checkbox', { name: /^Text message/ })
  await expect(text).toBeDisabled()
  await expect(text).toHaveAccessibleName('Text message (No phone # setup - go to your Settings page)')
  await form.getByRole('checkbox', { name: 'Email' }).check()
  await button(form, 'Subscribe').click()
  await expect(toast(page, 'Subscribed')).toBeVisible()
  await expect(row(page, 'Mill')).toContainText('1 person')
  await page.goto('/setup/user')
  const subscribed = page
    .getByRole('table', { name: 'Alarm subscriptions' })
    .getByRole('row')
    .filter({ hasText: plant.tag })
  await expect(subscribed).toContainText('Offline')
  await button(subscribed, /^Unsubscribe from/).click()
  await expect(toast(page, 'Unsubscribed')).toBeVisible()
  await expect(subscribed).toHaveCount(0)
  await page.goto(path)
  await expect(row(page, 'Mill')).toContainText('nobody')
})

test("delete asks 'Are you sure you want to delete this alarm?' (Yes/No); only its owner and superusers may, the server agrees", async ({
  signedIn: page,
  plant,
  context,
}) => {
  const { path, mill } = await hallOf(plant)
  const { id } = await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
  await page.goto(path)
  await button(page, /^Delete Offline/).click()
  const question = page.getByRole('dialog', { name: 'Delete alarm' })
  await expect(question).toContainText('Are you sure you want to delete this alarm?')
  await button(question, 'No').click()
  await expect(rows(page)).toHaveCount(1)
  await button(page, /^Delete Offline/).click()
  await button(question, 'Yes').click()
  await expect(toast(page, 'Alarm destroyed')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  const other = await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
  expect(other.id).not.toBe(id)
  await enterWithRole(context, plant, 'user')
  await page.goto(path)
  await expect(button(page, /^Subscribe to/)).toBeVisible()
  await expect(button(page, /^(Edit|Delete) Offline/)).toHaveCount(0)
  const refused = await page.request.delete(`/v0/alarms/${other.id}`, { headers: { origin: plant.url } })
  expect(refused.status()).toBe(403)
})

test('a row opens to its history with the trips of 90 days, by keyboard alone; a tripped one is acknowledged with notes; export', async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill, saw } = await hallOf(plant)
  await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
  const alarm = await alarmOn(plant, saw)
  await tripped(plant, saw, alarm)
  await page.goto(path)
  await rows(page).nth(1).locator('[data-toggle]').focus()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`alarm=${alarm.id}`))
  const history = page.getByRole('table', { name: 'Alarm history' })
  await expect(history.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('once in the last 90 days')).toBeVisible()
  await expect(history).toContainText('75 °C')
  await button(history, 'Acknowledge').click()
  const box = page.getByRole('dialog', { name: 'Acknowledge the alarm' })
  await box.getByLabel('Notes').fill('Coolant was low')
  await button(box, 'Acknowledge').click()
  await expect(toast(page, 'Alarm acknowledged')).toBeVisible()
  await expect(history).toContainText('Coolant was low')
  await button(page, 'Export alarm history').click()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'JSON').click()])
  const [first] = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(Object.keys(first)).toEqual(
    expect.arrayContaining(['equipment', 'alarm_id', 'alarm_type', 'created_at', 'args', 'args_latest']),
  )
  expect(first).toMatchObject({ equipment: `Saw ${plant.tag}`, acknowledged_notes: 'Coolant was low' })
})

test('an alarm that never tripped has no alarm history to export for the selected range', async ({
  signedIn: page,
  plant,
}) => {
  const { mill } = await hallOf(plant)
  const { id } = await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
  await page.goto(`/e/${mill.equipmentId}/alarms?alarm=${id}`)
  await expect(page.getByText('This alarm has never tripped.')).toBeVisible()
  await button(page, 'Export alarm history').click()
  await button(page, 'CSV').click()
  await expect(toast(page, 'No alarm history to export for the selected range')).toBeVisible()
})

test('subscribers open as a list with channels; the subscription modal has a group tree-select, all users, lists of email and SMS with move buttons, and Done; a second browser follows (axe)', async ({
  signedIn: page,
  plant,
  browser,
}) => {
  const { path, mill } = await hallOf(plant)
  await alarmOn(plant, mill, { type: 4, args: { minutes: 10 }, subscribe_email: true })
  const name = `Crew ${plant.tag}`
  await groupOf(plant, name)
  const other = await browser.newContext({ baseURL: plant.url })
  await enterWithRole(other, plant, 'user')
  const second = await other.newPage()
  await second.goto(path)
  await page.goto(path)
  await button(row(page, 'Mill'), '1 person').click()
  const box = page.getByRole('dialog', { name: /^Subscribers of Offline/ })
  await expect(box.getByRole('listitem')).toHaveCount(1)
  await button(box, 'Edit subscribers').click()
  const modal = page.getByRole('dialog', { name: 'Subscribers', exact: true })
  await expect(modal).toContainText(`Mill ${plant.tag} · Offline · For 10 m`)
  await button(modal, 'Choose groups').focus()
  await page.keyboard.press('Enter')
  const tree = page.getByRole('treegrid', { name: 'Groups' })
  const crew = tree.getByRole('row').filter({ hasText: name })
  await expect(crew).toContainText('1 person: 1 by email')
  await crew.focus()
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('row', { level: 2 })).not.toHaveCount(0)
  await crew.focus()
  await page.keyboard.press('Space')
  await expect(toast(page, 'Subscribed')).toBeVisible()
  await expect(crew).toHaveAttribute('aria-selected', 'true')
  await expect(row(second, 'Mill')).toContainText(name)
  await page.keyboard.press('Escape')
  await expect(modal.getByRole('list', { name: 'Subscribed groups' })).toContainText(name)
  expect(await violationsInAll(page, '.dialog')).toEqual([])
  await page.route('**/runsubscribe', (route) => route.fulfill({ status: 500, json: {} }))
  await button(modal, `Remove ${name}`).click()
  await expect(toast(page, 'Error unsubscribing group')).toBeVisible()
  await expect(modal.getByRole('list', { name: 'Subscribed groups' })).toContainText(name)
  const listed = modal.getByRole('listbox', { name: 'Email subscriptions' }).getByRole('option')
  const mail = listed.filter({ hasNotText: 'Nobody' })
  await expect(mail).toHaveCount(1)
  await mail.click()
  await button(modal, 'Remove from Email subscriptions').click()
  await expect(mail).toHaveCount(0)
  const self = modal.getByRole('listbox', { name: 'All users' }).getByRole('option').first()
  await self.focus()
  await page.keyboard.press('Space')
  await button(modal, 'Add to email subscriptions').focus()
  await page.keyboard.press('Enter')
  await expect(mail).toHaveCount(1)
  await button(modal, 'Done').click()
  await expect(row(page, 'Mill')).toContainText(name)
  await expect(row(second, 'Mill')).toContainText('and 1 person')
  await other.close()
})

test("subscribing a group that fails reverts the selection: 'Error subscribing group'", async ({
  signedIn: page,
  plant,
}) => {
  const { mill } = await hallOf(plant)
  const { id } = await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
  const name = `Crew ${plant.tag}`
  await groupOf(plant, name)
  await page.goto(`/e/${mill.equipmentId}/alarms?subscribers=${id}`)
  const gate = Promise.withResolvers<void>()
  await page.route('**/rsubscribe', async (route) => {
    await gate.promise
    await route.fulfill({ status: 500, json: {} })
  })
  await button(page, 'Choose groups').click()
  const crew = page.getByRole('treegrid', { name: 'Groups' }).getByRole('row').filter({ hasText: name })
  await crew.click()
  await expect(crew).toHaveAttribute('aria-selected', 'true')
  gate.resolve()
  await expect(toast(page, 'Error subscribing group')).toBeVisible()
  await expect(crew).toHaveAttribute('aria-selected', 'false')
})

test("the notifications list a tripped alarm one is subscribed to until it clears; '/setup/alarms' leads to the root's alarms", async ({
  signedIn: page,
  plant,
}) => {
  const { saw } = await hallOf(plant)
  await tripped(plant, saw, await alarmOn(plant, saw, { subscribe_email: true }))
  await page.goto('/setup/alarms')
  await expect(page).toHaveURL(new RegExp(`/o/${plant.company.rootUnitId}/alarms`))
  const bell = button(page.getByRole('banner'), /^Notifications/)
  await expect(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  const item = page.getByRole('list', { name: 'Tripped alarms' }).getByRole('listitem').filter({ hasText: plant.tag })
  await expect(item).toContainText('Telemetry: Temperature above 60 °C')
  await expect(item).toContainText('New')
  await item.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/e/${saw.equipmentId}/alarms\\?alarm=`))
  await report(plant, saw, 40)
})

test('390 px: cards, the history is a page of its own, nothing is wider than the window (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const { path, saw } = await hallOf(plant)
  await tripped(plant, saw, await alarmOn(plant, saw))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await expect(table(page)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(1)
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
  expect(await violationsInAll(page, '.main')).toEqual([])
  await button(page, /^History of Telemetry/).click()
  await expect(page.getByRole('table', { name: 'Alarm history' })).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
  await button(page, 'All alarms').click()
  await expect(rows(page)).toHaveCount(1)
})
