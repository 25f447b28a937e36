import { readFile } from 'node:fs/promises'
import { MINUTE_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test } from './support/test.ts'

/** Makes a machine that ran, stopped for four minutes until three minutes ago, runs again, and sent a late stop of a minute. */
async function machineOf(plant: Plant, name: string): Promise<MadeMachine> {
  const machine = await plant.machineIn(`${name} ${plant.tag}`, plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [
    status('running', now - 12 * MINUTE_MS),
    status('down', now - 7 * MINUTE_MS),
    status('running', now - 3 * MINUTE_MS),
  ])
  await send(plant.url, machine, [status('down', now - 10 * MINUTE_MS), status('running', now - 9 * MINUTE_MS)])
  return machine
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Historical status logs' })
const rows = (page: Page): Locator => table(page).locator('tbody').getByRole('row')
const row = (page: Page, length: string): Locator => rows(page).filter({ hasText: length })
const path = ({ equipmentId }: MadeMachine): string => `/e/${equipmentId}/reports/status?period=1h&hidesidebar`

test('filter buttons All plus one per log type present; a table Status, Start Date, End Date, Duration, the newest first, row height 33 (axe)', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(path(await machineOf(plant, 'Logged')))
  await expect(rows(page)).toHaveCount(5)
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Status',
    'Start Date',
    'End Date',
    'Duration',
    'Reason',
    'Notes',
    'Restated',
  ])
  await expect(rows(page).first().getByRole('cell').first()).toHaveText('Running')
  await expect(rows(page).first().getByRole('cell').nth(2)).toHaveText('now')
  await expect(rows(page).nth(1)).toContainText(/^\s*Down.*4 m 00 s/)
  expect((await rows(page).nth(1).boundingBox())?.height).toBe(33)
  const filters = page.getByRole('group', { name: 'Status' }).getByRole('button')
  await expect(filters).toHaveText(['All 5', 'Running 3', 'Down 2'])
  await filters.filter({ hasText: 'Down' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/[?&]show=down/)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  expect(await violationsInAll(page, '.main')).toEqual([])
})

test('a restated stop says so, with before and after', async ({ signedIn: page, plant }) => {
  await page.goto(path(await machineOf(plant, 'Restated')))
  await expect(row(page, '1 m 00 s').getByText('restated')).toHaveAttribute(
    'title',
    /because data came late\.\nBefore: .*Down 4 m 00 s \(1 stop\).*\nSince then: .*Down 5 m 00 s \(2 stops\)/,
  )
  await expect(rows(page).first().getByText('restated')).toHaveCount(0)
  await row(page, '1 m 00 s').click()
  const detail = page.getByTestId('status-row')
  await detail.getByRole('button', { name: /^Restated/ }).click()
  await expect(detail.getByRole('listitem').first()).toContainText(/Before.*Down 4 m 00 s.*Since then.*Down 5 m 00 s/)
})

test(
  'a reason that is given in the report, or by another person, is in its row',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const machine = await machineOf(plant, 'Reasoned')
    const name = `Jam ${plant.tag}`
    await plant.company.call('POST', '/v0/reasons', { reason: name })
    await page.goto(path(machine))
    await row(page, '4 m 00 s').click()
    await expect(page).toHaveURL(/[?&]stop=\d+/)
    const id = new URL(page.url()).searchParams.get('stop')
    const field = page.getByTestId('status-row').getByRole('combobox', { name: 'Reason of this stop' })
    await field.fill(name)
    await page.getByRole('option', { name }).click()
    await expect(row(page, '4 m 00 s')).toContainText(name)
    await plant.company.call('PUT', `/v0/status/${id}`, { notes: 'Feeder <b>again</b>' })
    await expect(row(page, '4 m 00 s')).toContainText('Feeder <b>again</b>')
  },
)

test('export JSON/CSV of the rows shown', async ({ signedIn: page, plant }) => {
  const machine = await machineOf(plant, 'Exported')
  await page.goto(`${path(machine)}&show=down`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Export' }).click()
  const [json] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON' }).click()])
  expect(json.suggestedFilename()).toMatch(/^Exported \w+ \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d status logs\.json$/)
  const logs = JSON.parse(await readFile(await json.path(), 'utf8')) as { status: string; duration_s: number }[]
  expect(logs.map(({ status: name, duration_s }) => [name, duration_s])).toEqual([
    ['Down', 240],
    ['Down', 60],
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows(page)).toHaveCount(2)
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
})
