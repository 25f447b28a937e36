import * as keys from '@millwatch/contract/http/api-keys'
import * as sessions from '@millwatch/contract/http/identity'
import * as kiosks from '@millwatch/contract/http/kiosks'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import * as runs from '@millwatch/contract/http/runs'
import * as reasons from '@millwatch/contract/http/stops-reasons'
import { createOrgUnit } from '@millwatch/contract/http/tree'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const startAt = Date.UTC(2026, 5, 10, 12)
const period = `startDate=${new Date(startAt - DAY_MS).toISOString()}&endDate=${new Date(startAt).toISOString()}`

const clock = manualClock(startAt)
const config = { publicUrl: 'https://plant.example' }
const { t, company: acme, token } = await appWithCompany({ clock, config })
let admin = token
let unitId: number
let press: Awaited<ReturnType<typeof machineWithDevice>>
let saw: Awaited<ReturnType<typeof machineWithDevice>>
let stopId: number
let reasonId: number

beforeAll(async () => {
  const hall = await t.ask(createOrgUnit, { token: admin, body: { name: 'Hall', parent_id: acme.rootOrgUnitId } })
  unitId = hall.orgUnit.id
  press = await machineWithDevice(t, admin, unitId, 'Press')
  saw = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Saw')
  for (const machine of [press, saw]) await machine.send([{ t: startAt - 60_000, type: 'status', status: 'down' }])
  stopId = await stopOf(press.id)
  reasonId = (await t.ask(reasons.createReason, { token: admin, body: { reason: 'No material' } })).reason.id
})

test('a display of a person without a name has the e-mail address as its maker', async () => {
  const unnamed = await companyWithPeople(t, 'unnamed')
  const maker = await t.signIn(unnamed.emailOf('admin'))
  const body = { name: 'Hall', page: 'wall', org_unit_id: unnamed.rootOrgUnitId } as const
  await t.db.owner.query("update app_user set first_name = '', last_name = '' where email = $1", [
    unnamed.emailOf('admin'),
  ])
  const rights = { may_give_reasons: false, may_count_scrap: false }
  const { kiosk } = await t.ask(kiosks.createKiosk, { token: maker, body: { ...body, ...rights } })
  expect(kiosk.created_by).toBe(unnamed.emailOf('admin'))
  const made = await t.ask(keys.createApiKey, {
    token: maker,
    body: { name: 'ERP', expires_at: new Date(startAt + DAY_MS).toISOString() },
  })
  expect(made.api_key.created_by).toBe(unnamed.emailOf('admin'))
})

async function stopOf(machineId: number): Promise<number> {
  const query = { startDate: new Date(startAt - DAY_MS).toISOString(), endDate: new Date(startAt).toISOString() }
  const log = await t.ask(statusOfEquipment, { token: admin, params: { id: machineId }, query })
  return log.data[0]?.id ?? 0
}

interface Wanted {
  page: 'operator' | 'machine' | 'unit' | 'wall'
  equipment_id?: number
  org_unit_id?: number
  may_give_reasons?: boolean
  may_count_scrap?: boolean
  may_set_runs?: boolean
}

/** A display as an admin makes it, in a browser that opened its link. */
async function display(wanted: Wanted) {
  const body = { name: `Display ${wanted.page}`, may_give_reasons: false, may_count_scrap: false, ...wanted }
  const made = await t.ask(kiosks.createKiosk, { token: admin, body })
  const entered = await t.ask(sessions.exchangeCode, { body: { code: made.code } })
  if (!('token' in entered) || entered.token === undefined) throw new Error('The display got no token')
  return { id: made.kiosk.id, made, token: entered.token }
}

const statusOf = async (token: string, path: string) => (await t.call('GET', path, { token })).status
const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

