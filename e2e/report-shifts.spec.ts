import { DAY_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { enterWithRole } from './support/setup.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test } from './support/test.ts'

interface Hall {
  readonly unit: number
  readonly machines: readonly MadeMachine[]
  readonly path: string
}

/** Makes a unit in UTC without scheduled time, with two machines. */
async function hallOf(plant: Plant, name: string): Promise<Hall> {
  const unit = await plant.unit(`${name} ${plant.tag}`)
  await plant.company.call('PUT', `/v0/o/${unit}`, { timezone: 'UTC' })
  await plant.company.call('PUT', `/v0/o/${unit}/schedule`, { schedule: {} })
  const machines = [await plant.machineIn('Lathe', unit), await plant.machineIn('Press', unit)]
  return { unit, machines, path: `/o/${unit}/reports/shifts` }
}

/** Now when the tests began, so that no midnight comes between two days. */
const BEGAN = Date.now()

/** Returns the day so many days after the day on which the tests began: `2026-11-21`. */
const day = (days: number): string => new Date(BEGAN + days * DAY_MS).toISOString().slice(0, 10)
const iso = (days: number, time: string): string => `${day(days)}T${time}:00.000Z`

/** Inserts a shift on machines and waits until the job has ended. */
async function insert(plant: Plant, machines: readonly MadeMachine[], days: number, start: string, end: string) {
  const equipIds = machines.map(({ equipmentId }) => equipmentId)
  const wanted = { equipIds, shift: 1, start: iso(days, start), end: iso(days, end) }
  const { job } = await plant.company.call<{ job: { id: number } }>('POST', '/v0/shifts/bulkInsert', { insert: wanted })
  const state = async () =>
    (await plant.company.call<{ job: { state: string } }>('GET', `/v0/jobs/${job.id}`)).job.state
  await expect.poll(state, { intervals: [20] }).toBe('finished')
}

/** Returns the shift history of a unit as machine, number, start and end. */
async function history(plant: Plant, unit: number): Promise<string[]> {
  const query = `startDate=${iso(-10, '00:00')}&endDate=${iso(2, '00:00')}`
  const path = `/v0/o/${unit}/reports/shifts?${query}`
  const { shifts } = await plant.company.call<{ shifts: [number, number, number, number, number][] }>('GET', path)
  const text = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)
  return shifts.map(([start, end, shift]) => `${shift} ${text(start)} ${text(end)}`)
}

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Edit shifts' })
const shifts = (page: Page): Locator => page.locator('[data-shift]')

async function fill(page: Page, label: string, text: string): Promise<void> {
  await panel(page).getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.keyboard.press('Tab')
}

test(
  'inserts a shift on all machines by keyboard alone; Cancel leaves insert mode',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { unit, path } = await hallOf(plant, 'Keyboard')
    await page.goto(path)
    const toggle = panel(page).getByRole('button', { name: 'Insert shift' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(panel(page).getByRole('button', { name: 'Submit New Shift' })).toBeDisabled()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel('Shift', { exact: true })).toHaveValue('2')
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${day(-1)} 06:02`)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${day(-1)} 14:00`)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: 'Press' })).toBeChecked()
    const submit = panel(page).getByRole('button', { name: 'Submit New Shift' })
    while (!(await submit.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Are you sure you want to insert this shift?' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Shift history management job submitted')).toBeVisible()
    await expect(shifts(page)).toHaveCount(2)
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    // Times are in steps of 5 minutes.
    expect(await history(plant, unit)).toEqual(Array(2).fill(`2 ${day(-1)}T06:00 ${day(-1)}T14:00`))
    await toggle.click()
    await panel(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(panel(page).getByRole('button', { name: 'Select All Matching' })).toBeVisible()
  },
)

test('refuses a shift that overlaps, with the reason, and changes nothing', async ({ signedIn: page, plant }) => {
  const { unit, machines, path } = await hallOf(plant, 'Overlap')
  await insert(plant, machines.slice(0, 1), -1, '06:00', '14:00')
  await page.goto(path)
  await expect(shifts(page)).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Insert shift' }).click()
  await fill(page, 'Start', `${day(-1)} 13:00`)
  await fill(page, 'End', `${day(-1)} 20:00`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await panel(page).getByRole('button', { name: 'Submit New Shift' }).click()
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    `Overlaps with the first shift of Lathe from ${day(-1)} 06:00 to ${day(-1)} 14:00 (UTC). Nothing was changed`,
  )
  await expect(shifts(page)).toHaveCount(1)
  await expect(panel(page).getByRole('button', { name: 'Submit New Shift' })).toBeEnabled()
  expect(await history(plant, unit)).toEqual([`1 ${day(-1)}T06:00 ${day(-1)}T14:00`])
})

test('changes all matching shifts: staged edits are pending, a changed time keeps the day of each, and the selection clears', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, machines, path } = await hallOf(plant, 'Update')
  await insert(plant, machines, -2, '06:00', '14:00')
  await insert(plant, machines.slice(0, 1), -1, '06:00', '14:00')
  await page.goto(path)
  await expect(shifts(page)).toHaveCount(3)
  const submit = panel(page).getByRole('button', { name: 'Submit Shift Updates' })
  await expect(submit).toBeDisabled()
  await shifts(page).first().click()
  await panel(page).getByRole('button', { name: 'Select All Matching' }).click()
  await expect(panel(page)).toContainText('2 shifts of 2 machines selected')
  await shifts(page).nth(1).focus()
  await page.keyboard.press('Space')
  await expect(panel(page)).toContainText('3 shifts of 2 machines selected')
  await fill(page, 'End', `${day(-2)} 15:30`)
  await expect(page.locator('[data-state=staged]')).toHaveCount(3)
  await submit.click()
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to submit the updated shifts?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Shift Updates' }).click()
  await expect(panel(page)).not.toContainText('selected')
  await expect(page.locator('[data-state=staged]')).toHaveCount(0)
  expect(await history(plant, unit)).toEqual([
    `1 ${day(-2)}T06:00 ${day(-2)}T15:30`,
    `1 ${day(-1)}T06:00 ${day(-1)}T15:30`,
    `1 ${day(-2)}T06:00 ${day(-2)}T15:30`,
  ])
  await shifts(page).first().click()
  await panel(page).getByRole('button', { name: 'Delete Selected Shifts' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the selected shifts?' })
  await question.getByRole('button', { name: 'Delete Selected Shifts' }).click()
  await expect(shifts(page)).toHaveCount(2)
  expect(await history(plant, unit)).toHaveLength(2)
})

test('others than admins see it read-only, also on a phone', async ({ context, page, plant }) => {
  const { machines, path } = await hallOf(plant, 'Read')
  await insert(plant, machines, 1, '06:00', '14:00')
  await enterWithRole(context, plant, 'user')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Shift History Report' })).toBeVisible()
  // The history reaches through tomorrow.
  await expect(page.getByRole('img', { name: /^Press: 1st shift, .*8 h 00 m$/ })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('is accessible', async ({ signedIn: page, plant }) => {
  const { machines, path } = await hallOf(plant, 'Axe')
  await insert(plant, machines, -1, '06:00', '14:00')
  await page.goto(path)
  await shifts(page).first().click()
  expect(await violationsInAll(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Insert shift' }).click()
  expect(await violationsInAll(page)).toEqual([])
})
