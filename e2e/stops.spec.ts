import { MINUTE_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

interface StatusRow {
  readonly id: number
  readonly status_id: number
  readonly status_reason: string | null
  readonly notes: string | null
  readonly xsf_report_ignored: boolean
}

/** Makes a machine that ran, stopped for four minutes until three minutes ago, and runs again. */
async function stopped(plant: Plant, name: string): Promise<MadeMachine> {
  const machine = await plant.machineIn(`${name} ${plant.tag}`, plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [
    status('running', now - 9 * MINUTE_MS),
    status('down', now - 7 * MINUTE_MS),
    status('running', now - 3 * MINUTE_MS),
  ])
  return machine
}

async function stopsOf(plant: Plant, { equipmentId }: MadeMachine): Promise<StatusRow[]> {
  const period = `startDate=${new Date(Date.now() - 60 * MINUTE_MS).toISOString()}&endDate=${new Date().toISOString()}`
  const { data } = await plant.company.call<{ data: StatusRow[] }>(
    'GET',
    `/v0/e/${equipmentId}/reports/status?${period}`,
  )
  return data.filter((row) => row.status_id === 2)
}

const reasonNamed = async (plant: Plant, name: string): Promise<number> => {
  const { reason } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', { reason: name })
  return reason.id
}

/** Matches a time of the last hour, before which its date stands if that was yesterday (the test runs at midnight). */
const timeOf = (clock: string): string => `(\\d+/\\d+(/\\d{4})? )?${clock} [AP]M`
const TIME = timeOf('\\d+:\\d\\d:\\d\\d')
const MINUTE_TIME = timeOf('\\d+:\\d\\d')

const row = (page: Page): Locator => page.getByTestId('status-row')
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Interval of the status timeline' })
const reasonField = (page: Page): Locator => row(page).getByRole('combobox', { name: 'Reason of this stop' })

async function openStop(page: Page, plant: Plant, machine: MadeMachine): Promise<number> {
  const id = (await stopsOf(plant, machine))[0]?.id ?? 0
  await page.goto(`/e/${machine.equipmentId}?hidesidebar&period=1h&stop=${id}`)
  await expect(row(page)).toContainText('Down')
  return id
}

test(
  'a stop is opened from the timeline by keyboard or click, and is in the address: status, from, to, how long, how much scheduled',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const machine = await stopped(plant, 'Opened')
    await page.goto(`/e/${machine.equipmentId}?period=1h`)
    await expect(row(page)).toContainText(new RegExp(`Running${TIME} → now3 m \\d\\d sall of it scheduled`))
    await slider(page).press('ArrowLeft')
    await expect(row(page)).toContainText(new RegExp(`Down${TIME} → ${TIME}4 m 00 sall of it scheduled`))
    const [stop] = await stopsOf(plant, machine)
    await expect(page).toHaveURL(new RegExp(`[?&]stop=${stop?.id}(&|$)`))
    await page.reload()
    await expect(row(page)).toContainText('4 m 00 s')
    await row(page).getByRole('button', { name: 'back to the newest' }).click()
    await expect(page).not.toHaveURL(/stop=/)
    await expect(row(page)).toContainText('Running')
    const box = await slider(page).boundingBox()
    if (box === null) throw new Error('The timeline has no place')
    // A point five minutes before the end of the hour that the timeline shows.
    await page.mouse.click(box.x + (box.width * 55) / 60.5, box.y + 20)
    await expect(row(page)).toContainText('4 m 00 s')
  },
)

test(
  'a reason is chosen among those offered on the machine, stands under the stop, and can be cleared',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const machine = await stopped(plant, 'Reasoned')
    const name = `Jam ${plant.tag}`
    const gone = await reasonNamed(plant, `Gone ${plant.tag}`)
    await reasonNamed(plant, name)
    await plant.company.call('PUT', `/v0/reasons/${gone}`, { active: false })
    await openStop(page, plant, machine)
    await expect(row(page).getByPlaceholder('Give a reason')).toBeVisible()
    await reasonField(page).fill(plant.tag)
    await expect(page.getByRole('option')).toHaveText([name])
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Reason saved')).toBeVisible()
    expect((await stopsOf(plant, machine))[0]?.status_reason).toBe(name)
    await expect(page.locator('.detail-reason').filter({ hasText: name })).toBeVisible()
    await row(page).getByRole('button', { name: 'Clear' }).click()
    await expect(toast(page, 'Reason cleared')).toBeVisible()
    expect((await stopsOf(plant, machine))[0]?.status_reason).toBeNull()
  },
)

