import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { hallOf, reasonNamed, row, rows, stopsOf, table } from './support/downtime.ts'
import { change } from './support/past.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { beyondWindow, EVERYDAY, expect, test, withoutReload } from './support/test.ts'

const bar = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('list', { name: /^Stops by/ }).getByRole('button', { name: words })

test('a table of excessive stops with search, severity from the threshold to 4 times it, and a Pareto whose bars filter it (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  const name = `Die change ${plant.tag}`
  const reason = await reasonNamed(plant, name)
  const saw = (await stopsOf(plant, hall)).find(({ machine }) => machine === 'Saw 2')
  await plant.company.call('PUT', `/v0/status/${saw?.id}`, { status_reason_id: reason })
  await page.goto(hall.path)
  await expect(page).toHaveTitle(new RegExp(`^Downtime ${plant.tag} - Excessive Downtime Report`))
  await expect(page.getByRole('link', { name: 'return to previous page' })).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(row(page, 'Saw 2')).toContainText(/Saw 2\d+\/\d+ \d+:\d\d [AP]M→ .*\d+:\d\d [AP]M2 h 30 m/)
  // 150 minutes of 4 x 35.
  const lengths = await rows(page)
    .locator('.severity')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).style.getPropertyValue('--length')))
  expect(lengths.map((length) => Math.round(Number.parseFloat(length)))).toEqual([29, 100, 43])
  await expect(page.getByTestId('downtime-hours')).toHaveText('4.17')
  await expect(page.getByTestId('pareto-hours')).toHaveText('4.17')
  await expect(bar(page, name)).toContainText(/2\.50\s*1\s*60 %/)
  await bar(page, 'No reason').click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/[?&]bar=none/)
  await bar(page, 'No reason').click()
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('.')
  await page.keyboard.type('DIE CHANGE')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('searchbox').fill('press')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('searchbox').fill('')
  expect(await violationsInAll(page, 'main')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row(page, 'Saw 2')).toContainText('2 h 30 m')
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
})

test(
  'a reason is given and cleared in the row, and a second browser shows it without a reload',
  EVERYDAY,
  async ({ signedIn: page, plant, browser }) => {
    const hall = await hallOf(plant)
    const name = `Jam ${plant.tag}`
    await reasonNamed(plant, name)
    const other = await browser.newContext({ baseURL: plant.url })
    await enterWithRole(other, plant, 'admin')
    const theirs = await other.newPage()
    const joined = Promise.withResolvers<void>()
    theirs.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/"joined",\{"room":"company:/.test(String(payload))) joined.resolve()
      }),
    )
    await Promise.all([theirs.goto(hall.path), page.goto(hall.path), joined.promise])
    await expect(row(theirs, 'Saw 2')).toContainText('No reason')
    await withoutReload(theirs, async () => {
      await row(page, 'Saw 2').getByRole('button', { name: 'No reason: give a reason' }).click()
      await page.getByRole('combobox', { name: 'Reason of this stop' }).fill(plant.tag)
      await expect(page.getByRole('option', { name })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Reason saved')).toBeVisible()
      await expect(row(theirs, 'Saw 2')).toContainText(name)
    })
    await expect(row(page, 'Saw 2')).toContainText(name)
    await row(page, 'Saw 2')
      .getByRole('button', { name: `Reason: ${name}` })
      .click()
    // The list hides what is around it from screen readers. Escape before it is open would close the field.
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Escape')
    await row(page, 'Saw 2').getByRole('button', { name: 'Clear' }).click()
    await expect(toast(page, 'Reason cleared')).toBeVisible()
    await expect(row(theirs, 'Saw 2')).toContainText('No reason')
    await other.close()
  },
)