describe('a display of a machine', () => {
  test('is made with a link that opens it once, within a minute', async () => {
    const { made, token } = await display({ page: 'machine', equipment_id: press.id })
    expect(made.kiosk).toMatchObject({
      page: 'machine',
      equipment_id: press.id,
      subject_name: 'Press',
      revoked_at: null,
    })
    expect(made.url).toBe(`https://plant.example/?token=${made.code}`)
    expect(await t.call('POST', '/v0/sessions/exchange', { body: { code: made.code } })).toMatchObject({ status: 401 })
    const { kiosk } = await t.ask(kiosks.getKiosk, { token })
    expect(kiosk).toMatchObject({ id: made.kiosk.id, page: 'machine', equipment_id: press.id, company_name: 'acme' })
    const late = await t.ask(kiosks.createKioskCode, { token: admin, params: { id: made.kiosk.id } })
    clock.advance(60_001)
    expect(await t.call('POST', '/v0/sessions/exchange', { body: { code: late.code } })).toMatchObject({ status: 401 })
  })

  test('reads its machine, and for it nothing else is there', async () => {
    const { token } = await display({ page: 'machine', equipment_id: press.id })
    expect(await statusOf(token, `/v0/e/${press.id}`)).toBe(200)
    expect(await statusOf(token, `/v0/util/e?ids=${press.id}&${period}`)).toBe(200)
    for (const path of [
      `/v0/e/${saw.id}`,
      `/v0/o/${unitId}`,
      `/v0/util/e?ids=${press.id},${saw.id}&${period}`,
      `/v0/util/o?ids=${unitId}&${period}`,
    ]) {
      const refused = await t.call('GET', path, { token })
      expect([path, refused.status]).toEqual([path, 404])
      const absent = await t.call('GET', `/v0/e/99999999`, { token })
      expect(bare(refused.text)).toBe(bare(absent.text))
    }
    for (const path of ['/v0/company', '/v0/user', '/v0/sessions', '/v0/users', '/v0/company/devices', '/v0/kiosks'])
      expect([path, await statusOf(token, path)]).toEqual([path, 403])
  })

  test('sees no parts and no revenue', async () => {
    const { token } = await display({ page: 'machine', equipment_id: press.id })
    const seen = JSON.stringify((await t.call('GET', `/v0/e/${press.id}`, { token })).json)
    const whole = JSON.stringify((await t.call('GET', `/v0/e/${press.id}`, { token: admin })).json)
    for (const field of ['hourly_revenue', 'total_part_count', 'parts_per_hour']) {
      expect([field, whole.includes(field)]).toEqual([field, true])
      expect([field, seen.includes(field)]).toEqual([field, false])
    }
  })

  test('gives reasons where it may, about its own machine, and writes nothing else on stops', async () => {
    const mute = await display({ page: 'operator', equipment_id: press.id })
    const speaking = await display({ page: 'operator', equipment_id: press.id, may_give_reasons: true })
    const annotate = (token: string, stop: number, body: object) => t.call('PUT', `/v0/status/${stop}`, { token, body })
    expect(await statusOf(mute.token, `/v0/reasons?equipId=${press.id}`)).toBe(403)
    expect(await statusOf(speaking.token, `/v0/reasons?equipId=${press.id}`)).toBe(200)
    expect(await statusOf(speaking.token, '/v0/reasons')).toBe(404)
    expect((await annotate(mute.token, stopId, { status_reason_id: reasonId })).status).toBe(403)
    expect((await annotate(speaking.token, stopId, { notes: 'x' })).status).toBe(403)
    expect((await annotate(speaking.token, stopId, { xsf_report_ignored: true })).status).toBe(403)
    expect((await annotate(speaking.token, await stopOf(saw.id), { status_reason_id: reasonId })).status).toBe(404)
    expect((await annotate(speaking.token, stopId, { status_reason_id: reasonId })).status).toBe(200)
    const { rows } = await t.db.owner.query(
      `select actor, actor_id::int, user_id, session_id is not null as has_session from audit_entry
       where operation = 'status.annotate' order by audit_entry_id desc limit 1`,
    )
    expect(rows).toEqual([{ actor: 'kiosk', actor_id: speaking.id, user_id: null, has_session: true }])
  })

  test('counts scrap where it may, on its own machine', async () => {
    const tag = await t.call('POST', '/v0/tags', { token: admin, body: { name: 'Part' } })
    const tagId = (tag.json as { tag: { id: number } }).tag.id
    const start = (equipId: number) =>
      t.ask(runs.startRun, { token: admin, body: { equipId, tags: [tagId] } }).then(({ run }) => run.id)
    const [ownRun, foreign] = [await start(press.id), await start(saw.id)]
    const mute = await display({ page: 'operator', equipment_id: press.id })
    const counting = await display({ page: 'operator', equipment_id: press.id, may_count_scrap: true })
    const scrap = async (token: string, run: number) =>
      (await t.call('PUT', `/v0/runs/${run}/addScrap`, { token, body: { qty: 1 } })).status
    expect(await scrap(mute.token, ownRun)).toBe(403)
    expect(await scrap(counting.token, foreign)).toBe(404)
    expect(await scrap(counting.token, ownRun)).toBe(200)
    expect((await t.call('PUT', `/v0/runs/${ownRun}/end`, { token: counting.token, body: {} })).status).toBe(403)
  })

  test('starts, updates and ends runs where it may, on its own machine, and notifies nobody', async () => {
    const tag = await t.call('POST', '/v0/tags', { token: admin, body: { name: 'Order' } })
    const tagId = (tag.json as { tag: { id: number } }).tag.id
    const counting = await display({ page: 'operator', equipment_id: press.id, may_count_scrap: true })
    const setting = await display({ page: 'operator', equipment_id: press.id, may_set_runs: true })
    for (const { id } of [press, saw]) {
      const active = (await t.call('GET', `/v0/e/${id}`, { token: admin })).json as {
        equip: { current_run: { id: number } | null }
      }
      const run = active.equip.current_run
      if (run !== null) await t.call('PUT', `/v0/runs/${run.id}/end`, { token: admin, body: {} })
    }
    const start = (token: string, body: object) => t.call('POST', '/v0/runs', { token, body })
    const ofPress = { equipId: press.id, tags: [tagId], cyclesTotal: 10, partsPerCycle: 1 }
    expect(await statusOf(counting.token, `/v0/tags?equipId=${press.id}`)).toBe(403)
    expect(await statusOf(setting.token, `/v0/tags?equipId=${press.id}`)).toBe(200)
    expect(await statusOf(setting.token, '/v0/tags')).toBe(404)
    expect((await start(counting.token, ofPress)).status).toBe(403)
    expect((await start(setting.token, { ...ofPress, equipId: saw.id })).status).toBe(404)
    expect((await start(setting.token, { ...ofPress, notifyRosterIds: [1] })).status).toBe(403)
    const started = await start(setting.token, ofPress)
    expect(started.status).toBe(200)
    const path = `/v0/runs/${(started.json as { run: { id: number } }).run.id}`
    expect((await t.call('PUT', path, { token: setting.token, body: { cyclesTotal: 20 } })).status).toBe(200)
    expect((await t.call('PUT', path, { token: setting.token, body: { notifyRosterIds: [] } })).status).toBe(403)
    expect((await t.call('PUT', `${path}/end`, { token: counting.token, body: {} })).status).toBe(403)
    expect((await t.call('PUT', `${path}/end`, { token: setting.token, body: { scrap: 1 } })).status).toBe(403)
    expect((await t.call('PUT', `${path}/end`, { token: setting.token, body: {} })).status).toBe(200)
  })
})

