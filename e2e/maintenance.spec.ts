import { DAY_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { alarmOn } from './support/alarms.ts'
import { violationsInAll } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { fiveHours, ran } from './support/past.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { expect, type Plant, test } from './support/test.ts'

const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
const rows = (page: Page): Locator => page.locator('[data-maintenance]')
const row = (page: Page, words: string): Locator => rows(page).filter({ hasText: words })
const group = (page: Page, name: string): Locator => page.getByRole('group', { name })
const detail = (page: Page): Locator => page.getByRole('region', { name: 'Complete maintenance' })

/** Makes a unit of this test with two machines. */
async function hallOf(plant: Plant) {
  const name = `Hall ${plant.tag}`
  const unit = await plant.unit(name)
  const mill = await plant.machineIn(`Mill ${plant.tag}`, unit)
  const saw = await plant.machineIn(`Saw ${plant.tag}`, unit)
  return { unit, name, mill, saw, path: `/o/${unit}/pm` }
}

const calendar = (duration: number, notes: string) => ({ type: 7, args: { duration, duration_unit: 'days', notes } })
const cycles = (cycle_count: number, notes: string) => ({ type: 5, args: { cycle_count, notes } })

/** Makes maintenance by two cycles on a machine, and has it trip. */
async function overdueOn(plant: Plant, machine: MadeMachine, notes: string): Promise<number> {
  const { id } = await alarmOn(plant, machine, cycles(2, notes))
  // Each cycle is later than the alarm: one before it would not count.
  for (let sent = 0; sent < 3; sent++) await send(plant.url, machine, [{ t: Date.now(), type: 'cycle', cycle_time: 1 }])
  const read = async () =>
    (await plant.company.call<{ alarm: { tripped: boolean } }>('GET', `/v0/alarms/${id}`)).alarm.tripped
  await expect.poll(read, { timeout: 90_000 }).toBe(true)
  return id
}

test('the title has a way back; without maintenance the page says what it is, and Add New offers only types of maintenance (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const { path, unit, name } = await hallOf(plant)
  await page.goto(path)
  await expect(page).toHaveTitle(`${name} - Preventative Maintenance | Millwatch`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preventative Maintenance')
  await expect(page.getByText('No maintenance', { exact: true })).toBeVisible()
  expect(await violationsInAll(page, '.main')).toEqual([])
  await button(page.getByRole('main'), 'Add New').first().click()
  const dialog = page.getByRole('dialog', { name: 'Add alarm' })
  await dialog.getByRole('combobox', { name: 'Alarm type' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'PM cycle count',
    'PM runtime hours',
    'PM duration',
  ])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'return to previous page' }).click()
  await expect(page).toHaveURL(new RegExp(`/o/${unit}(\\?|$)`))
})

test('overdue, due within 7 days and upcoming stand by nearness; the chosen one is in the address, and choosing it again lets it go', async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill, saw } = await hallOf(plant)
  await alarmOn(plant, mill, calendar(90, 'Hydraulic oil'))
  await alarmOn(plant, saw, calendar(3, 'Light curtain'))
  await alarmOn(plant, saw, cycles(1000, 'Blade'))
  const due = await overdueOn(plant, mill, 'Way lube\nTwo shots on each side')
  await page.goto(path)
  await expect(rows(page)).toHaveCount(4)
  await expect(group(page, 'Overdue').locator('[data-maintenance]')).toContainText(['Way lube'])
  await expect(group(page, 'Overdue')).toContainText('1 over')
  await expect(group(page, 'Due within 7 days').locator('[data-maintenance]')).toContainText(['Light curtain'])
  await expect(group(page, 'Upcoming').locator('[data-maintenance]')).toContainText(['Hydraulic oil', 'Blade'])
  await expect(row(page, 'Blade')).toContainText('no date yet')
  await expect(page.getByText('4 on 2 machines · 1 overdue')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Page menu' })
  await expect(menu.getByRole('link', { name: /^Tripped: ?Preventative Maintenance/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'All-equipment history' })).toBeVisible()
  await row(page, 'Way lube').click()
  await expect(page).toHaveURL(new RegExp(`id=${due}`))
  await expect(detail(page)).toBeVisible()
  expect(await violationsInAll(page, '.main')).toEqual([])
  await page.reload()
  await expect(row(page, 'Way lube')).toHaveAttribute('aria-pressed', 'true')
  await expect(detail(page)).toBeVisible()
  await row(page, 'Way lube').click()
  await expect(page).not.toHaveURL(/id=/)
  await expect(page.getByRole('region', { name: 'All-equipment history' })).toBeVisible()
  await row(page, 'Way lube').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Light curtain')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Light curtain')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/id=/)
  await page.keyboard.press('.')
  await page.keyboard.type('blade')
  await expect(rows(page)).toHaveCount(1)
})

