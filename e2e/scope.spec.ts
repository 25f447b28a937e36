import { DAY_MS } from '@millwatch/domain/time'
import { withNewPassword } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { addMember, enterAs } from './support/people.ts'
import { bar, choose, drawer, open, period, rootOf, stepsSince, timeAt, written } from './support/period-bar.ts'
import { quiet } from './support/requests.ts'
import { mostRestyled } from './support/styles.ts'
import { beyondWindow, EVERYDAY, expect, test } from './support/test.ts'

const search = (page: Page): string => decodeURIComponent(new URL(page.url()).search)

const YEAR = { year: 'numeric' } as const

/** Returns the text of the bar about the start of a period of a week that was read at an instant (epoch ms). */
function weekAgo(read: number): string {
  const from = read - 7 * DAY_MS
  const withYear = written(from, { year: 'numeric' }) === written(read, { year: 'numeric' }) ? {} : YEAR
  const isMidnight = timeAt(from) === '12:00 AM'
  if (isMidnight) return written(from, { weekday: 'short', month: 'short', day: 'numeric', ...withYear })
  return `${written(from, { month: 'numeric', day: 'numeric', ...withYear })} ${timeAt(from)}`
}

test(
  'relative, default period 1w: the bar says so, and the address does not',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const began = Date.now()
    await page.goto(rootOf(plant))
    await expect(period(page)).toHaveText(/^Past week .+ – now$/)
    const text = await period(page).textContent()
    expect(stepsSince(began).map((read) => `Past week ${weekAgo(read)} – now`)).toContain(text)
    await expect(bar(page).getByRole('button', { name: 'Shift: All shifts' })).toBeVisible()
    await expect(bar(page).getByRole('button', { name: /^Time zone:/ })).toBeVisible()
    await expect(page.locator('.wall-clock time')).toHaveText(/^\d+:\d\d:\d\d [AP]M$/)
    expect(search(page)).toBe('')
  },
)

test('the drawer offers every relative period; the one chosen is in the address', async ({ signedIn: page, plant }) => {
  await page.goto(rootOf(plant))
  await open(page)
  const named = [
    ...['Today', 'This shift', 'This week'],
    ...['Yesterday', 'Last shift', 'Last week'],
    ...['This month', 'Last month', 'This year'],
  ]
  const past = { hour: [1, 2, 3, 6, 8, 12], day: [1, 2, 3, 4, 5, 6], week: [1, 2, 4, 6], month: [1, 3, 6, 12, 15] }
  const lengths = Object.entries(past).flatMap(([unit, amounts]) =>
    amounts.map((amount) => `Past ${amount} ${unit}${amount === 1 ? '' : 's'}`),
  )
  const choices = drawer(page).getByRole('region', { name: 'Until now' }).getByRole('button')
  expect(await choices.evaluateAll((all) => all.map((choice) => choice.getAttribute('aria-label')))).toEqual([
    ...named,
    ...lengths,
  ])
  await expect(drawer(page).getByRole('button', { pressed: true })).toHaveAccessibleName('Past 1 week')
  await drawer(page).getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL(`${rootOf(plant)}?period=this-month`)
  await expect(period(page)).toHaveText(/^This month \w{3}, \w{3} 1 – now$/)
})

