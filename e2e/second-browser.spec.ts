import { MINUTE_MS } from '@millwatch/domain/time'
import { type MadeMachine, signIn } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { send, status } from './support/device.ts'
import { card } from './support/devices.ts'
import { equipmentPath, tileOf } from './support/equipment.ts'
import { goAndJoin, look, showsInTime, text, value, visible, watch, withPageBeside } from './support/in-time.ts'
import { companyApart } from './support/operator.ts'
import { enterAs } from './support/people.ts'
import { row as lineOf } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

withPageBeside()

/** Makes a machine that ran, stopped for four minutes until three minutes ago, and runs again. */
async function stopped(plant: Plant, name: string): Promise<{ machine: MadeMachine; stopId: number }> {
  const machine = await plant.machineIn(`${name} ${plant.tag}`, plant.company.rootUnitId)
  const now = Date.now()
  await send(plant.url, machine, [
    status('running', now - 9 * MINUTE_MS),
    status('down', now - 7 * MINUTE_MS),
    status('running', now - 3 * MINUTE_MS),
  ])
  const path = `/v0/e/${machine.equipmentId}/reports/status?${period()}`
  const { data } = await plant.company.call<{ data: { id: number; status_id: number }[] }>('GET', path)
  return { machine, stopId: data.find((interval) => interval.status_id === 2)?.id ?? 0 }
}

const period = () =>
  `startDate=${new Date(Date.now() - 60 * MINUTE_MS).toISOString()}&endDate=${new Date().toISOString()}`
const stopPath = (machine: MadeMachine, stopId: number) => `/e/${machine.equipmentId}?period=1h&stop=${stopId}`
const stopRow = (page: Page): Locator => page.getByTestId('status-row')

const reasonNamed = async (plant: Plant, name: string): Promise<number> =>
  (await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', { reason: name })).reason.id
const tagNamed = async (plant: Plant, name: string): Promise<number> =>
  (await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name })).tag.id

test('the reason of a stop', EVERYDAY, async ({ page, plant }, info) => {
  const { machine, stopId } = await stopped(plant, 'Reason')
  const reasonId = await reasonNamed(plant, `Jam ${plant.tag}`)
  await watch(page, plant, stopPath(machine, stopId))
  const reason = stopRow(page).getByPlaceholder('Give a reason')
  await expect(reason).toHaveValue('')
  const give = () => plant.company.call('PUT', `/v0/status/${stopId}`, { status_reason_id: reasonId })
  await showsInTime(page, info, give, value(reason, `Jam ${plant.tag}`))
  const rename = () => plant.company.call('PUT', `/v0/reasons/${reasonId}`, { name: `Clog ${plant.tag}` })
  await showsInTime(page, info, rename, value(reason, `Clog ${plant.tag}`))
})

test('the notes of a stop', async ({ page, plant }, info) => {
  const { machine, stopId } = await stopped(plant, 'Notes')
  await watch(page, plant, stopPath(machine, stopId))
  await expect(stopRow(page)).toContainText('Down')
  const note = () => plant.company.call('PUT', `/v0/status/${stopId}`, { notes: 'Feeder jammed' })
  await showsInTime(page, info, note, text(stopRow(page), 'Feeder jammed'))
})