test('completing needs notes, works on the parts that are not skipped, and another person who was about to complete it too sees who was first', async ({
  signedIn: page,
  plant,
  browser,
  baseURL,
}) => {
  const { path, mill } = await hallOf(plant)
  const partOf = async (number: string) =>
    (await plant.company.call<{ part: { id: number } }>('POST', '/v0/parts', { number })).part.id
  const [wiper, lube] = [await partOf(`W-${plant.tag}`), await partOf(`L-${plant.tag}`)]
  const id = await overdueOn(plant, mill, 'Way lube')
  const critical_parts = [
    { id: wiper, action: 'replace', qty: 2 },
    { id: lube, action: 'refill', qty: 1 },
  ]
  await plant.company.call('PUT', `/v0/alarms/${id}`, { critical_parts })
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  await enterWithRole(other.context(), plant, 'user')
  await Promise.all([page.goto(`${path}?id=${id}`), other.goto(`${path}?id=${id}`)])
  await other.getByRole('textbox', { name: 'Notes' }).fill('I did it as well')
  const complete = detail(page).getByRole('button', { name: 'Complete Maintenance', exact: true })
  await expect(complete).toBeDisabled()
  await expect(page.getByText('Please add notes to complete this maintenance')).toBeVisible()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Wipers worn')
  await page.getByRole('spinbutton', { name: `Quantity of W-${plant.tag}` }).fill('0')
  await expect(complete).toBeDisabled()
  await page.getByRole('spinbutton', { name: `Quantity of W-${plant.tag}` }).fill('3')
  await page.getByRole('checkbox', { name: `Skip L-${plant.tag}` }).check()
  await complete.dblclick()
  await expect(toast(page, 'Alarm acknowledged')).toBeVisible()
  const history = page.getByRole('table', { name: 'History', exact: true })
  await expect(history.locator('tbody tr')).toHaveCount(1)
  await expect(history).toContainText('Wipers worn')
  await expect(history).toContainText(`W-${plant.tag} replaced ×3`)
  await expect(history).not.toContainText(`L-${plant.tag}`)
  await expect(button(detail(page), 'Complete Maintenance Early')).toBeDisabled()
  await expect(group(page, 'Overdue')).toHaveCount(0)
  await expect(other.getByRole('alert')).toContainText(/completed this maintenance at .* What you wrote is still here/)
  await expect(other.getByRole('textbox', { name: 'Notes' })).toHaveValue('I did it as well')
  await expect(button(detail(other), /Complete Maintenance/)).toBeDisabled()
  await button(other, 'Complete it again').click()
  await button(detail(other), 'Complete Maintenance Early').click()
  await expect(toast(other, 'Alarm acknowledged')).toBeVisible()
  await expect(history.locator('tbody tr')).toHaveCount(2)
  await other.context().close()
})