test('persisted, and validated when it is read again; a link wins over what is stored and shows the same', async ({
  signedIn: page,
  browser,
  plant,
}) => {
  await page.goto(rootOf(plant))
  await choose(page, 'Past 3 months')
  await page.goto('/')
  await expect(page).toHaveURL(`${rootOf(plant)}?period=3m`)
  await expect(period(page)).toContainText('Past 3 months')

  const link = `${rootOf(plant)}?period=yesterday&shift=2&tz=America/New_York&day=0600`
  await page.goto(link)
  await expect(period(page)).toContainText('Yesterday')
  await expect(bar(page).getByRole('button', { name: 'Shift: Second shift' })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: /^Time zone: New York E[SD]T$/ })).toBeVisible()
  await page.goto(rootOf(plant))
  await expect(period(page)).toContainText('Past week')

  const other = await browser.newContext({ baseURL: plant.url })
  const member = await addMember(plant.company, 'Looker')
  const { password } = await withNewPassword(plant.url, member.username, member.password)
  await enterAs(other, plant.url, { username: member.username, password })
  const theirs = await other.newPage()
  await theirs.addInitScript(() =>
    localStorage.setItem(
      'millwatch.scope',
      '{"state":{"scope":{"period":"1h","shift":3,"dayStartMin":"x"}},"version":7}',
    ),
  )
  await theirs.goto(link)
  await expect(period(theirs)).toContainText('Yesterday')
  await theirs.goto('/')
  await expect(theirs).toHaveURL(/\?tab=equipment&period=1h&shift=3$/)
  await other.close()

  await page.addInitScript(() => localStorage.setItem('millwatch.scope', '[not even JSON'))
  await page.goto('/')
  await expect(period(page)).toContainText('Past week')
})

test('a link alone decides what a browser with other stored choices shows, in five states', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`Copied ${plant.tag}`, plant.company.rootUnitId)
  const [unit, equipment] = [rootOf(plant), `/e/${machine.equipmentId}`]
  await page.addInitScript(() =>
    localStorage.setItem(
      'millwatch.scope',
      '{"state":{"scope":{"type":"relative","period":"1h","shift":3}},"version":0}',
    ),
  )
  const all = 'Shift: All shifts'
  for (const [link, period, shift, zone] of [
    [`${unit}?period=4w&shift=1`, /^Period: Past 4 weeks /, 'Shift: First shift', /^Time zone: UTC/],
    [
      `${unit}?from=20261001T0600Z&to=20261004T1830Z&zoomed=3m&tz=Asia/Kathmandu`,
      /^Period: 10\/1(\/2026)? 11:45 AM – 10\/5(\/2026)? 12:15 AM$/,
      all,
      /^Time zone: Kathmandu/,
    ],
    [`${unit}?tab=equipment&period=yesterday&day=0545`, /^Period: Yesterday .+ 5:45 AM – .+ 5:45 AM$/, all, /: UTC/],
    [
      `${equipment}?period=12h&ignore=startup,outliers&comm=1&sd=6&chart=scatter`,
      /^Period: Past 12 hours /,
      all,
      /: UTC/,
    ],
    [
      `${equipment}?panel=schedule&from=20261010T0000Z&to=20261011T0000Z&shift=2`,
      /^Period: Sat, Oct 10(, 2026)?$/,
      'Shift: Second shift',
      /: UTC/,
    ],
  ] as const) {
    await page.goto(link)
    await expect(bar(page).getByRole('button', { name: period })).toBeVisible()
    await expect(bar(page).getByRole('button', { name: shift })).toBeVisible()
    await expect(bar(page).getByRole('button', { name: zone })).toBeVisible()
    // The address stays unchanged, so that it can be copied again.
    expect(decodeURIComponent(page.url())).toBe(`${plant.url}${link}`)
  }
  await expect(page.getByRole('complementary', { name: 'Schedule' })).toBeVisible()
})

for (const [search, unread] of [
  ['from=20261104T0600Z&to=20261101T1830Z', 'period'],
  ['from=yesterday&to=20269999T9999Z&tz=Mars/Olympus&chart=pie', 'period, time zone, way of showing'],
  ['from=20990101T0000Z&to=20990102T0000Z', 'period'],
] as const) {
  test(`an address that says ${search} says so, shows the usual, and is mended`, async ({ signedIn: page, plant }) => {
    await page.goto(`${rootOf(plant)}?tab=equipment&${search}`)
    await expect(page.getByText(`This address has no valid ${unread}. The usual one is shown`)).toBeVisible()
    await expect(page).toHaveURL(`${rootOf(plant)}?tab=equipment`)
    await expect(period(page)).toContainText('Past week')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  })
}

