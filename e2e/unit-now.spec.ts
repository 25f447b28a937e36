import type { Locator, Page } from '@playwright/test'
import { alarmOn, report, tripped } from './support/alarms.ts'
import { violations } from './support/axe.ts'
import { fiveHours, ran } from './support/past.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

/** Makes a press that stood for two of five hours without a reason, and a saw that ran for all of them. */
async function hallOf(plant: Plant) {
  const past = fiveHours()
  const unit = await plant.unit('Needy')
  const [press, saw] = await Promise.all([plant.machineIn('Press', unit), plant.machineIn('Saw', unit)])
  await ran(plant, press, past, [[1, 3]])
  await ran(plant, saw, past, [])
  return { unit, press, saw, path: `/o/${unit}?${past.search}` }
}

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
const now = (page: Page) => page.getByRole('region', { name: 'Now' })

test('a strip counts the machines by what they do now, and each number leads to them', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant)
  await page.goto(path)
  await expect(now(page)).toContainText('Scheduled 2')
  await now(page).getByRole('link', { name: '2 running' }).click()
  await expect(page).toHaveURL(/tab=equipment.*status=running.*scheduled=1/)
  await expect(page.locator('.tile')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Scheduled 2' })).toHaveAttribute('aria-pressed', 'true')
})

test('stops without a reason and machines under 80 % need attention, and lead to where it is dealt with', async ({
  signedIn: page,
  plant,
}) => {
  const { path, unit } = await hallOf(plant)
  await page.goto(path)
  await expect(attention(page)).toContainText('1 excessive stop has no reason · 2.00 h of this period')
  await expect(attention(page)).toContainText(/1 machine under 80 % · lowest .?Press/)
  expect(await violations(page)).toEqual([])
  await attention(page)
    .getByRole('link', { name: /1 excessive stop has no reason/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/o/${unit}/reports/downtime.*shown=unexplained`))
})

test(
  'a tripped alarm is named with its machine before all else, leads to itself, and is gone within a second of its end',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { path, press } = await hallOf(plant)
    const alarm = await alarmOn(plant, press)
    await page.goto(path)
    await expect(attention(page)).toContainText('1 excessive stop has no reason')
    await expect(attention(page)).not.toContainText('Temperature')
    await tripped(plant, press, alarm)
    const first = attention(page).getByRole('listitem').first()
    await expect(first).toHaveText(/Press.* Temperature above 60\s°C · since\s.*\d:\d\d.* \(\d+\s[sm]\)/)
    const sizeOf = (line: Locator) =>
      line.getByRole('link').evaluate((link) => Number.parseFloat(getComputedStyle(link).fontSize))
    expect(await sizeOf(first)).toBeGreaterThan(await sizeOf(attention(page).getByRole('listitem').last()))
    expect(await violations(page)).toEqual([])
    await first.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/e/${press.equipmentId}/alarms\\?.*alarm=${alarm.id}`))
    await page.goBack()
    await report(plant, press, 20)
    await expect(attention(page)).not.toContainText('Temperature')
  },
)

test('lost hours stand by reason, those without one as No reason', async ({ signedIn: page, plant }) => {
  const { path } = await hallOf(plant)
  await page.goto(path)
  const lost = page.getByRole('region', { name: 'Lost hours' })
  await expect(lost.getByRole('listitem')).toHaveText(['No reason2.00 h 1×'])
  await expect(lost).toContainText('Sum 2.00 h, 1 stop')
})

test('the figure is compared with the period of the same length before', async ({ signedIn: page, plant }) => {
  const { unit } = await hallOf(plant)
  const past = fiveHours()
  const lastHour = `from=${past.compact(past.at(3))}&to=${past.compact(past.at(5))}`
  await page.goto(`/o/${unit}?${lastHour}`)
  // The two hours before: the press stood, the saw ran.
  await expect(page.getByTestId('change')).toHaveText('+50.0 points against the 2 h 00 m before')
})

test('the target of a unit is a setting, 80 % unless set, by which machines need attention', async ({
  signedIn: page,
  plant,
}) => {
  const { path, unit } = await hallOf(plant)
  await page.goto(path)
  await expect(attention(page)).toContainText(/1 machine under 80 %/)
  await page.goto(`${path}&panel=configuration`)
  const form = page.getByRole('form', { name: 'Org unit configuration' })
  const target = form.getByLabel('Target of utilization, %')
  await expect(target).toHaveAttribute('placeholder', 'Inherited (80)')
  await target.fill('120')
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(form).toContainText('A percentage from 1 to 100, or nothing')
  await target.fill('50')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(attention(page)).not.toContainText('under')
  const { orgUnits } = await plant.company.call<{ orgUnits: { id: number; actual_target_pct: number }[] }>(
    'GET',
    '/v0/company/o',
  )
  expect(orgUnits.find(({ id }) => id === unit)?.actual_target_pct).toBe(50)
})