test('a reason that is given while the line is lost says not saved yet, also after the page was loaded again, and is sent again', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  const name = `Late ${plant.tag}`
  await reasonNamed(plant, name)
  // Set before the page is open: a page that is busy sends past a route that is set just before.
  let isLost = false
  await page.route('**/v0/status/*', (route) => (isLost ? route.abort('internetdisconnected') : route.continue()))
  await page.goto(hall.path)
  await row(page, 'Saw 2').getByRole('button', { name: 'No reason: give a reason' }).click()
  const field = page.getByRole('combobox', { name: 'Reason of this stop' })
  await field.fill(plant.tag)
  await expect(page.getByRole('option', { name })).toBeVisible()
  isLost = true
  await page.keyboard.press('Enter')
  await expect(row(page, 'Saw 2')).toContainText('not saved yet')
  await expect(row(page, 'Saw 2')).toContainText(name)
  expect((await stopsOf(plant, hall)).map(({ reason }) => reason)).not.toContain(name)
  await page.reload()
  await expect(row(page, 'Saw 2')).toContainText('not saved yet')
  await expect(row(page, 'Saw 2')).toContainText(name)
  isLost = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(row(page, 'Saw 2')).not.toContainText('not saved yet')
  await expect(row(page, 'Saw 2')).toContainText(name)
  expect((await stopsOf(plant, hall)).map(({ reason }) => reason)).toContain(name)
})

test('superusers see an Ignore/Restore column; an ignored stop is dim, restorable and in no sum; others do not see it', async ({
  signedIn: page,
  plant,
  browser,
}) => {
  const hall = await hallOf(plant)
  await page.goto(hall.path)
  await row(page, 'Saw 2').getByRole('button', { name: 'Ignore' }).click()
  await expect(toast(page, 'Stop ignored')).toBeVisible()
  await expect(row(page, 'Saw 2').getByRole('button', { name: 'Restore' })).toBeVisible()
  await expect(page.getByTestId('downtime-hours')).toHaveText('1.67')
  await expect(page.getByTestId('pareto-hours')).toHaveText('1.67')
  await page.getByRole('button', { name: 'Ignored 1' }).click()
  await expect(rows(page)).toHaveCount(1)
  const other = await browser.newContext({ baseURL: plant.url })
  await enterWithRole(other, plant, 'admin')
  const theirs = await other.newPage()
  await theirs.goto(hall.path)
  await expect(rows(theirs)).toHaveCount(2)
  await expect(theirs.getByRole('button', { name: /^(Ignore|Restore)/ })).toHaveCount(0)
  await other.close()
  await row(page, 'Saw 2').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByTestId('downtime-hours')).toHaveText('4.17')
})

test('several rows are selected by keys and get one reason; what was not saved stays selected and is named', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  const name = `Together ${plant.tag}`
  await reasonNamed(plant, name)
  const saw = (await stopsOf(plant, hall)).find(({ machine }) => machine === 'Saw 2')
  const refusal = {
    status: 409,
    json: { status: 'error', code: 'not_a_stop', error: 'Only a stop can have a reason and notes' },
  }
  await page.route(`**/v0/status/${saw?.id}`, (route) => route.fulfill(refusal))
  await page.goto(hall.path)
  await rows(page).first().getByRole('checkbox').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  const selected = page.getByRole('group', { name: 'Selected stops' })
  await expect(selected).toContainText('3 selected 4 h 10 m')
  await selected.getByRole('button', { name: 'Set reason' }).click()
  await page.getByRole('combobox', { name: 'Reason of the selected stops' }).fill(plant.tag)
  await page.keyboard.press('Enter')
  await expect(toast(page, '2 saved, 1 not: Saw 2')).toBeVisible()
  await expect(selected).toContainText('1 selected')
  await expect(row(page, 'Saw 2')).toContainText('not saved')
  await expect(row(page, 'Saw 2').getByRole('checkbox')).toBeChecked()
  expect((await stopsOf(plant, hall)).filter(({ reason }) => reason === name)).toHaveLength(2)
  await row(page, 'Saw 2').getByRole('checkbox').focus()
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
})

