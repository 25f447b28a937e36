import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { hallOf, reasonNamed, row, rows, stopsOf, table } from './support/downtime.ts'
import { toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

const unsaved = (page: Page): Locator => page.getByRole('region', { name: 'Entries that are not saved' })
const reasonField = (page: Page): Locator => page.getByRole('combobox', { name: 'Reason of this stop' })
const detail = (page: Page): Locator => page.getByTestId('status-row')

/** Opens the list of reasons of the saw in the report and finds a reason, without choosing it. */
async function findReason(page: Page, name: string): Promise<void> {
  await row(page, 'Saw 2')
    .getByRole('button', { name: /No reason: give|Change it/ })
    .click()
  await reasonField(page).fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
}

test('several stops get a reason and notes while the line is cut: they are kept over a reload, said not saved, and stored once and in order', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const hall = await hallOf(plant)
  const name = `Power cut ${plant.tag}`
  await reasonNamed(plant, name)
  await page.goto(hall.path)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  const selected = page.getByRole('group', { name: 'Selected stops' })
  await selected.getByRole('button', { name: 'Set reason' }).click()
  const field = page.getByRole('combobox', { name: 'Reason of the selected stops' })
  await field.fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(toast(page, '3 not saved yet: kept here, and sent when the server can be reached')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'not saved yet' }).filter({ hasText: name })).toHaveCount(3)
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await selected.getByRole('button', { name: 'Add notes' }).click()
  await page.getByLabel('Notes on this stop').fill('Fuse of line 3')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(unsaved(page)).toContainText(
    '6 entries not saved yet: kept here, and sent when the server can be reached.',
  )
  expect(await violationsInAll(page, '[aria-label="Entries that are not saved"]')).toEqual([])
  expect((await stopsOf(plant, hall)).map(({ reason }) => reason)).toEqual([null, null, null])
  // The page itself comes from the server: the calls alone are cut off while it is loaded again.
  const sent: string[] = []
  let isLost = true
  await page.route('**/v0/status/*', (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    if (isLost) return route.abort('internetdisconnected')
    sent.push(Object.keys(route.request().postDataJSON())[0] ?? '')
    return route.continue()
  })
  await context.setOffline(false)
  await page.reload()
  await expect(unsaved(page)).toContainText('6 entries not saved yet')
  await expect(rows(page).filter({ hasText: 'not saved yet' }).filter({ hasText: 'Fuse of line 3' })).toHaveCount(3)
  isLost = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(unsaved(page)).toHaveCount(0)
  await expect(rows(page).filter({ hasText: name }).filter({ hasText: 'Fuse of line 3' })).toHaveCount(3)
  expect(sent).toEqual([...Array(3).fill('status_reason_id'), ...Array(3).fill('notes')])
  expect((await stopsOf(plant, hall)).map(({ reason }) => reason)).toEqual([name, name, name])
})

test('on the page of a machine, reason and notes are kept while the line is cut, and a reload shows them as not saved yet', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const hall = await hallOf(plant)
  const name = `Belt ${plant.tag}`
  await reasonNamed(plant, name)
  const saw = (await stopsOf(plant, hall)).find(({ machine }) => machine === 'Saw 2')
  let isLost = false
  await page.route('**/v0/status/*', (route) =>
    isLost && route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.goto(`/e/${hall.saw.equipmentId}?${hall.past.search}&stop=${saw?.id}&hidesidebar`)
  await expect(detail(page)).toContainText('Down')
  await reasonField(page).fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await context.setOffline(true)
  isLost = true
  await page.keyboard.press('Enter')
  await expect(detail(page).getByText('not saved yet')).toHaveCount(1)
  await detail(page).getByRole('button', { name: 'Notes' }).click()
  await page.getByLabel('Notes on this stop').fill('Tension lost')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(detail(page).getByText('not saved yet')).toHaveCount(2)
  await context.setOffline(false)
  await page.reload()
  await expect(detail(page).getByText('not saved yet')).toHaveCount(2)
  await expect(reasonField(page)).toHaveValue(name)
  await expect(detail(page)).toContainText('Tension lost')
  await expect(unsaved(page)).toContainText('2 entries not saved yet')
  // They are sent from whatever page is open.
  await page.goto(`/o/${hall.unitId}`)
  isLost = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(toast(page, 'Notes saved')).toBeVisible()
  await expect(unsaved(page)).toHaveCount(0)
  expect((await stopsOf(plant, hall)).map(({ reason }) => reason)).toContain(name)
})