test('maintenance is chosen and completed by the keyboard alone', async ({ signedIn: page, plant }) => {
  const { path, mill } = await hallOf(plant)
  const id = await overdueOn(plant, mill, 'Coolant')
  await page.goto(path)
  await expect(row(page, 'Coolant')).toBeVisible()
  await page.getByRole('main').getByLabel('Search', { exact: true }).focus()
  const isOnRow = () => page.evaluate(() => document.activeElement?.closest('[data-maintenance]') !== null)
  for (let n = 0; n < 10 && !(await isOnRow()); n++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`id=${id}`))
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await expect(notes).toBeVisible()
  const isOn = (found: Locator) => found.evaluate((element) => element === document.activeElement)
  for (let n = 0; n < 30 && !(await isOn(notes)); n++) await page.keyboard.press('Tab')
  await page.keyboard.type('Coolant changed')
  const complete = detail(page).getByRole('button', { name: 'Complete Maintenance', exact: true })
  for (let n = 0; n < 10 && !(await isOn(complete)); n++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Alarm acknowledged')).toBeVisible()
  await expect(page.getByRole('table', { name: 'History', exact: true })).toContainText('Coolant changed')
})

test('a part that is removed while a completion is being written is left out of it, and the notes say so', async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill } = await hallOf(plant)
  const number = `G-${plant.tag}`
  const { part } = await plant.company.call<{ part: { id: number } }>('POST', '/v0/parts', { number })
  const id = await overdueOn(plant, mill, 'Guards')
  await plant.company.call('PUT', `/v0/alarms/${id}`, { critical_parts: [{ id: part.id, action: 'replace', qty: 1 }] })
  await page.goto(`${path}?id=${id}`)
  await page.getByRole('spinbutton', { name: `Quantity of ${number}` }).fill('2')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Guards changed')
  await plant.company.call('DELETE', `/v0/parts/${part.id}`)
  await button(detail(page), 'Complete Maintenance').click()
  await expect(toast(page, 'Alarm acknowledged')).toBeVisible()
  const history = page.getByRole('table', { name: 'History', exact: true })
  await expect(history).toContainText('Guards changed')
  await expect(history).toContainText(`Part ${number} was removed, so it was left out.`)
  await expect(history).not.toContainText(`${number} replaced`)
})

test('a completion early counts from then on, and its row stays where it is until the pointer has left the list', async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill } = await hallOf(plant)
  const id = await overdueOn(plant, mill, 'Die sharpening')
  await page.goto(path)
  await row(page, 'Die sharpening').hover()
  await plant.company.call('PUT', `/v0/alarms/${id}/ack`, { notes: 'Sharpened' })
  await expect(row(page, 'Die sharpening')).toContainText('0 of 2 cycles')
  await expect(group(page, 'Overdue').locator('[data-maintenance]')).toHaveCount(1)
  await page.mouse.move(0, 0)
  await expect(group(page, 'Upcoming').locator('[data-maintenance]')).toHaveCount(1)
})

