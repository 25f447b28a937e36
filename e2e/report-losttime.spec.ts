import { readFile } from 'node:fs/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { compact } from './support/past.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test } from './support/test.ts'

/**
 * Makes a unit with a press that starts 38 minutes late on the day before yesterday and stops 5 minutes early, a saw that never
 * runs that day, and a lathe without shifts. The first shift lasts from 6:00 to 14:00 UTC.
 */
async function hallWithShifts(
  plant: Plant,
  shifts: readonly (readonly [from: number, to: number, shift: number])[] = [[6 * 3600, 14 * 3600, 1]],
): Promise<{ unit: number; path: string; day: string }> {
  const unit = await plant.unit(`Lost ${plant.tag}`)
  await plant.company.call('PUT', `/v0/o/${unit}`, { timezone: 'UTC' })
  const week = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, shifts]))
  await plant.company.call('PUT', `/v0/o/${unit}/schedule`, { schedule: week })
  const [press, saw, lathe] = [
    await plant.machineIn('Press', unit),
    await plant.machineIn('Saw', unit),
    await plant.machineIn('Lathe', unit),
  ]
  await plant.company.call('PUT', `/v0/e/${lathe.equipmentId}/schedule`, { schedule: {} })
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
  const at = (hours: number) => midnight + hours * HOUR_MS
  const alive = { t: Date.now(), type: 'ping' as const, since: at(0) }
  await send(plant.url, press, [
    status('down', at(0)),
    status('running', at(6) + 38 * MINUTE_MS),
    status('down', at(14) - 5 * MINUTE_MS),
    alive,
  ])
  await send(plant.url, saw, [status('down', at(0)), alive])
  const search = `from=${compact(at(-24 * 20))}&to=${compact(at(24))}`
  return { unit, path: `/o/${unit}/reports/losttime?${search}`, day: new Date(midnight).toISOString().slice(0, 10) }
}

const dates = (page: Page) => page.getByRole('tablist', { name: 'Dates' })
const chosen = (page: Page) => dates(page).getByRole('tab', { selected: true })
const line = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test(
  'shows a chart of lost minutes per date per shift and a table of start and end times, and says how the sum is computed',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { path } = await hallWithShifts(plant)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Lost Time Report' })).toBeVisible()
    await expect(chosen(page)).toHaveAccessibleName(/: 523 m lost, 1st shift 523 m$/)
    await expect(line(page, 'Saw')).toContainText('480 m')
    await expect(line(page, 'Press')).toContainText('+38 m')
    await expect(line(page, 'Press')).toContainText('−5 m')
    await expect(line(page, 'Press').locator('[data-kind]').first()).toHaveAttribute('data-kind', 'excessive')
    for (const sum of ['these dates', 'the date']) {
      await page.getByRole('button', { name: `how? The lost time of ${sum}` }).click()
      await expect(page.getByTestId('lost-formula')).toHaveText('8 h 38 m + 5 m = 8 h 43 m')
      await expect(page.getByRole('dialog')).toContainText('Counted: 2 shifts of 2 machines.')
      await expect(page.getByRole('dialog')).toContainText('1 machine without shifts on the schedule')
      await page.keyboard.press('Escape')
    }
    const exceptions = page.getByRole('region', { name: 'Report has exceptions' })
    await expect(exceptions.getByRole('link', { name: 'Lathe' })).toBeVisible()
    await exceptions.getByRole('link', { name: 'Open schedule' }).click()
    await expect(page).toHaveURL(/panel=schedule/)
  },
)

test('shows dates in groups of ten; arrow keys move the chosen date, which is in the address', async ({
  signedIn: page,
  plant,
}) => {
  const { path, day } = await hallWithShifts(plant)
  await page.goto(path)
  await expect(dates(page).getByRole('tab')).toHaveCount(10)
  await expect(page.getByText('12 – 21 of 21 dates')).toBeVisible()
  await chosen(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chosen(page)).toHaveAccessibleName(/: no shifts$/)
  await expect(chosen(page)).toBeFocused()
  await expect(page).toHaveURL(/date=/)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`date=${day}`))
  await page.keyboard.press('PageUp')
  await expect(page.getByText('2 – 11 of 21 dates')).toBeVisible()
  await expect(chosen(page)).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByText('12 – 21 of 21 dates')).toBeVisible()
  await expect(chosen(page)).toBeFocused()
  await page.getByRole('button', { name: 'Ten dates earlier' }).click()
  await expect(page.getByText('2 – 11 of 21 dates')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 – 11 of 21 dates')).toBeVisible()
})

test("the tabs All shifts, First, Second and Third shift set the header's shift and follow it, and an export has the shown rows", async ({
  signedIn: page,
  plant,
}) => {
  const { path, day } = await hallWithShifts(plant)
  await page.goto(path)
  await page.getByRole('tab', { name: 'Second shift' }).click()
  await expect(page).toHaveURL(/shift=2/)
  await expect(page.getByText('No lost time records found')).toBeVisible()
  await page.goto(`${path}&shift=1`)
  await expect(page.getByRole('tab', { name: 'First shift' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Lost .* lost time\.json$/)
  const rows = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>[]
  const ofDay = rows.filter(({ date }) => date === day).map((row) => [row.equipment, row.shift, row.late_start_s])
  expect(ofDay).toEqual(
    expect.arrayContaining([
      ['Press', 1, 2280],
      ['Saw', 1, 28_800],
    ]),
  )
})

test('fits a phone as cards, one shift at a time', async ({ signedIn: page, plant }) => {
  const { path } = await hallWithShifts(plant)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await expect(line(page, 'Press')).toContainText('+38 m')
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('prints all shifts of the date side by side in landscape, in A4 and in Letter, also from a narrow window', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallWithShifts(plant, [
    [6 * 3600, 14 * 3600, 1],
    [14 * 3600, 22 * 3600, 2],
  ])
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(path)
  await expect(page.getByRole('button', { name: '2nd shift' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader')).toHaveCount(6)
  for (const [format, size] of [
    ['A4', /MediaBox \[0 0 84\d[\d.]* 59\d/],
    ['Letter', /MediaBox \[0 0 792 612/],
  ] as const) {
    const pdf = (await page.pdf({ format, landscape: true })).toString('latin1')
    expect(pdf).toMatch(size)
  }
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('is accessible', async ({ signedIn: page, plant }) => {
  const { path } = await hallWithShifts(plant)
  await page.goto(path)
  await expect(line(page, 'Press')).toContainText('+38 m')
  expect(await violationsInAll(page)).toEqual([])
})