test('a reason written while the list of reasons was open is shown before it is replaced, and replaced only by a yes', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  const [mine, theirs] = [`Mine ${plant.tag}`, `Theirs ${plant.tag}`]
  await reasonNamed(plant, mine)
  const theirId = await reasonNamed(plant, theirs)
  const saw = (await stopsOf(plant, hall)).find(({ machine }) => machine === 'Saw 2')
  const give = (id: number | null) => plant.company.call('PUT', `/v0/status/${saw?.id}`, { status_reason_id: id })
  const stored = async () => (await stopsOf(plant, hall)).find(({ id }) => id === saw?.id)?.reason
  await page.goto(hall.path)
  await findReason(page, mine)
  await give(theirId)
  await page.keyboard.press('Enter')
  const conflict = unsaved(page).getByRole('alert')
  await expect(conflict).toContainText(`Reason “${mine}” for the stop of Saw 2 at`)
  await expect(conflict).toContainText(`not saved. Somebody gave “${theirs}” meanwhile`)
  await expect(row(page, 'Saw 2')).toContainText(theirs)
  await expect(row(page, 'Saw 2')).toContainText('not saved')
  expect(await stored()).toBe(theirs)
  expect(await violationsInAll(page, '[aria-label="Entries that are not saved"]')).toEqual([])
  await conflict.getByRole('button', { name: 'Discard mine' }).click()
  await expect(unsaved(page)).toHaveCount(0)
  expect(await stored()).toBe(theirs)
  await give(null)
  await expect(row(page, 'Saw 2')).toContainText('No reason')
  // The same on the page of the machine, with a yes.
  await page.goto(`/e/${hall.saw.equipmentId}?${hall.past.search}&stop=${saw?.id}&hidesidebar`)
  await expect(detail(page)).toContainText('Down')
  await reasonField(page).fill(mine)
  await expect(page.getByRole('option', { name: mine })).toBeVisible()
  await give(theirId)
  await page.keyboard.press('Enter')
  await expect(conflict).toContainText(`Somebody gave “${theirs}” meanwhile`)
  await conflict.getByRole('button', { name: 'Save mine' }).click()
  await expect(toast(page, 'Reason saved')).toBeVisible()
  expect(await stored()).toBe(mine)
})

test('notes written meanwhile are shown before they are replaced', async ({ signedIn: page, plant }) => {
  const hall = await hallOf(plant)
  const saw = (await stopsOf(plant, hall)).find(({ machine }) => machine === 'Saw 2')
  await page.goto(hall.path)
  await row(page, 'Saw 2').getByRole('button', { name: 'Add notes' }).click()
  await page.getByLabel('Notes on this stop').fill('My words')
  await plant.company.call('PUT', `/v0/status/${saw?.id}`, { notes: 'Their words' })
  await page.getByRole('button', { name: 'Save notes' }).click()
  const conflict = unsaved(page).getByRole('alert')
  await expect(conflict).toContainText('Notes “My words” on the stop of Saw 2')
  await expect(conflict).toContainText('Somebody wrote “Their words” meanwhile')
  await expect(row(page, 'Saw 2')).toContainText('Their words')
  await conflict.getByRole('button', { name: 'Save mine' }).click()
  await expect(row(page, 'Saw 2')).toContainText('My words')
})

test('several stops of which one got a reason meanwhile: the others are saved, that one is named and stays selected', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  const [mine, theirs] = [`Mine ${plant.tag}`, `Theirs ${plant.tag}`]
  await reasonNamed(plant, mine)
  const theirId = await reasonNamed(plant, theirs)
  const saw = (await stopsOf(plant, hall)).find(({ machine }) => machine === 'Saw 2')
  await page.goto(hall.path)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  const selected = page.getByRole('group', { name: 'Selected stops' })
  await selected.getByRole('button', { name: 'Set reason' }).click()
  await page.getByRole('combobox', { name: 'Reason of the selected stops' }).fill(mine)
  await expect(page.getByRole('option', { name: mine })).toBeVisible()
  await plant.company.call('PUT', `/v0/status/${saw?.id}`, { status_reason_id: theirId })
  await page.keyboard.press('Enter')
  await expect(toast(page, '2 saved, 1 not: Saw 2')).toBeVisible()
  await expect(selected).toContainText('1 selected')
  await expect(unsaved(page)).toContainText(`Somebody gave “${theirs}” meanwhile`)
  expect((await stopsOf(plant, hall)).map(({ reason }) => reason).toSorted()).toEqual([mine, mine, theirs])
})

test('two windows of one browser send an entry once, and both show what became of it', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const hall = await hallOf(plant)
  const name = `Once ${plant.tag}`
  await reasonNamed(plant, name)
  const sent: string[] = []
  let isLost = true
  const othersTurn = Promise.withResolvers<void>()
  await context.route('**/v0/status/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    if (isLost) return route.abort('internetdisconnected')
    sent.push((await route.request().headerValue('idempotency-key')) ?? '')
    await othersTurn.promise
    return route.continue()
  })
  await page.goto(hall.path)
  await expect(rows(page)).toHaveCount(3)
  const second = await context.newPage()
  await second.goto(hall.path)
  await expect(rows(second)).toHaveCount(3)
  await findReason(page, name)
  await page.keyboard.press('Enter')
  for (const each of [page, second]) await expect(row(each, 'Saw 2')).toContainText('not saved yet')
  isLost = false
  for (const each of [page, second]) await each.evaluate(() => dispatchEvent(new Event('online')))
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.length)
  await expect.poll(waiting).toBe(1)
  othersTurn.resolve()
  for (const each of [page, second]) {
    await expect(unsaved(each)).toHaveCount(0)
    await expect(row(each, 'Saw 2')).toContainText(name)
    await expect(table(each).getByText('not saved')).toHaveCount(0)
  }
  expect(sent).toHaveLength(1)
  await expect(toast(page, 'Reason saved')).toBeVisible()
  await expect(toast(second, 'Reason saved')).toHaveCount(0)
})