test('the reason of a stop, on a kiosk display of the machine', async ({ page, plant }, info) => {
  const { machine, stopId } = await stopped(plant, 'Display')
  const reasonId = await reasonNamed(plant, `Empty ${plant.tag}`)
  const { code } = await plant.company.call<{ code: string }>('POST', '/v0/kiosks', {
    name: `Display ${plant.tag}`,
    page: 'machine',
    equipment_id: machine.equipmentId,
    may_give_reasons: false,
    may_count_scrap: false,
  })
  await goAndJoin(page, `/?token=${code}`, new RegExp(`"joined",\\{"room":"e:${machine.equipmentId}"`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const slider = page.getByRole('slider', { name: 'Interval of the status timeline' })
  await slider.press('ArrowLeft')
  await expect(stopRow(page)).toContainText('Down')
  const give = () => plant.company.call('PUT', `/v0/status/${stopId}`, { status_reason_id: reasonId })
  await showsInTime(page, info, give, text(stopRow(page), `Empty ${plant.tag}`))
})

test('a run: that it started, changed and ended', EVERYDAY, async ({ page, plant }, info) => {
  const unit = await plant.unit(`Run ${plant.tag}`)
  const machine = await plant.machineIn('Runner', unit)
  await send(plant.url, machine, [status('running', Date.now() - MINUTE_MS)])
  const tags = [await tagNamed(plant, `Order ${plant.tag}`)]
  await watch(page, plant, `/e/${machine.equipmentId}`)
  const button = (name: RegExp) => page.getByRole('button', { name })
  const noRun = button(/^No active run/)
  await expect(noRun).toBeVisible()
  let runId = 0
  const start = async () => {
    const wanted = { equipId: machine.equipmentId, tags, cyclesTotal: 50, partsPerCycle: 2 }
    runId = (await plant.company.call<{ run: { id: number } }>('POST', '/v0/runs', wanted)).run.id
  }
  await showsInTime(page, info, start, visible(button(/click to update \/ end$/)))
  const end = () => plant.company.call('PUT', `/v0/runs/${runId}/end`, {})
  await showsInTime(page, info, end, visible(noRun))
  await goAndJoin(page, equipmentPath(unit), new RegExp(`"joined",\\{"room":"o:${unit}"`))
  await start()
  await expect(tileOf(page, 'Runner')).toContainText('0 / 100')
  const change = () => plant.company.call('PUT', `/v0/runs/${runId}`, { cyclesTotal: 60, partsPerCycle: 2 })
  await showsInTime(page, info, change, text(tileOf(page, 'Runner'), '0 / 120'))
})

test('a tag: its name on a run', async ({ page, plant }, info) => {
  const { machine } = await stopped(plant, 'Tag')
  const tagId = await tagNamed(plant, `Lot ${plant.tag}`)
  const wanted = { equipId: machine.equipmentId, tags: [tagId], cyclesTotal: 50, partsPerCycle: 2 }
  await plant.company.call('POST', '/v0/runs', wanted)
  await watch(page, plant, `/e/${machine.equipmentId}`)
  await expect(page.getByRole('main')).toContainText(`Lot ${plant.tag}`)
  const rename = () => plant.company.call('PUT', `/v0/tags/${tagId}`, { name: `Batch ${plant.tag}` })
  await showsInTime(page, info, rename, text(page.getByRole('main'), `Batch ${plant.tag}`))
})

test('a schedule, on the page of a machine that inherits it', async ({ page, plant }, info) => {
  const unit = await plant.unit(`Scheduled ${plant.tag}`)
  const machine = await plant.machineIn(`Scheduled press ${plant.tag}`, unit)
  await watch(page, plant, `/e/${machine.equipmentId}?panel=schedule`)
  const monday = page.getByRole('region', { name: 'Schedule', exact: true }).getByRole('row', { name: 'Monday' })
  await expect(monday).toBeVisible()
  const schedule = { schedule: { 1: [[6 * 3600, 14 * 3600, 1]] } }
  const change = () => plant.company.call('PUT', `/v0/o/${unit}/schedule`, schedule)
  await showsInTime(page, info, change, text(monday, '06:00–14:00'))
})

test('the shift of a stop', EVERYDAY, async ({ page, plant }, info) => {
  const { machine, stopId } = await stopped(plant, 'Shift')
  await watch(page, plant, stopPath(machine, stopId))
  await expect(stopRow(page)).toContainText('all of it scheduled')
  const path = `/v0/e/${machine.equipmentId}/reports/shifts?${period()}`
  const { shifts } = await plant.company.call<{ shifts: [number, number, number, number, number][] }>('GET', path)
  const body = { shiftHistoryIds: shifts.map(([, , , id]) => id) }
  const remove = async () => {
    const { job } = await plant.company.call<{ job: { id: number } }>('DELETE', '/v0/shifts/bulkDestroy', body)
    const state = async () =>
      (await plant.company.call<{ job: { state: string } }>('GET', `/v0/jobs/${job.id}`)).job.state
    await expect.poll(state, { intervals: [20] }).toBe('finished')
  }
  await showsInTime(page, info, remove, () => look(stopRow(page)).not.toContainText('all of it scheduled'))
})

test('the shift history of a unit: a shift that was inserted and deleted', async ({ page, plant }, info) => {
  const unit = await plant.unit(`Shifts ${plant.tag}`)
  await plant.company.call('PUT', `/v0/o/${unit}/schedule`, { schedule: {} })
  const { equipmentId } = await plant.machineIn('Shifted', unit)
  await watch(page, plant, `/o/${unit}/reports/shifts`)
  const shifts = page.locator('[data-shift]')
  await expect(page.getByRole('heading', { name: 'Shifts', exact: true })).toBeVisible()
  await expect(shifts).toHaveCount(0)
  const hour = Math.floor(Date.now() / (60 * MINUTE_MS)) * 3600
  const wanted = { equipIds: [equipmentId], shift: 2, start: hour - 7200, end: hour - 3600 }
  const insert = () => plant.company.call('POST', '/v0/shifts/bulkInsert', { insert: wanted })
  await showsInTime(page, info, insert, () => look(shifts).toHaveCount(1))
  const shiftHistoryIds = [Number(await shifts.getAttribute('data-shift'))]
  const remove = () => plant.company.call('DELETE', '/v0/shifts/bulkDestroy', { shiftHistoryIds })
  await showsInTime(page, info, remove, () => look(shifts).toHaveCount(0))
})

test('the tree: a new unit and a machine that got another name', EVERYDAY, async ({ page, plant }, info) => {
  const machine = await plant.machineIn(`Old name ${plant.tag}`, plant.company.rootUnitId)
  await watch(page, plant, `/e/${machine.equipmentId}`)
  await page.getByRole('searchbox', { name: 'Search company tree' }).fill(plant.tag)
  const tree = page.getByRole('tree', { name: 'Company tree' })
  await expect(tree).toContainText(`Old name ${plant.tag}`)
  const create = () => plant.unit(`New hall ${plant.tag}`)
  await showsInTime(page, info, create, text(tree, `New hall ${plant.tag}`))
  const rename = () => plant.company.call('PUT', `/v0/e/${machine.equipmentId}`, { name: `New name ${plant.tag}` })
  const heading = page.getByRole('heading', { level: 1 })
  await showsInTime(page, info, rename, text(heading, `New name ${plant.tag}`))
  await showsInTime(page, info, async () => undefined, text(tree, `New name ${plant.tag}`))
})

test('a setting of a machine', async ({ page, plant }, info) => {
  const machine = await plant.machineIn(`Setting ${plant.tag}`, plant.company.rootUnitId)
  await watch(page, plant, `/e/${machine.equipmentId}?panel=configuration`)
  const field = page.getByLabel(/^Maximum cycle time/)
  await expect(field).toHaveValue('300')
  const change = () => plant.company.call('PUT', `/v0/e/${machine.equipmentId}`, { maximum_allowed_cycle_time: 12.5 })
  await showsInTime(page, info, change, () => look(field).toHaveValue('12.5'))
})

test('a member: added, and given another role', async ({ page, plant }, info) => {
  await watch(page, plant, '/setup/users')
  await expect(lineOf(page, plant.username)).toBeVisible()
  const username = `second.${plant.tag}@plant.example`
  let id = 0
  const add = async () => {
    const wanted = { username, first_name: 'Sam', last_name: 'Second', password: 'given to them 1' }
    id = (await plant.company.call<{ user: { id: number } }>('POST', '/v0/users', wanted)).user.id
  }
  await showsInTime(page, info, add, visible(lineOf(page, username)))
  const admin = lineOf(page, username).getByRole('switch', { name: /is admin/ })
  await expect(admin).not.toBeChecked()
  const promote = () => plant.company.call('PUT', `/v0/users/${id}`, { is_admin: true, is_superuser: false })
  await showsInTime(page, info, promote, () => look(admin).toBeChecked())
})

test('a device: added to a machine, and no longer active', async ({ page, plant }, info) => {
  const machine = await plant.machineIn(`Device ${plant.tag}`, plant.company.rootUnitId)
  await watch(page, plant, `/e/${machine.equipmentId}?panel=devices`)
  await expect(card(page, machine.uuid)).toBeVisible()
  const deviceUUID = crypto.randomUUID()
  let id = 0
  const add = async () => {
    const wanted = { deviceUUID, equipId: machine.equipmentId, primary: false, active: true }
    id = (await plant.company.call<{ device: { id: number } }>('POST', '/v0/devices', wanted)).device.id
  }
  await showsInTime(page, info, add, visible(card(page, deviceUUID)))
  const stop = () => plant.company.call('PUT', `/v0/devices/${id}`, { active: false })
  await showsInTime(page, info, stop, text(card(page, deviceUUID), 'not active'))
})

test('groups, displays and keys of the company', async ({ page, plant }, info) => {
  await watch(page, plant, '/setup/groups')
  await expect(page.getByLabel('Group name')).toBeVisible()
  const group = () => plant.company.call('POST', '/v0/rosters', { name: `Setters ${plant.tag}` })
  await showsInTime(page, info, group, visible(page.getByRole('region', { name: `Setters ${plant.tag}` })))
  await goAndJoin(page, '/setup/kiosks', /"joined",\{"room":"admins:/)
  await expect(page.getByRole('main')).toContainText('Name')
  const kiosk = () =>
    plant.company.call('POST', '/v0/kiosks', {
      name: `Wall ${plant.tag}`,
      page: 'wall',
      org_unit_id: plant.company.rootUnitId,
      may_give_reasons: false,
      may_count_scrap: false,
    })
  await showsInTime(page, info, kiosk, text(page.getByRole('main'), `Wall ${plant.tag}`))
  await goAndJoin(page, '/setup/keys', /"joined",\{"room":"admins:/)
  await expect(page.getByRole('button', { name: 'Make key' })).toBeVisible()
  const key = () =>
    plant.company.call('POST', '/v0/api_keys', {
      name: `Report ${plant.tag}`,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
  await showsInTime(page, info, key, text(page.getByRole('main'), `Report ${plant.tag}`))
})

test('a reason, where the reasons are set up', async ({ page, plant }, info) => {
  const id = await reasonNamed(plant, `Belt ${plant.tag}`)
  await watch(page, plant, '/setup/reasons')
  const failure = page.getByRole('switch', { name: `Belt ${plant.tag} is a failure` })
  await expect(failure).not.toBeChecked()
  const mark = () => plant.company.call('PUT', `/v0/reasons/${id}`, { failure: true })
  await showsInTime(page, info, mark, () => look(failure).toBeChecked())
  const deactivate = () => plant.company.call('PUT', `/v0/reasons/${id}`, { active: false })
  const inactive = page.getByRole('table', { name: 'Inactive reasons' })
  await showsInTime(page, info, deactivate, text(inactive, `Belt ${plant.tag}`))
})

test('tags and templates, where they are set up', async ({ page, plant }, info) => {
  const id = await tagNamed(plant, `Lot ${plant.tag}`)
  await watch(page, plant, `/setup/tags?q=${plant.tag}`)
  const tags = page.getByRole('table', { name: 'Active tags' })
  await expect(tags).toContainText(`Lot ${plant.tag}`)
  const rename = () => plant.company.call('PUT', `/v0/tags/${id}`, { name: `Batch ${plant.tag}` })
  await showsInTime(page, info, rename, text(tags, `Batch ${plant.tag}`))
  await goAndJoin(page, '/setup/schedules', /"joined",\{"room":"company:/)
  await expect(page.getByRole('heading', { name: 'New template' })).toBeVisible()
  const body = { template: { name: `Night ${plant.tag}`, type: 'weekly' } }
  const create = () => plant.company.call('POST', '/v0/scheduletemplates', body)
  await showsInTime(page, info, create, text(page.getByRole('main'), `Night ${plant.tag}`))
})

test('a schedule template, where a schedule is edited', async ({ page, plant }, info) => {
  const machine = await plant.machineIn(`Template ${plant.tag}`, plant.company.rootUnitId)
  await watch(page, plant, `/e/${machine.equipmentId}?panel=schedule`)
  await page.getByRole('region', { name: 'Schedule', exact: true }).getByRole('button', { name: 'Edit' }).click()
  const templates = page.getByRole('dialog').getByLabel('Schedule template')
  await expect(templates).toContainText(/template/)
  const body = { template: { name: `Office ${plant.tag}`, type: 'daily' } }
  const create = () => plant.company.call('POST', '/v0/scheduletemplates', body)
  await showsInTime(page, info, create, text(templates, `Office ${plant.tag}`))
})

test('a list of the company: a new category of machines', async ({ page, plant }, info) => {
  const machine = await plant.machineIn(`List ${plant.tag}`, plant.company.rootUnitId)
  await watch(page, plant, `/e/${machine.equipmentId}?panel=configuration`)
  await page.getByRole('combobox', { name: 'Category' }).click()
  await expect(page.getByRole('option', { name: 'New category…' })).toBeVisible()
  const create = () => plant.company.call('POST', '/v0/equip/categories', { name: `Saws ${plant.tag}` })
  await showsInTime(page, info, create, visible(page.getByRole('option', { name: `Saws ${plant.tag}` })))
})

test('the company: its time zone, in the header and in its set-up', async ({ page, plant }, info) => {
  const { owner, id } = await companyApart(plant.url, `Zoned ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  await enterAs(page.context(), plant.url, owner)
  await goAndJoin(page, `/setup/c/${id}`, /"joined",\{"room":"company:/)
  const zone = page.getByLabel('Time zone')
  await expect(zone).toHaveValue('UTC')
  const change = () => company.call('PUT', '/v0/company', { orgUnit: { timezone: 'America/Denver' } })
  await showsInTime(page, info, change, value(zone, 'America/Denver'))
  await expect(page.locator('.wall-clock')).toHaveAttribute('title', 'America/Denver')
})

test('24: first day of weeks, units and currency: in the set-up and on the page of a machine', async ({
  page,
  plant,
}, info) => {
  const { owner, id } = await companyApart(plant.url, `Measured ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  await enterAs(page.context(), plant.url, owner)
  await goAndJoin(page, `/setup/c/${id}`, /"joined",\{"room":"company:/)
  await expect(page.getByLabel('Weeks begin on')).toHaveValue('0')
  const change = (body: object) => () => company.call('PUT', '/v0/company/settings', body)
  await showsInTime(page, info, change({ currency: 'EUR' }), value(page.getByLabel('Currency', { exact: true }), 'EUR'))

  const machine = await company.machine(`Measured ${plant.tag}`)
  await send(plant.url, machine, [{ t: Date.now() - 1000, type: 'tlm', temperature_1: 20 }])
  await company.call('PUT', `/v0/e/${machine.equipmentId}`, { hourly_revenue: 120 })
  await goAndJoin(page, `/e/${machine.equipmentId}?period=last-week`, /"joined",\{"room":"company:/)
  const figures = page.getByRole('region', { name: 'Now and in the period' })
  await expect(figures).toContainText('20.0 °C')
  await expect(figures).toContainText(/€\d/)
  await showsInTime(page, info, change({ measure_units: 'us', first_weekday: 1 }), text(figures, '68.0 °F'))
  await expect(page.getByRole('button', { name: /^Period: Last week Mon, .* – Sun, / })).toBeVisible()
})

test('an add-in: in the set-up of the company, and beside a machine', async ({ page, plant }, info) => {
  const { user } = await plant.company.call<{ user: { company_id: number } }>('GET', '/v0/user')
  await watch(page, plant, `/setup/c/${user.company_id}`)
  await expect(page.getByRole('heading', { name: 'Add-ins' })).toBeVisible()
  let id = 0
  const add = async () => {
    const wanted = { name: `Drawings ${plant.tag}`, index_url: 'https://drawings.example/' }
    const shown = { equipment_enabled: true, org_unit_enabled: true }
    const made = await plant.company.call<{ addin: { id: number } }>('POST', '/v0/addins', { ...wanted, ...shown })
    id = made.addin.id
  }
  await showsInTime(page, info, add, visible(lineOf(page, `Drawings ${plant.tag}`)))
  const rename = () => plant.company.call('PUT', `/v0/addins/${id}`, { name: `Manuals ${plant.tag}` })
  await showsInTime(page, info, rename, visible(lineOf(page, `Manuals ${plant.tag}`)))
  await goAndJoin(page, `/o/${plant.company.rootUnitId}`, /"joined",\{"room":"company:/)
  const entry = page.getByRole('navigation', { name: 'Page menu' }).getByRole('link', { name: `Manuals ${plant.tag}` })
  await expect(entry).toBeVisible()
  const remove = () => plant.company.call('DELETE', `/v0/addins/${id}`)
  await showsInTime(page, info, remove, () => look(entry).toHaveCount(0))
})

test('quarantine: an event that somebody released', async ({ page, plant }, info) => {
  const machine = await plant.machineIn(`Quarantine ${plant.tag}`, plant.company.rootUnitId)
  const used = { batchId: 'used' }
  await send(plant.url, machine, [status('running', Date.now() - 2000)], used)
  await send(plant.url, machine, [status('down', Date.now() - 1000)], used)
  await watch(page, plant, `/e/${machine.equipmentId}?panel=devices`)
  await page.getByText('In quarantine').click()
  const waiting = page
    .getByRole('listitem')
    .filter({ hasText: 'The batch_id was used before with other content' })
    .last()
  const button = waiting.getByRole('button', { name: 'Release' })
  await expect(button).toBeVisible()
  const path = `/v0/e/${machine.equipmentId}/quarantine`
  const { quarantine } = await plant.company.call<{ quarantine: { id: number }[] }>('GET', path)
  const release = () => plant.company.call('POST', `/v0/quarantine/${quarantine[0]?.id}/release`)
  await showsInTime(page, info, release, () => look(button).toHaveCount(0))
})