describe('a display of a unit', () => {
  test('reads the unit and what stands under it, and nothing above or beside', async () => {
    const { token } = await display({ page: 'wall', org_unit_id: unitId })
    expect(await statusOf(token, `/v0/o/${unitId}`)).toBe(200)
    expect(await statusOf(token, `/v0/e/${press.id}`)).toBe(200)
    expect(await statusOf(token, `/v0/util/o?ids=${unitId}&${period}`)).toBe(200)
    expect(await statusOf(token, `/v0/o/${acme.rootOrgUnitId}`)).toBe(404)
    expect(await statusOf(token, `/v0/e/${saw.id}`)).toBe(404)
    expect(await statusOf(token, `/v0/util/o?ids=${unitId},${acme.rootOrgUnitId}&${period}`)).toBe(404)
  })

  test('loses a machine that moves elsewhere, and gains one that comes', async () => {
    const { token } = await display({ page: 'unit', org_unit_id: unitId })
    const move = (id: number, to: number) =>
      t.call('PUT', `/v0/e/${id}`, { token: admin, body: { parent_org_unit_id: to } })
    expect((await move(saw.id, unitId)).status).toBe(200)
    expect(await statusOf(token, `/v0/e/${saw.id}`)).toBe(200)
    expect((await move(saw.id, acme.rootOrgUnitId)).status).toBe(200)
    expect(await statusOf(token, `/v0/e/${saw.id}`)).toBe(404)
  })
})

