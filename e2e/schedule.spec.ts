import { HOUR_S } from '@millwatch/domain/time'
import { signIn } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { enterAs } from './support/people.ts'
import { memberOf, toast } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

type Range = readonly [start: number, end: number, shift: number]

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Schedule', exact: true })
const day = (page: Page, name: string): Locator => panel(page).getByRole('row', { name })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Edit schedule/ })
/** The fields of a day; on that day of the week its name ends with `Today`. */
const editor = (page: Page, name: string): Locator => dialog(page).getByRole('group', { name: new RegExp(`^${name}`) })
const save = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Save' })

/** Makes a unit whose Mondays have two shifts and a break, and a machine under it. */
async function scheduled(plant: Plant, name: string): Promise<{ unitId: number; machineId: number }> {
  const unitId = await plant.unit(name)
  const { equip } = await plant.company.call<{ equip: { id: number } }>('POST', '/v0/e', {
    name: `${name} machine`,
    parent_id: unitId,
  })
  const monday: Range[] = [
    [6 * HOUR_S, 14 * HOUR_S, 1],
    [14 * HOUR_S + 1800, 22 * HOUR_S, 2],
  ]
  await plant.company.call('PUT', `/v0/o/${unitId}/schedule`, { schedule: { 1: monday } })
  return { unitId, machineId: equip.id }
}

async function scheduleOf(plant: Plant, machineId: number) {
  const path = `/v0/e/${machineId}`
  const { equip } = await plant.company.call<{
    equip: { schedule: Record<string, Range[]>; schedule_source: string }
  }>('GET', path)
  return { week: equip.schedule, source: equip.schedule_source }
}

async function edit(page: Page, machineId: number): Promise<void> {
  await page.goto(`/e/${machineId}?panel=schedule`)
  await panel(page).getByRole('button', { name: 'Edit' }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Types a time into a field and leaves it. */
async function put(page: Page, label: string, text: string): Promise<void> {
  const field = dialog(page).getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Tab')
}

test(
  'the schedule view is a table of seven days, today highlighted in the zone of the unit, each with time ranges or a dash',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { unitId, machineId } = await scheduled(plant, 'Viewed')
    await plant.company.call('PUT', `/v0/o/${unitId}`, { timezone: 'Pacific/Kiritimati' })
    await page.goto(`/o/${unitId}?panel=schedule`)
    await expect(panel(page)).toContainText('Its own schedule')
    await expect(panel(page).getByRole('rowheader')).toHaveCount(7)
    await expect(day(page, 'Monday').getByRole('listitem')).toHaveText([/First06:00–14:00/, /Second14:30–22:00/])
    await expect(day(page, 'Tuesday')).toContainText('—')
    await expect(panel(page)).not.toContainText('Nothing is scheduled')
    const there = new Intl.DateTimeFormat('en-US', { timeZone: 'Pacific/Kiritimati', weekday: 'long' }).format(
      new Date(),
    )
    await expect(panel(page).locator('tr[aria-current="date"]')).toContainText(there)
    await plant.company.call('PUT', `/v0/e/${machineId}/schedule`, { schedule: {} })
    await page.goto(`/e/${machineId}?panel=schedule`)
    await expect(panel(page)).toContainText(
      'Nothing is scheduled: no shift is running at any time, and utilization is ∞.',
    )
    await plant.company.call('PUT', `/v0/e/${machineId}/schedule`, { schedule: null })
    await page.reload()
    await expect(panel(page)).toContainText('Inherited from Viewed')
  },
)

test('an edit button for admins only; shifts in the colours that the person has chosen', async ({
  page,
  context,
  plant,
}) => {
  const { machineId } = await scheduled(plant, 'Looked at')
  const looker = await memberOf(plant, 'Looker', 'user')
  const self = await signIn(plant.url, looker.username, looker.password)
  await self.call('PUT', `/v0/users/${looker.id}`, { shiftColors: { 1: '#123456' } })
  await enterAs(context, plant.url, looker)
  await page.goto(`/e/${machineId}?panel=schedule`)
  await expect(day(page, 'Monday')).toContainText('06:00–14:00')
  await expect(panel(page)).toContainText('An admin changes it.')
  await expect(panel(page).getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(day(page, 'Monday').locator('.shift-mark').first()).toHaveCSS('background-color', 'rgb(18, 52, 86)')
})

test('editing an inherited schedule warns and makes it self; Inherit from parent sends null and reverts it', async ({
  signedIn: page,
  plant,
}) => {
  const { machineId } = await scheduled(plant, 'Followed')
  await edit(page, machineId)
  await expect(dialog(page).getByRole('note')).toContainText('inherited from Followed')
  await expect(dialog(page).getByRole('button', { name: 'Inherit from parent' })).toHaveCount(0)
  await dialog(page).getByLabel('Monday, range 1, shift').selectOption('Third')
  await save(page).click()
  await expect(toast(page, 'Schedule updated')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(panel(page)).toContainText('Its own schedule')
  await expect(day(page, 'Monday').getByRole('listitem').first()).toHaveText(/^Third/)
  expect((await scheduleOf(plant, machineId)).source).toBe('self')
  await panel(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByRole('button', { name: 'Inherit from parent' }).click()
  const question = page.getByRole('dialog', { name: 'Inherit from parent?' })
  await question.getByRole('button', { name: 'Inherit from parent' }).click()
  await expect(panel(page)).toContainText('Inherited from Followed')
  expect((await scheduleOf(plant, machineId)).source).toBe('Followed')
})

test('axe finds nothing in the view and the modal, in both themes', async ({ signedIn: page, plant }) => {
  const { machineId } = await scheduled(plant, 'Accessible schedule')
  await page.goto(`/e/${machineId}?panel=schedule`)
  await expect(day(page, 'Monday')).toContainText('06:00–14:00')
  expect(await violationsInAll(page, '.page-panel')).toEqual([])
  await panel(page).getByRole('button', { name: 'Edit' }).click()
  await put(page, 'Monday, range 2, end', '06:00')
  await editor(page, 'Monday').getByRole('button', { name: 'Copy Monday to…' }).click()
  const tuesday = page.getByRole('group', { name: 'Copy Monday to' }).getByRole('button', { name: 'Tue' })
  const before = (await tuesday.boundingBox())?.width
  await tuesday.click()
  await expect(tuesday).toHaveAttribute('aria-pressed', 'true')
  expect((await tuesday.boundingBox())?.width, 'a pressed day keeps its width').toBe(before)
  expect(await violationsInAll(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel(page).getByRole('button', { name: 'Edit' })).toBeFocused()
})
