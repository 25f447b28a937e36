import { readFile } from 'node:fs/promises'
import { MINUTE_MS } from '@millwatch/domain/time'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { cycles, send } from './support/device.ts'
import { enterWithRole } from './support/setup.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test } from './support/test.ts'

interface Hall {
  readonly unitId: number
  readonly unit: string
  readonly machines: Readonly<Record<'press' | 'saw', number>>
  readonly end: (runId: number) => Promise<unknown>
  /** Id of the run that is still going on, on the saw. */
  readonly goingOn: number
  readonly tag: (name: string) => string
}

/**
 * Makes a unit with two machines. Press: 10 of 10 cycles, two parts each, then an indefinite run of 6 cycles. Saw: 4 of 8
 * parts, then a run that is still going on.
 */
async function hallOf(plant: Plant): Promise<Hall> {
  const unit = `Runs ${plant.tag}`
  const unitId = await plant.unit(unit)
  const [press, saw] = await Promise.all(['Press 1', 'Saw 2'].map((name) => plant.machineIn(name, unitId)))
  if (press === undefined || saw === undefined) throw new Error('There are no machines')
  const now = Date.now()
  const { call } = plant.company
  const tag = (name: string): string => `${name} ${plant.tag}`
  const end = (id: number) => call.call(plant.company, 'PUT', `/v0/runs/${id}/end`, {})
  const start = async (equipId: number, name: string, minutesAgo: number | null, more: object): Promise<number> => {
    const { tag: made } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: tag(name) })
    const startedAt = minutesAgo === null ? {} : { startedAt: new Date(now - minutesAgo * MINUTE_MS).toISOString() }
    const body = { equipId, tags: [made.id], ...startedAt, ...more }
    return (await plant.company.call<{ run: { id: number } }>('POST', '/v0/runs', body)).run.id
  }
  await start(press.equipmentId, 'Bezel', 120, { cyclesTotal: 10, partsPerCycle: 2 })
  await send(plant.url, press, cycles(10, 60, now - 100 * MINUTE_MS))
  const endless = await start(press.equipmentId, 'Endless', 60, {})
  await send(plant.url, press, cycles(6, 60, now - 40 * MINUTE_MS))
  await end(endless)
  const half = await start(saw.equipmentId, 'Half', 90, { cyclesTotal: 8, partsPerCycle: 1 })
  await send(plant.url, saw, cycles(4, 60, now - 70 * MINUTE_MS))
  await end(half)
  const goingOn = await start(saw.equipmentId, 'Present', null, { cyclesTotal: 5, partsPerCycle: 1 })
  return { unitId, unit, machines: { press: press.equipmentId, saw: saw.equipmentId }, end, goingOn, tag }
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Historical runs' })
const row = (page: Page, words: string): Locator => table(page).getByRole('row').filter({ hasText: words })
const bars = (page: Page): Locator => page.getByRole('group', { name: 'Runs by machine' }).getByRole('button')
const bar = (page: Page, words: string): Locator => bars(page).filter({ hasText: words })
const path = (unitId: number): string => `/o/${unitId}/reports/runs?period=3h&hidesidebar`

test('a report of runs: Equipment, Start Date, End Date, Duration, Tag(s), # Parts Desired, # Parts Actual; hover and click lead from bar to row (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  await page.goto(path(hall.unitId))
  await expect(page).toHaveTitle(new RegExp(`^${hall.unit} - Historical Runs Report`))
  await expect(page.getByRole('link', { name: 'return to previous page' })).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Equipment',
    'Start Date',
    /^End Date/,
    'Duration',
    'Tag(s)',
    '# Parts Desired',
    '# Parts Actual',
    'Actual of desired',
  ])
  const date = /\d+\/\d+ \d+:\d\d [AP]M/
  await expect(row(page, 'Bezel').getByRole('cell')).toHaveText([
    'Press 1',
    date,
    date,
    '20 m 00 s',
    hall.tag('Bezel'),
    '20',
    '20',
    '100.0 %',
  ])
  await expect(row(page, 'Endless').getByRole('cell').nth(5)).toHaveText('∞')
  await expect(row(page, 'Half').getByRole('cell').nth(7)).toHaveText('50.0 %')
  // A run that is still going on is drawn, and not in the table.
  await expect(table(page).getByRole('row')).toHaveCount(4)
  await expect(bars(page)).toHaveCount(4)
  await expect(page.getByTestId('of-desired')).toHaveText('85.7 %')
  await row(page, 'Half').hover()
  await expect(bar(page, 'Half')).toHaveAttribute('data-lit', 'true')
  await bar(page, 'Bezel').hover()
  await expect(row(page, 'Bezel')).toHaveAttribute('data-lit', 'true')
  await expect(bar(page, 'Half')).toHaveAttribute('data-lit', 'false')
  await bar(page, 'Half').click()
  await expect(row(page, 'Half')).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(/[?&]run=\d+/)
  expect(await violationsInAll(page, '.main')).toEqual([])
})

test('a click on a bar scrolls to its row, also by keyboard, and clears a filter that hides it', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto(path(hall.unitId))
  await page.getByRole('button', { name: 'Below quantity 1' }).click()
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/[?&]show=below/)
  await bar(page, 'Bezel').focus()
  await page.keyboard.press('ArrowRight')
  await expect(bar(page, 'Endless')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Endless')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, 'Endless')).toBeInViewport()
  await page.keyboard.press('.')
  await page.keyboard.type('saw')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(row(page, 'Half')).toBeVisible()
})

test(
  'a run that another person ends comes into the table without a reload',
  EVERYDAY,
  async ({ page, context, plant }) => {
    const hall = await hallOf(plant)
    await enterWithRole(context, plant, 'user')
    const joined = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => /"joined",\{"room":"company:/.test(String(payload))),
      )
    await page.goto(path(hall.unitId))
    await expect(row(page, 'Half')).toBeVisible()
    await joined
    await expect(row(page, 'Present')).toHaveCount(0)
    await hall.end(hall.goingOn)
    await expect(row(page, 'Present')).toBeVisible()
  },
)

test('export JSON/CSV: entity, dates, one row for each run shown, times in ISO 8601', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  await page.goto(`/e/${hall.machines.press}/reports/runs?period=3h`)
  await expect(table(page).getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Export' }).click()
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(csv.suggestedFilename()).toMatch(/^Press 1 \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d runs\.csv$/)
  const [head, ...lines] = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(head).toBe('equipment,started_at,ended_at,duration_s,tags,parts_desired,parts_actual,actual_of_desired_pct')
  expect(lines).toHaveLength(2)
  const iso = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'
  expect(lines[1]).toMatch(new RegExp(`^Press 1,${iso},${iso},1200,${hall.tag('Bezel')},20,20,100$`))
})

test('nothing is wider than the window on a phone and a tablet; a phone has the bars of one machine', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  for (const [width, drawn] of [
    [390, 2],
    [768, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(path(hall.unitId))
    await expect(row(page, 'Bezel')).toBeVisible()
    await expect(bars(page)).toHaveCount(drawn)
    await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
  }
})