test("'Other alerts' shows who is notified, admins edit it, and maintenance is deleted after a confirmation", async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill } = await hallOf(plant)
  const { id } = await alarmOn(plant, mill, { ...calendar(30, 'Belt tension'), subscribe_email: true })
  await page.goto(`${path}?id=${id}`)
  await button(page, 'Other alerts').click()
  const box = page.getByRole('dialog', { name: 'Other alerts' })
  await expect(box.getByRole('listitem')).toHaveCount(1)
  await expect(box.getByRole('button', { name: 'Edit subscribers' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await button(page, 'Edit other subscriptions').click()
  await expect(page.getByRole('dialog', { name: 'Subscribers' })).toBeVisible()
  await button(page, 'Done').click()
  await button(page, 'Edit Belt tension').click()
  const editor = page.getByRole('dialog', { name: 'Edit alarm' })
  await editor.getByRole('button', { name: 'Add part' }).click()
  await expect(editor.getByRole('combobox', { name: 'Part 1: action' })).toHaveValue('replace')
  await expect(editor.getByRole('spinbutton', { name: 'Part 1: quantity' })).toHaveValue('1')
  expect(await violationsInAll(page, '[role=dialog]')).toEqual([])
  await button(editor, /^Update/).click()
  await expect(toast(page, 'Alarm updated successfully')).toBeVisible()
  await button(page, 'Delete Belt tension').click()
  await expect(page.getByText('Are you sure you want to destroy this PM alarm?')).toBeVisible()
  await button(page, 'Yes').click()
  await expect(toast(page, 'Alarm destroyed')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
})

test('the history has pages of 10, and an export over a range that says when there is nothing', async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill, saw } = await hallOf(plant)
  const { id } = await alarmOn(plant, mill, calendar(30, 'Filter'))
  const { id: idle } = await alarmOn(plant, saw, calendar(30, 'Never done'))
  for (let i = 1; i <= 12; i++) {
    const { alarm } = await plant.company.call<{ alarm: { counts_from: string } }>('GET', `/v0/alarms/${id}`)
    await plant.company.call('PUT', `/v0/alarms/${id}/ack`, { notes: `Work ${i}`, counts_from: alarm.counts_from })
  }
  await page.goto(path)
  const all = page.getByRole('table', { name: 'All-equipment history' })
  await expect(all.locator('tbody tr')).toHaveCount(10)
  await button(page, 'Older').click()
  await expect(all.locator('tbody tr')).toHaveCount(2)
  const range = page.getByRole('combobox', { name: 'Range to export' })
  await expect(range.locator('option')).toHaveText([
    ...['last week', 'last month', 'last 3 months', 'last 6 months', 'last 12 months', 'all history'],
  ])
  await page.goto(`${path}?id=${idle}`)
  await range.selectOption('last week')
  await button(page, 'Export maintenance history').click()
  await button(page, 'CSV').click()
  await expect(toast(page, 'No alarm history to export for the selected range')).toBeVisible()
})

test('a person who is no admin completes maintenance, and cannot add, edit or delete it', async ({ page, plant }) => {
  const { path, mill } = await hallOf(plant)
  const { id } = await alarmOn(plant, mill, calendar(30, 'Filter'))
  await enterWithRole(page.context(), plant, 'user')
  await page.goto(`${path}?id=${id}`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Changed')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Alarm acknowledged')).toBeVisible()
  for (const name of ['Add New', 'Edit other subscriptions', 'Edit Filter', 'Delete Filter'])
    await expect(button(page, name)).toHaveCount(0)
})

test('a narrow window shows the list, then the chosen one as a page', async ({ signedIn: page, plant }) => {
  const { path, mill } = await hallOf(plant)
  await alarmOn(plant, mill, calendar(30, 'Filter'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await row(page, 'Filter').click()
  await expect(rows(page)).toHaveCount(0)
  await expect(detail(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violationsInAll(page, '.main')).toEqual([])
  await button(page, 'All maintenance').click()
  await expect(rows(page)).toHaveCount(1)
})

test('names of 120 characters and from right to left, and long notes, stay within a phone, a tablet and a desk', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`L${'o'.repeat(119)}`)
  const long = await plant.machineIn('Ω'.repeat(120), unit)
  const hebrew = await plant.machineIn('מכבש הידראולי 1', unit)
  const id = await overdueOn(plant, long, `${'W'.repeat(120)}\n${'oil '.repeat(200)}`)
  await alarmOn(plant, hebrew, calendar(3, 'שמן'))
  await page.goto(`/o/${unit}/pm?id=${id}`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('x'.repeat(4000))
  await button(detail(page), 'Complete Maintenance').click()
  await expect(toast(page, 'Alarm acknowledged')).toBeVisible()
  for (const address of [`/o/${unit}/pm?id=${id}`, `/o/${unit}/pm`, `/e/${long.equipmentId}/pm`]) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText('W'.repeat(20))
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      const inMain = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
      expect([address, width, beyond <= 0, inMain <= 0]).toEqual([address, width, true, true])
    }
  }
})