test('the period goes along to other pages, and the back button leads back through choices', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Along ${plant.tag}`)
  await page.goto(rootOf(plant))
  await choose(page, 'Today')
  await page.getByRole('searchbox', { name: 'Search company tree' }).fill(`Along ${plant.tag}`)
  await page.getByRole('tree').getByText(`Along ${plant.tag}`).click()
  await expect(page).toHaveURL(`/o/${unit}?period=today`)
  await choose(page, 'Past 1 hour')
  for (let i = 0; i < 3; i++) await page.keyboard.press('[')
  await expect(page).toHaveURL(/&zoomed=1h$/)
  await page.goBack()
  await expect(page).toHaveURL(`/o/${unit}?period=1h`)
  await page.goBack()
  await expect(page).toHaveURL(`/o/${unit}?period=today`)
  await page.goBack()
  await expect(page).toHaveURL(`${rootOf(plant)}?period=today`)
  await expect(period(page)).toContainText('Today')
})

test('the period of a shift is named with its hours; with no shift on, the last one is shown, and the page says which machines have others', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Shifts ${plant.tag}`)
  const machine = await plant.machineIn(`Own ${plant.tag}`, unit)
  const everyDay = (from: number, to: number, shift: number) => ({
    schedule: Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[from * 3600, to * 3600, shift]]])),
  })
  // Six hours that ended one to four hours ago, or on the day before.
  const hour = new Date().getUTCHours()
  const from = hour >= 8 ? hour - 7 : 12
  const clock = (at: number) => timeAt(Date.UTC(2026, 0, 1, at))
  await plant.company.call('PUT', `/v0/o/${unit}`, { timezone: 'UTC' })
  await plant.company.call('PUT', `/v0/o/${unit}/schedule`, everyDay(from, from + 6, 2))
  await page.goto(`/o/${unit}?period=shift`)
  await expect(period(page)).toContainText('No shift now')
  await expect(period(page)).toHaveText(new RegExp(`2nd shift.* ${clock(from)} – .*${clock(from + 6)}$`))
  await expect(page.getByRole('region', { name: 'Utilization', exact: true })).toContainText('2nd shift')
  await quiet(page)
  const brokenOff: string[] = []
  page.on('requestfailed', (request) => void brokenOff.push(request.url()))
  const questions: string[] = []
  page.on('request', (request) => void questions.push(new URL(request.url()).pathname))
  await page.goto(`/e/${machine.equipmentId}?period=shift`)
  await expect(period(page)).toContainText('No shift now')
  await quiet(page)
  expect(questions.filter((path) => path.endsWith('/aiopaged'))).toHaveLength(1)
  for (const path of [
    `/e/${machine.equipmentId}/operator`,
    `/e/${machine.equipmentId}/reports/downtime`,
    `/o/${unit}/reports/downtime`,
    `/o/${unit}`,
  ]) {
    await page.goto(`${path}?period=shift`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet(page)
  }
  // Only calls about this unit and this machine: other tests change the same company, and then the tree reads its figures again.
  const isOfThese = (url: string): boolean => {
    const { pathname, searchParams } = new URL(url)
    const ids = [...pathname.split('/').slice(3), ...searchParams.values()]
    return pathname.startsWith('/v0/') && (ids.includes(String(unit)) || ids.includes(String(machine.equipmentId)))
  }
  expect(brokenOff.filter(isOfThese)).toEqual([])

  await plant.company.call('PUT', `/v0/e/${machine.equipmentId}/schedule`, everyDay(0, 24, 1))
  await plant.machineIn(`Other ${plant.tag}`, unit)
  await page.goto(`/o/${unit}?period=shift`)
  await expect(page.getByText('but 1 of 2 machines has another shift')).toBeVisible()
  await page.goto(`/e/${machine.equipmentId}?period=shift`)
  await expect(period(page)).toHaveText('This shift 1st shift 12:00 AM – 12:00 AM')
})

