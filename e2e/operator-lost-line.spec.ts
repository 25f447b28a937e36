import type { Page } from '@playwright/test'
import {
  openOperator,
  overlay,
  reasonButton,
  reasonsStored,
  rowsOf,
  running,
  startRun,
  storedRuns,
  storedStops,
  twoStops,
  workedMachine,
} from './support/operator-screen.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

/** Waits until the service worker keeps the page, and this browser what it shows. */
async function keptForReload(page: Page): Promise<void> {
  const isKept = async (): Promise<boolean> => {
    const names = await caches.keys()
    return names.length === 1 && localStorage.getItem('millwatch.operator-page')?.includes('"reasons"') === true
  }
  await expect.poll(() => page.evaluate(isKept)).toBe(true)
}

test(
  'works through a lost line: entries survive a reload, are shown as not saved, and are stored once and in order',
  EVERYDAY,
  async ({ signedIn: page, context, plant }) => {
    const worked = await workedMachine(plant, 'Cut off', twoStops)
    await startRun(plant, worked)
    await openOperator(page, worked)
    await expect(rowsOf(page)).toHaveCount(2)
    await keptForReload(page)
    await context.setOffline(true)
    await overlay(page).getByRole('textbox', { name: 'Notes on this stop' }).fill('Line was cut')
    await reasonButton(page, plant, 'Setup').click()
    await expect(rowsOf(page).first()).toContainText('not saved yet')
    await expect(rowsOf(page)).toHaveCount(1, { timeout: 10_000 })
    await overlay(page).getByRole('button', { name: 'Later' }).click()
    for (const parts of [1, 2]) {
      await page.getByRole('button', { name: '+1 Scrap' }).click()
      await expect(page.getByTestId('operator-scrap')).toHaveText(`${parts} scrapped (${parts} not saved yet)`)
    }
    await expect(page.getByText('4 entries not saved yet')).toBeVisible()
    await page.reload()
    await expect(page.getByTestId('operator-status')).toHaveText('Down')
    await expect(page.getByText('4 entries not saved yet')).toBeVisible()
    await expect(page.getByTestId('operator-scrap')).toHaveText('2 scrapped (2 not saved yet)')
    await overlay(page).getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'click to update / end' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End run' }).click()
    await expect(page.getByText('End of the run: not saved yet')).toBeVisible()
    expect(await reasonsStored(plant, worked)).toEqual([null, null])
    await context.setOffline(false)
    await expect(page.getByText(/not saved yet/)).toHaveCount(0, { timeout: 30_000 })
    const stops = await storedStops(plant, worked)
    expect(stops.map(({ reason, notes }) => [reason, notes])).toEqual([
      [null, null],
      [`Setup ${plant.tag}`, 'Line was cut'],
    ])
    const [run] = await storedRuns(plant, worked)
    expect([run?.scrap_qty, run?.ended_at === null]).toEqual([2, false])
    // Nothing of the API is in the cache of the service worker.
    const cached = await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    })
    expect(cached.filter((path) => !/^\/($|assets\/|theme\.js|support\.js|favicon\.svg)/.test(path))).toEqual([])
  },
)

test('an answer that got lost on the way back counts nothing twice', async ({ signedIn: page, plant }) => {
  const worked = await workedMachine(plant, 'Answerless', running)
  await startRun(plant, worked)
  let lost = 0
  // The route is set before the page opens, because requests of a page that its service worker takes over later may miss it.
  await page.route('**/addScrap', async (route) => {
    await route.fetch()
    lost += 1
    if (lost < 3) await route.abort()
    else await route.continue()
  })
  await openOperator(page, worked)
  await page.getByRole('button', { name: '+1 Scrap' }).click()
  await expect(page.getByTestId('operator-scrap')).toHaveText('1 scrapped', { timeout: 30_000 })
  expect(lost).toBe(3)
  expect((await storedRuns(plant, worked))[0]?.scrap_qty).toBe(1)
})

test('two tablets on one machine: what the other one gave meanwhile is replaced only if the person wants it', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const worked = await workedMachine(plant, 'Shared', twoStops)
  await openOperator(page, worked)
  await expect(rowsOf(page)).toHaveCount(2)
  await context.setOffline(true)
  await reasonButton(page, plant, 'Setup').click()
  await expect(page.getByText('1 entry not saved yet')).toBeAttached()
  const [, current] = await storedStops(plant, worked)
  const give = (reason: string) =>
    plant.company.call('PUT', `/v0/status/${current?.id}`, { status_reason_id: worked.reasons.get(reason) })
  await give('Coolant')
  await context.setOffline(false)
  const conflict = page.getByRole('alert').filter({ hasText: `Somebody gave “Coolant ${plant.tag}” meanwhile` })
  await expect(conflict).toBeVisible({ timeout: 30_000 })
  expect(await reasonsStored(plant, worked)).toEqual([null, `Coolant ${plant.tag}`])
  await overlay(page).getByRole('button', { name: 'Later' }).click()
  await conflict.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(() => reasonsStored(plant, worked)).toEqual([null, `Setup ${plant.tag}`])
  await expect(conflict).toHaveCount(0)
})
