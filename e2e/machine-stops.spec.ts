import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { fiveHours, ran } from './support/past.ts'
import { expect, type Plant, test } from './support/test.ts'

const panel = (page: Page) => page.getByRole('region', { name: /^Stops, / })
const rows = (page: Page) =>
  panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** Makes a press that stood for 20 minutes, for two hours and for 30 minutes, and reasons. */
async function pressOf(plant: Plant) {
  const past = fiveHours()
  const unit = await plant.unit(`Why ${plant.tag}`)
  const press = await plant.machineIn('Press', unit)
  await ran(plant, press, past, [
    [0.5, 0.5 + 1 / 3],
    [1, 3],
    [3.5, 4],
  ])
  const name = `Tool change ${plant.tag}`
  await plant.company.call('POST', '/v0/reasons', { reason: name })
  return { press, name, path: `/e/${press.equipmentId}?${past.search}` }
}

test('why was it down: the stops of the period stand under the timeline, the longest first, the excessive marked there and on the timeline', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await pressOf(plant)
  await page.goto(path)
  await expect(panel(page)).toContainText('3 stops, 2.83 h of scheduled time')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(0)).toContainText('2 h 00 m')
  await expect(rows(page).nth(0)).toContainText('Excessive')
  await expect(rows(page).nth(1)).toContainText('30 m 00 s')
  await expect(rows(page).nth(1)).not.toContainText('Excessive')
  await expect(rows(page).nth(2)).toContainText('20 m 00 s')
  await expect(page.getByRole('img', { name: '1 excessive stop' })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: '1 excessive without a reason' })).toBeVisible()
  await expect(panel(page).getByRole('list', { name: 'Stops by reason' })).toContainText('No reason2.83 h 3×')
  expect(await violations(page)).toEqual([])
  // A length is on one line, also on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const length = panel(page).locator('[data-cards="true"]').getByText('2 h 00 m')
  await expect.poll(() => length.evaluate((text) => text.getClientRects().length)).toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await rows(page).nth(0).getByRole('button', { name: /→/ }).click()
  await expect(page).toHaveURL(/stop=\d+/)
  await expect(page.getByTestId('status-row')).toContainText('2 h 00 m')
})

test('six steps become one: a reason is given in the row of a stop, and the bar of the reason shows its stops', async ({
  signedIn: page,
  plant,
}) => {
  const { path, name } = await pressOf(plant)
  await page.goto(path)
  await panel(page).getByRole('button', { name: '1 excessive without a reason' }).click()
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('button', { name: 'No reason: give a reason' }).click()
  await page.getByRole('option', { name }).click()
  await expect(panel(page).getByRole('button', { name: 'excessive without a reason' })).toBeHidden()
  const bars = panel(page).getByRole('list', { name: 'Stops by reason' })
  await expect(bars.getByRole('listitem').first()).toContainText(`${name}2.00 h 1×`)
  await bars.getByRole('button', { name }).click()
  await expect(page).toHaveURL(/reason=/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('2 h 00 m')
  await expect(rows(page)).toContainText(name)
  await bars.getByRole('button', { name }).click()
  await expect(rows(page)).toHaveCount(3)
})
