import { bar, choose, drawer, open, period, rootOf, stepsSince, timeAt, written } from './support/period-bar.ts'
import { expect, test } from './support/test.ts'

/** Returns the date in UTC that is `days` days from now, such as `2026-11-21`. */
const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const compact = (date: string): string => date.replaceAll('-', '')

test('absolute dates: no future days, no end is the end of the start day, 00:00 and 23:59 when a day changes', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(`${rootOf(plant)}?tz=UTC`)
  await open(page)
  const show = drawer(page).getByRole('button', { name: 'Show these dates' })
  await expect(show).toBeDisabled()
  await expect(drawer(page)).toContainText('Choose a start')
  const [start, end] = [drawer(page).getByLabel('From'), drawer(page).getByLabel('To', { exact: true })]
  const day = (date: string) => drawer(page).getByRole('grid').locator(`[data-date="${date}"]`)
  await start.click()
  await expect(day(dateIn(0))).not.toHaveAttribute('aria-disabled')
  if (await day(dateIn(1)).count()) await expect(day(dateIn(1))).toHaveAttribute('aria-disabled', 'true')
  await day(dateIn(0)).click()
  await expect(start).toHaveValue(`${dateIn(0)} 00:00`)
  await start.fill(`${dateIn(0)} 06:30`)
  await start.press('Tab')
  await expect(start).toHaveValue(`${dateIn(0)} 06:30`)
  await start.fill(`${dateIn(-9)} 06:30`)
  await start.press('Tab')
  await expect(start).toHaveValue(`${dateIn(-9)} 00:00`)
  await start.fill(`${dateIn(-9)} 07:45`)
  await start.press('Tab')
  await show.click()
  await expect(page).toHaveURL(new RegExp(`from=${compact(dateIn(-9))}T0745Z&to=${compact(dateIn(-8))}T0000Z`))
  await expect(period(page)).toHaveText(/^ ?\d+\/\d+(\/\d{4})? 7:45 AM – \d+\/\d+(\/\d{4})? 12:00 AM$/)

  await open(page)
  await expect(end).toHaveValue(`${dateIn(-9)} 23:59`)
  await end.fill(`${dateIn(-8)} 12:10`)
  await end.press('Tab')
  await end.fill(`${dateIn(0)} 12:10`)
  await end.press('Tab')
  await expect(end).toHaveValue(`${dateIn(0)} 23:59`)
})

test('typed dates: a day alone ends at 23:59, a text that is no date is marked and blocks the period, Enter goes on', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(`${rootOf(plant)}?tz=UTC`)
  await open(page)
  const show = drawer(page).getByRole('button', { name: 'Show these dates' })
  const [start, end] = [drawer(page).getByLabel('From'), drawer(page).getByLabel('To', { exact: true })]
  await start.click()
  await start.pressSequentially(dateIn(-9), { delay: 40 })
  await start.press('Enter')
  await expect(start).toHaveValue(`${dateIn(-9)} 00:00`)
  await expect(drawer(page)).toBeVisible()
  await end.click()
  await end.pressSequentially('hello')
  await end.press('Tab')
  await expect(end).toHaveValue('hello')
  await expect(end).toHaveAttribute('aria-invalid', 'true')
  await expect(show).toBeDisabled()
  await expect(drawer(page)).toContainText('To: Enter a day as 2026-11-21')
  await end.fill(dateIn(1))
  await end.press('Tab')
  await expect(drawer(page)).toContainText(`To: Choose a day until ${dateIn(0)}`)
  await end.fill('')
  await end.pressSequentially(dateIn(-5), { delay: 40 })
  await end.press('Tab')
  await expect(end).toHaveValue(`${dateIn(-5)} 23:59`)
  await show.click()
  await expect(page).toHaveURL(new RegExp(`from=${compact(dateIn(-9))}T0000Z&to=${compact(dateIn(-4))}T0000Z`))
})

test('dates are clamped to now', async ({ signedIn: page, plant }) => {
  const began = Date.now()
  // Not from midnight on, so that the end has its time even when it is midnight now.
  await page.goto(`${rootOf(plant)}?tz=UTC&from=${compact(dateIn(-2))}T0130Z&to=${compact(dateIn(9))}T0000Z`)
  await expect(period(page)).toHaveText(/ 1:30 AM – .+/)
  const end = (await period(page).textContent())?.split(' – ')[1]
  const ends = stepsSince(began).map((at) => `${written(at, { month: 'numeric', day: 'numeric' })} ${timeAt(at)}`)
  expect(ends).toContain(end)
  await expect(bar(page).getByRole('button', { name: /^Later by half the period: / })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('keys and buttons: pan by half, zoom out doubles, zoom in halves, right pan only in the past', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(`${rootOf(plant)}?tz=UTC&from=20261001T0000Z&to=20261002T0000Z`)
  await expect(period(page)).toBeVisible()
  const expectPeriod = (from: string, to: string) => expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`))
  await page.keyboard.press('[')
  await expectPeriod('20260930T1200Z', '20261001T1200Z')
  await page.keyboard.press(']')
  await expectPeriod('20261001T0000Z', '20261002T0000Z')
  await bar(page).getByRole('button', { name: 'Zoom in' }).click()
  await expectPeriod('20261001T0600Z', '20261001T1800Z')
  await page.keyboard.press('-')
  await expectPeriod('20261001T0000Z', '20261002T0000Z')
  await page.keyboard.press('-')
  await expectPeriod('20260930T1200Z', '20261002T1200Z')
  await bar(page).getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page).toHaveURL(`${rootOf(plant)}?tz=UTC&from=20261001T0000Z&to=20261002T0000Z`)
  await expect(bar(page).getByRole('button', { name: 'Reset zoom' })).toBeHidden()

  await choose(page, 'Past 1 week')
  await expect(bar(page).getByRole('button', { name: /^Later by half the period: / })).toBeVisible()
  await page.keyboard.press(']')
  await page.keyboard.press('+')
  await expect(period(page)).toContainText('Past 84 hours')
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect(period(page)).toContainText('Past 2 weeks')
  await choose(page, 'Today')
  await expect(page).toHaveURL(`${rootOf(plant)}?tz=UTC&period=today`)
})