test('one stop and then several get a reason by keyboard alone', async ({ signedIn: page, plant }) => {
  const hall = await hallOf(plant)
  const name = `Keys ${plant.tag}`
  await reasonNamed(plant, name)
  await page.goto(hall.path)
  await expect(rows(page)).toHaveCount(3)
  await tabTo(row(page, 'Saw 2').getByRole('button', { name: 'No reason: give a reason' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Reason of this stop' })).toBeFocused()
  await page.keyboard.type(plant.tag)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Reason saved')).toBeVisible()
  await expect(row(page, 'Saw 2')).toContainText(name)
  await page.reload()
  await tabTo(rows(page).first().getByRole('checkbox'))
  for (const key of ['x', 'j', 'j', 'x']) await page.keyboard.press(key)
  const selected = page.getByRole('group', { name: 'Selected stops' })
  await expect(selected).toContainText('2 selected')
  await tabTo(selected.getByRole('button', { name: 'Set reason' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Reason of the selected stops' })).toBeFocused()
  await page.keyboard.type(plant.tag)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, '2 saved')).toBeVisible()
  expect((await stopsOf(plant, hall)).map(({ reason }) => reason)).toEqual([name, name, name])
})

/** Presses Tab until the element has the focus. */
async function tabTo(element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  const isReached = () => element.evaluate((found) => found === document.activeElement)
  for (let pressed = 0; pressed < 100 && !(await isReached()); pressed++) await element.page().keyboard.press('Tab')
  await expect(element).toBeFocused()
}

test('hl highlights one status-log row, and says when that stop was recalculated', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  const [first] = await stopsOf(plant, hall)
  await page.goto(`${hall.path}&hl=${first?.id}`)
  await expect(table(page).locator('tr[data-outlined=true]')).toHaveAttribute('data-stop', String(first?.id))
  await expect(table(page).locator('tr[data-outlined=true]')).toHaveCount(0)
  await page.goto(`${hall.path}&hl=999999999`)
  await expect(
    page.getByText('This stop was recalculated from other data and no longer exists as shown.'),
  ).toBeVisible()
})

test('10,000 stops are listed with only the rows in view, and their sums are those of all', async ({
  signedIn: page,
  plant,
}) => {
  const unitId = await plant.unit(`Many ${plant.tag}`)
  const from = Math.floor(Date.now() / 1000) - 7 * 86_400
  const data = Array.from({ length: 10_000 }, (_, i) => {
    const start = from + i * 30
    return [
      i + 1,
      5,
      `Mill ${i % 300}`,
      2,
      start,
      start + 3600,
      false,
      3600,
      3600,
      null,
      null,
      null,
      [],
      [],
      false,
      2100,
    ]
  })
  await page.route('**/reports/xsfdt?*', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data } })
  })
  await page.goto(`/o/${unitId}/reports/downtime?period=2w&hidesidebar`)
  await expect(page.getByTestId('downtime-hours')).toHaveText('10,000.00')
  await expect(table(page)).toHaveAttribute('aria-rowcount', '10001')
  expect(await rows(page).count()).toBeLessThan(100)
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await expect(table(page).locator('tr[aria-rowindex="10001"]')).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(100)
})

test('CSV and JSON are exported by keyboard alone, under entity name, start date and end date; several tags are joined with a semicolon', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await hallOf(plant)
  const tagNamed = (name: string) =>
    plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: `${name} ${plant.tag}` })
  // One after the other, because they are listed in the order of their ids.
  const tags = [await tagNamed('A'), await tagNamed('B')]
  const startedAt = new Date(hall.past.from).toISOString()
  const body = { equipId: hall.saw.equipmentId, tags: tags.map(({ tag }) => tag.id), startedAt }
  await plant.company.call('POST', '/v0/runs', body)
  await page.goto(`/e/${hall.saw.equipmentId}/reports/downtime?${hall.past.search}&hidesidebar`)
  await expect(rows(page)).toContainText([`A ${plant.tag}, B ${plant.tag}`])
  await tabTo(page.getByRole('button', { name: 'Export', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'CSV' })).toBeFocused()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^Saw 2 \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(`"A ${plant.tag};B ${plant.tag}"`)
  await change(plant, hall.saw, hall.past, { excessive_downtime_enabled: false })
  await expect(
    page.getByText(
      'Excessive downtime tracking is disabled for this equipment. Enable it in the equipment configuration.',
    ),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Open the configuration' }).click()
  await expect(page.getByRole('complementary', { name: 'Configuration' })).toBeVisible()
})