test('a projection is marked ≈ and explains its rate and its range; five days of data are needed', async ({
  signedIn: page,
  plant,
}) => {
  const { path, mill, saw } = await hallOf(plant)
  const from = Date.now() - 9 * DAY_MS
  // Every second day of the mill has six hours less, so that days differ.
  const days = Array.from({ length: 9 }, (_, day) => [
    status('running', from + day * DAY_MS),
    ...(day % 2 === 0 ? [] : [status('down', from + (day + 0.75) * DAY_MS)]),
  ])
  await send(plant.url, mill, [...days.flat(), { t: Date.now(), type: 'ping', since: from }])
  await send(plant.url, saw, [
    status('running', from + 6 * DAY_MS),
    { t: Date.now(), type: 'ping', since: from + 6 * DAY_MS },
  ])
  const runtime = (notes: string) => ({ type: 6, args: { runtime_hours: 50, notes } })
  const { id } = await alarmOn(plant, mill, runtime('Spindle belt'))
  await alarmOn(plant, saw, runtime('Blade'))
  const due = async () =>
    (await plant.company.call<{ maintenance: { due_at: string | null } }>('GET', `/v0/maintenance/${id}`)).maintenance
      .due_at
  await expect.poll(due, { timeout: 60_000 }).not.toBeNull()
  await page.goto(path)
  await expect(group(page, 'Due within 7 days').locator('[data-maintenance]')).toContainText(['Spindle belt'])
  await expect(row(page, 'Spindle belt')).toContainText(/≈ \S/)
  await expect(row(page, 'Blade')).toContainText('no date yet')
  await row(page, 'Spindle belt').click()
  await button(page, /^how\? .*date at which maintenance is due/).click()
  const how = page.getByRole('dialog', { name: /date at which maintenance is due/ })
  await expect(how).toContainText(
    /50\.0 hours are left\. The machine made (20|21|22)\.\d hours a day, on average over the past 8 whole days/,
  )
  await expect(how).toContainText(/50\.0 ÷ (20|21|22)\.\d = 2\.\d days from now/)
  await expect(how).toContainText(/in two of three cases it is due (on that day|.+ to .+)/)
  expect(await violationsInAll(page, '.main')).toEqual([])
})

test('the page of a machine has MTBF and MTTR of the period, each explains itself; its buttons stand beside the title', async ({
  signedIn: page,
  plant,
}) => {
  const { mill } = await hallOf(plant)
  const past = fiveHours()
  await ran(plant, mill, past, [[1, 2]])
  await alarmOn(plant, mill, cycles(1000, 'Oil'))
  const address = `/e/${mill.equipmentId}/pm?${past.search}`
  await page.goto(address)
  await expect(page.getByText('1 planned · 0 overdue')).toBeVisible()
  const figures = page.getByLabel('Reliability')
  await expect(figures).toContainText(/MTBF.*—.*MTTR.*—/s)
  const query = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
  const { data } = await plant.company.call<{ data: { id: number; status_id: number }[] }>(
    'GET',
    `/v0/e/${mill.equipmentId}/reports/status?${query}`,
  )
  const { reason } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', {
    ...{ reason: `Bearing ${plant.tag}`, failure: true },
  })
  const stop = data.find(({ status_id }) => status_id === 2)
  await plant.company.call('PUT', `/v0/status/${stop?.id}`, { status_reason_id: reason.id })
  await expect(figures).toContainText(/MTBF.*4\.00 h.*MTTR.*1\.00 h/s)
  await button(figures, /mean operating time between failures/).click()
  await expect(page.getByRole('dialog')).toContainText('4.00 h / 1 failure = 4.00 h')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  const [title, add] = await Promise.all([
    page.getByRole('heading', { level: 1 }).boundingBox(),
    button(page.getByRole('main'), 'Add New').first().boundingBox(),
  ])
  expect(Math.abs((title?.y ?? 0) + (title?.height ?? 0) - (add?.y ?? 0) - (add?.height ?? 0))).toBeLessThan(40)
})