test('notes are saved only where they were changed (axe)', async ({ signedIn: page, plant }) => {
  const machine = await stopped(plant, 'Noted')
  await openStop(page, plant, machine)
  const written: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && written.push(request.postData() ?? ''))
  const parts = [page.getByRole('heading', { level: 1 }), page.locator('.detail'), row(page).locator('.stop-reason')]
  const placesOf = () => Promise.all(parts.map((part) => part.boundingBox()))
  const before = await placesOf()
  await row(page).getByRole('button', { name: 'Notes' }).click()
  const notes = row(page).getByLabel('Notes on this stop')
  await expect(notes).toBeFocused()
  expect(await placesOf(), 'notes open without moving anything').toEqual(before)
  await expect(row(page).getByRole('button', { name: 'Save notes' })).toBeDisabled()
  await notes.fill('   ')
  await expect(row(page).getByRole('button', { name: 'Save notes' })).toBeDisabled()
  await notes.fill('Feeder jammed, <b>again</b>')
  await row(page).getByRole('button', { name: 'Save notes' }).click()
  await expect(toast(page, 'Notes saved')).toBeVisible()
  await expect(row(page)).toContainText('Feeder jammed, <b>again</b>')
  await row(page).getByRole('button', { name: 'Edit notes' }).click()
  await expect(row(page).getByRole('button', { name: 'Save notes' })).toBeDisabled()
  await row(page).getByRole('button', { name: 'Cancel' }).click()
  expect(written).toEqual([JSON.stringify({ notes: 'Feeder jammed, <b>again</b>', expected_notes: null })])
  expect(await violationsInAll(page, '[data-testid=status-row]')).toEqual([])
})

test('a stop stays in its place when the figures of its machine arrive after it', async ({ signedIn: page, plant }) => {
  const machine = await stopped(plant, 'Steady')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/aiopaged?*', async (route) => {
    await released
    await route.continue()
  })
  await openStop(page, plant, machine)
  await expect(reasonField(page)).toBeVisible()
  const before = await row(page).boundingBox()
  release()
  await expect(page.locator('.detail')).toBeVisible()
  expect(await row(page).boundingBox()).toEqual(before)
})

test('superusers ignore and restore a stop, others do not see how', async ({ page, context, plant, browser }) => {
  const machine = await stopped(plant, 'Ignored')
  await enterWithRole(context, plant, 'superuser')
  await openStop(page, plant, machine)
  await row(page).getByRole('button', { name: 'Ignore' }).click()
  await expect(toast(page, 'Stop ignored')).toBeVisible()
  expect((await stopsOf(plant, machine))[0]?.xsf_report_ignored).toBe(true)
  await row(page).getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, 'Stop restored')).toBeVisible()
  const other = await browser.newContext({ baseURL: plant.url })
  await enterWithRole(other, plant, 'admin')
  const theirs = await other.newPage()
  await openStop(theirs, plant, machine)
  await expect(row(theirs).getByRole('button', { name: 'Notes' })).toBeVisible()
  await expect(row(theirs).getByRole('button', { name: /Ignore|Restore/ })).toHaveCount(0)
  await other.close()
})

test('a restatement is shown in plain words: before, after, cause and time', async ({ signedIn: page, plant }) => {
  const machine = await plant.machineIn(`Retold ${plant.tag}`, plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [status('running', now - 8 * MINUTE_MS), { t: now - 1000, type: 'ping' }])
  await send(plant.url, machine, [status('down', now - 6 * MINUTE_MS), status('running', now - 4 * MINUTE_MS)])
  await openStop(page, plant, machine)
  await row(page)
    .getByRole('button', { name: /^Restated/ })
    .click()
  const restatement = row(page).getByRole('listitem').first()
  await expect(restatement).toContainText(
    new RegExp(`^${MINUTE_TIME} to ${MINUTE_TIME} was recalculated at ${MINUTE_TIME}, because data came late\\.`),
  )
  await expect(restatement).toContainText(/BeforeRunning \d m \d\d s; scheduled/)
  await expect(restatement).toContainText(/Since thenRunning .*Down 2 m 00 s \(1 stop\); scheduled/)
})

test('a stop that is not there any more says so, and leads on', async ({ signedIn: page, plant }) => {
  const machine = await stopped(plant, 'Gone')
  const id = await openStop(page, plant, machine)
  await send(plant.url, machine, [status('down', Date.now() - 8 * MINUTE_MS)])
  await page.reload()
  await expect(row(page)).toContainText('This stop was recalculated')
  expect(id).toBeGreaterThan(0)
  await row(page).getByRole('button', { name: 'Show the newest' }).click()
  await expect(row(page)).toContainText('Running')
})

test('intervals are also a table, whose rows open them', async ({ signedIn: page, plant }) => {
  const machine = await stopped(plant, 'Listed')
  await page.goto(`/e/${machine.equipmentId}?period=1h&detail=table`)
  const table = page.getByRole('region', { name: '3 intervals' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await table.getByRole('row').filter({ hasText: 'Down' }).getByRole('button').click()
  await expect(page).toHaveURL(/stop=\d+/)
  await expect(row(page)).toContainText('4 m 00 s')
})

test('a display gives reasons where it was allowed, and nothing else', async ({ page, plant }) => {
  const machine = await stopped(plant, 'Displayed')
  const name = `Setup ${plant.tag}`
  await reasonNamed(plant, name)
  const make = (more: object) =>
    plant.company.call<{ code: string }>('POST', '/v0/kiosks', {
      name: `Column ${plant.tag}`,
      page: 'machine',
      equipment_id: machine.equipmentId,
      may_count_scrap: false,
      ...more,
    })
  const { code } = await make({ may_give_reasons: true })
  await page.goto(`/?token=${code}`)
  await expect(page).toHaveURL(`/e/${machine.equipmentId}`)
  await slider(page).press('ArrowLeft')
  await expect(row(page)).toContainText('Down')
  await reasonField(page).fill(name)
  await expect(page.getByRole('option')).toHaveText([name])
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Reason saved')).toBeVisible()
  await expect(row(page).getByRole('button', { name: /Notes|Ignore|Restated/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /No active run/ })).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
})