describe('who may make displays', () => {
  test.each([
    ['a machine page without a machine', { page: 'machine' as const }, 400],
    ['a unit page of a machine', { page: 'unit' as const, equipment_id: 1 }, 400],
    ['a page of a machine and a unit', { page: 'machine' as const, equipment_id: 1, org_unit_id: 1 }, 400],
    ['a machine that is not there', { page: 'machine' as const, equipment_id: 99_999_999 }, 404],
    ['a blank name', { page: 'machine' as const, equipment_id: 1, name: ' ' }, 400],
  ])('%s is refused', async (_what, wanted, expected) => {
    const body = { name: 'x', may_give_reasons: false, may_count_scrap: false, ...wanted }
    expect((await t.call('POST', '/v0/kiosks', { token: admin, body })).status).toBe(expected)
  })

  test('admins, not users; nobody of another company sees or revokes them', async () => {
    const { id } = await display({ page: 'machine', equipment_id: press.id })
    const user = await t.signIn(acme.emailOf('user'))
    expect(await statusOf(user, '/v0/kiosks')).toBe(403)
    expect(await statusOf(user, '/v0/kiosk')).toBe(403)
    const other = await companyWithPeople(t, 'globex')
    const foreign = await t.signIn(other.emailOf('superuser'))
    expect((await t.ask(kiosks.listKiosks, { token: foreign })).kiosks).toEqual([])
    const refused = await t.call('DELETE', `/v0/kiosks/${id}`, { token: foreign })
    const absent = await t.call('DELETE', '/v0/kiosks/99999999', { token: foreign })
    expect(refused.status).toBe(404)
    expect(bare(refused.text)).toBe(bare(absent.text))
    expect((await t.call('POST', `/v0/kiosks/${id}/code`, { token: foreign })).status).toBe(404)
    const theirs = { name: 'x', page: 'machine', equipment_id: press.id, may_give_reasons: true, may_count_scrap: true }
    expect((await t.call('POST', '/v0/kiosks', { token: foreign, body: theirs })).status).toBe(404)
  })
})

describe('a display that is revoked', () => {
  test('is refused at once, on other servers within a second, and its open links lead nowhere', async () => {
    const other = await injectApp({ db: t.db, clock })
    const { id, token } = await display({ page: 'machine', equipment_id: press.id })
    const { code } = await t.ask(kiosks.createKioskCode, { token: admin, params: { id } })
    expect((await other.call('GET', '/v0/kiosk', { token })).status).toBe(200)
    await t.ask(kiosks.revokeKiosk, { token: admin, params: { id } })
    expect(await statusOf(token, '/v0/kiosk')).toBe(401)
    clock.advance(1000)
    expect((await other.call('GET', '/v0/kiosk', { token })).status).toBe(401)
    expect((await t.call('POST', '/v0/sessions/exchange', { body: { code } })).status).toBe(401)
    expect((await t.call('POST', `/v0/kiosks/${id}/code`, { token: admin })).status).toBe(409)
    const listed = (await t.ask(kiosks.listKiosks, { token: admin })).kiosks.find((kiosk) => kiosk.id === id)
    expect(listed).toMatchObject({ revoked_at: expect.any(String), last_used_at: null })
    await other.close()
  })

  test('and so does a link whose maker is an admin no more', async () => {
    const body = {
      name: 'Hall',
      page: 'machine',
      equipment_id: press.id,
      may_give_reasons: false,
      may_count_scrap: false,
    } as const
    const { code } = await t.ask(kiosks.createKiosk, { token: admin, body })
    const open = async () => (await t.call('POST', '/v0/sessions/exchange', { body: { code } })).status
    const ofAdmin = `user_id = (select user_id from app_user where email = '${acme.emailOf('admin')}')`
    await t.db.owner.query(`update membership set role = 'user' where ${ofAdmin}`)
    expect(await open()).toBe(401)
    await t.db.owner.query(`update membership set role = 'admin' where ${ofAdmin}`)
    expect(await open()).toBe(200)
  })

  test('has no other end than that, as long as it is used', async () => {
    const { token } = await display({ page: 'machine', equipment_id: press.id })
    for (let week = 0; week < 10; week++) {
      clock.advance(6 * DAY_MS)
      expect((await t.call('POST', '/v0/reauth', { token, body: {} })).status).toBe(200)
    }
    clock.advance(7 * DAY_MS + 1)
    expect(await statusOf(token, '/v0/kiosk')).toBe(401)
  })

  test('leaves entries in the log: made, linked, revoked', async () => {
    admin = await t.signIn(acme.emailOf('admin'))
    const { id } = await display({ page: 'machine', equipment_id: press.id })
    await t.ask(kiosks.createKioskCode, { token: admin, params: { id } })
    await t.ask(kiosks.revokeKiosk, { token: admin, params: { id } })
    const { rows } = await t.db.owner.query('select operation from audit_entry where subject = $1 order by 1', [
      `kiosk/${id}`,
    ])
    expect(rows.map((row) => row.operation)).toEqual(['kiosk.code', 'kiosk.create', 'kiosk.revoke'])
  })
})

test('a key cannot make displays, whatever it lists', async () => {
  const body = { name: 'x', operations: ['kiosk.create'], expires_at: new Date(clock.now() + DAY_MS).toISOString() }
  expect((await t.call(keys.createApiKey.method, keys.createApiKey.path, { token: admin, body })).status).toBe(400)
})