test('shift, time zone, day start and switches: in the drawer, in the address, in the requests', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`Asked ${plant.tag}`, plant.company.rootUnitId)
  await page.goto(`/e/${machine.equipmentId}`)
  await open(page)
  await expect(drawer(page).getByRole('radio', { name: 'All Shifts' })).toBeChecked()
  for (const name of ['First', 'Second', 'Third']) await expect(drawer(page).getByRole('radio', { name })).toBeVisible()
  const wanted = page.waitForRequest(
    (request) => request.url().includes(`/e/${machine.equipmentId}`) && request.url().includes('shift=3'),
  )
  await drawer(page).getByRole('radio', { name: 'Third' }).check()
  await wanted

  const zones = drawer(page).getByLabel('Time zone')
  const offered = await zones.locator('option').allTextContents()
  expect(offered[0]).toMatch(/, as on this page$/)
  expect(offered.slice(1)).toHaveLength(30)
  expect(offered.slice(1)).toEqual([...offered.slice(1)].sort())
  expect(offered).toContain('UTC')
  await zones.selectOption('Pacific/Honolulu')
  const starts = drawer(page).getByLabel('Today starting at')
  expect((await starts.locator('option').allTextContents()).slice(0, 3)).toEqual(['12:00 AM', '12:15 AM', '12:30 AM'])
  await starts.selectOption('5:45 AM')
  await drawer(page).getByRole('switch', { name: 'Ignore startup cycles' }).check()
  await drawer(page).getByRole('switch', { name: 'Ignore outlier cycles' }).check()
  await drawer(page).getByRole('switch', { name: 'Device communication detail' }).check()
  await expect.poll(() => search(page)).toBe('?shift=3&tz=Pacific/Honolulu&day=0545&ignore=startup,outliers&comm=1')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(bar(page).getByRole('button', { name: 'Time zone: Honolulu HST' })).toBeVisible()
})

test(
  '21: last shift, last week and last month: in the drawer, in the address, on the page and in its calls',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const unit = await plant.unit(`Lasting ${plant.tag}`)
    await plant.machineIn(`Lasting ${plant.tag}`, unit)
    const everyDay = Object.fromEntries(
      [0, 1, 2, 3, 4, 5, 6].map((day) => [day, [0, 8, 16].map((from, i) => [from * 3600, (from + 8) * 3600, i + 1])]),
    )
    await plant.company.call('PUT', `/v0/o/${unit}`, { timezone: 'UTC' })
    await plant.company.call('PUT', `/v0/o/${unit}/schedule`, { schedule: everyDay })
    const startOf = (days: number) => Math.floor(Date.now() / DAY_MS - days) * DAY_MS
    const weekday = new Date().getUTCDay()
    /** Waits until the page of the unit is read for a period, epoch ms. */
    const unitRead = (from: number, to: number) =>
      page.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url())
        const [start = '', end = ''] = [searchParams.get('startDate') ?? '', searchParams.get('endDate') ?? '']
        return pathname === `/v0/o/${unit}` && Date.parse(start) === from && Date.parse(end) === to
      })
    await page.goto(`/o/${unit}`)
    await expect(period(page)).toContainText('Past week')
    const week = unitRead(startOf(weekday + 7), startOf(weekday))
    await choose(page, 'Last week')
    await week
    await expect(page).toHaveURL(`/o/${unit}?period=last-week`)
    await expect(page.getByRole('region', { name: 'Utilization', exact: true })).toContainText('Last week')

    const now = new Date()
    const firstOf = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)
    const month = unitRead(firstOf(1), firstOf(0))
    await choose(page, 'Last month')
    await month
    await expect(period(page)).toHaveText(/^Last month .* 1 – .* (28|29|30|31)$/)

    await choose(page, 'Last shift')
    // A shift may end meanwhile; the page follows within a minute.
    await expect(async () => {
      const last = ['3rd', '1st', '2nd'][Math.floor(new Date().getUTCHours() / 8)]
      expect(await period(page).textContent()).toContain(`Last shift ${last} shift`)
    }).toPass()
    await page.goto(`/o/${unit}/reports/downtime?period=last-shift`)
    await expect(period(page)).toContainText('Last shift')
  },
)

test('21: shift and zone have a small menu each, which sets them at once', async ({ signedIn: page, plant }) => {
  await page.goto(rootOf(plant))
  const shift = bar(page).getByRole('button', { name: /^Shift:/ })
  await shift.click()
  const menu = page.getByRole('menu', { name: 'Shift' })
  await expect(menu.getByRole('menuitemradio')).toHaveText(['All shifts', 'First shift', 'Second shift', 'Third shift'])
  await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText('All shifts')
  await menu.getByRole('menuitemradio', { name: 'Second shift' }).click()
  await expect.poll(() => search(page)).toBe('?shift=2')
  await expect(shift).toHaveAccessibleName('Shift: Second shift')
  await expect(drawer(page)).toBeHidden()

  // By the keyboard too.
  await bar(page)
    .getByRole('button', { name: /^Time zone:/ })
    .focus()
  await page.keyboard.press('ArrowDown')
  const zones = page.getByRole('menu', { name: 'Time zone' })
  await expect(zones.getByRole('menuitemradio')).toHaveCount(31)
  await expect(zones.getByRole('menuitemradio', { checked: true })).toHaveText(/, as on this page$/)
  await zones.getByRole('menuitemradio', { name: 'Pacific/Honolulu' }).click()
  await expect.poll(() => search(page)).toBe('?shift=2&tz=Pacific/Honolulu')
  await bar(page).getByRole('button', { name: 'Time zone: Honolulu HST' }).click()
  await zones.getByRole('menuitem', { name: 'Start of the day …' }).click()
  await expect(drawer(page).getByLabel('Time zone')).toBeFocused()
})

test('21: from 1024 px on the bar keeps dates, pan and zoom', async ({ signedIn: page, plant }) => {
  for (const width of [1024, 1200, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${rootOf(plant)}?tz=UTC&from=20261001T0000Z&to=20261002T0000Z`)
    for (const name of [/^Earlier/, /^Later/, 'Zoom in', 'Zoom out', /^Shift:/, /^Time zone:/])
      await expect(bar(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    const text = period(page).locator('.scope-alone')
    await expect(text).toBeVisible()
    expect(await text.evaluate((cut) => cut.scrollWidth - cut.clientWidth), `cut at ${width} px`).toBe(0)
    await bar(page).getByRole('button', { name: 'Zoom in' }).click()
    await expect(page).toHaveURL(/from=20261001T0600Z/)
    await expect(bar(page).getByRole('button', { name: 'Reset zoom' })).toBeInViewport({ ratio: 1 })
    await expect.poll(() => beyondWindow(page)).toEqual([0, 0])
  }
})

test('below 1024 px the bar is one button, and the drawer holds the rest', async ({ signedIn: page, plant }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(rootOf(plant))
  await expect(bar(page).getByRole('button')).toHaveCount(1)
  await expect(period(page)).toContainText('Past week')
  await open(page)
  await drawer(page)
    .getByRole('button', { name: /^Earlier/ })
    .click()
  await drawer(page).getByRole('button', { name: 'Reset zoom' }).click()
  await expect(drawer(page).getByRole('button', { name: 'Reset zoom' })).toBeHidden()
})

test('axe: no violation in the drawer, zoomed', async ({ signedIn: page, plant }) => {
  await page.goto(rootOf(plant))
  await expect(period(page)).toBeVisible()
  await page.keyboard.press('[')
  await open(page)
  expect(await violationsInAll(page, '[role=dialog]')).toEqual([])
})

test('the mark of a page that waits for its period restyles hardly any element', async ({ signedIn: page, plant }) => {
  await page.goto(rootOf(plant))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(period(page)).toHaveText(/^Past week/)
  const elements = await page.locator('body *').count()
  const restyled = await mostRestyled(page, () =>
    page.locator('[data-pending]').evaluate((body) => body.setAttribute('data-pending', 'true')),
  )
  expect(restyled).toBeGreaterThan(0)
  expect(restyled).toBeLessThan(elements / 10)
})
