import { calls } from '@millwatch/contract/calls/all'
import * as keys from '@millwatch/contract/http/api-keys'
import { listAudit } from '@millwatch/contract/http/audit'
import { readJob } from '@millwatch/contract/http/jobs'
import { destroyShifts } from '@millwatch/contract/http/shifts'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const startAt = Date.UTC(2026, 5, 10, 12)

const clock = manualClock(startAt)
const { t, company: acme, token } = await appWithCompany({ clock })
let admin = token
const machineId = (await machineWithDevice(t, admin, acme.rootOrgUnitId)).id

const inDays = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString()

async function newKey(operations: string[] | null = null, token = admin, expiresAt = inDays(30)) {
  const body = { name: 'ERP', operations, expires_at: expiresAt }
  const { api_key: made, key } = await t.ask(keys.createApiKey, { token, body })
  return { id: made.id, made, key }
}

const make = async (body: object, token = admin) => t.call('POST', '/v0/api_keys', { token, body })
const ask = async (key: string, path: string, headers: Record<string, string> = {}) =>
  (await t.call('GET', path, { headers: { authorization: `Bearer ${key}`, ...headers } })).status

async function setRole(email: string, role: 'user' | 'admin' | null): Promise<void> {
  const whose = 'user_id = (select user_id from app_user where email = $1)'
  if (role === null) await t.db.owner.query(`delete from membership where ${whose}`, [email])
  else await t.db.owner.query(`update membership set role = $2 where ${whose}`, [email, role])
  clock.advance(1000)
}

describe('a key that lists nothing', () => {
  test('reads what a regular user may read, without money and e-mail addresses, and changes nothing', async () => {
    const { key } = await newKey()
    expect(await ask(key, '/v0/company')).toBe(200)
    expect(await ask(key, `/v0/e/${machineId}`)).toBe(200)
    const seen = await t.call('GET', `/v0/e/${machineId}`, { headers: { authorization: key } })
    expect(seen.text).not.toContain('hourly_revenue')
    const write = await t.call('POST', '/v0/o', { token: key, body: { name: 'x', parent_id: acme.rootOrgUnitId } })
    expect(write.status).toBe(403)
    const note = await t.call('PUT', '/v0/status/1', { token: key, body: { notes: 'x' } })
    expect(note.status).toBe(403)
  })

  test.each([
    '/v0/user',
    '/v0/sessions',
    '/v0/kiosk',
    '/v0/kiosks',
    '/v0/api_keys',
    '/v0/audit',
    '/v0/audit/export',
    '/v0/company/verifications',
  ])('is no person and no admin: %s is forbidden', async (path) => {
    expect(await ask((await newKey()).key, path)).toBe(403)
  })
})

describe('a key that lists operations', () => {
  test('does those, and no other', async () => {
    const { key } = await newKey(['org_unit.create', 'company.read'])
    expect(await ask(key, '/v0/company')).toBe(200)
    expect(await ask(key, `/v0/e/${machineId}`)).toBe(403)
    const body = { name: 'By program', parent_id: acme.rootOrgUnitId }
    expect((await t.call('POST', '/v0/o', { token: key, body })).status).toBe(200)
  })

  test('shows no money to a program, even one that may change machines', async () => {
    const { key } = await newKey(['equipment.update'])
    const answer = await t.call('PUT', `/v0/e/${machineId}`, { token: key, body: { name: 'Renamed' } })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('hourly_revenue')
  })

  test.each([
    ['something no key may do', ['user.list'], 400],
    ['what is about oneself', ['user.self.read'], 400],
    ['what is about keys', ['api_key.create'], 400],
    ['what is about displays', ['kiosk.revoke'], 400],
    ['the audit log', ['audit.read'], 400],
    ['codes that would outlive it', ['device.claim_code.create'], 400],
    ['what does not exist', ['tree.burn'], 400],
    ['what its maker may not do', ['status.ignore'], 403],
    ['nothing at all', [], 400],
    ['the same twice', ['company.read', 'company.read'], 400],
  ])('cannot list %s', async (_what, operations, expected) => {
    expect((await make({ name: 'x', operations, expires_at: inDays(1) })).status).toBe(expected)
  })

  test('is offered exactly what it may list', async () => {
    const { offered_operations: offered } = await t.ask(keys.listApiKeys, { token: admin })
    expect(offered.length).toBeGreaterThan(40)
    for (const operation of offered) expect(calls).toHaveProperty([operation])
    const made = await make({ name: 'all', operations: offered, expires_at: inDays(1) })
    expect(made.status).toBe(200)
  })

  test('has its jobs done in its own name', async () => {
    const { key, id } = await newKey(['shift.delete', 'job.read'])
    const { rows } = await t.db.owner.query(
      `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone)
       values ($1, $2, 1, 1000, 2000, 'UTC') returning shift_history_id::float8 as id`,
      [acme.companyId, machineId],
    )
    const { job } = await t.ask(destroyShifts, { token: key, body: { shiftHistoryIds: [rows[0].id] } })
    await expect
      .poll(async () => (await t.ask(readJob, { token: key, params: { id: job.id } })).job.state, { timeout: 20_000 })
      .toBe('finished')
    const { entries } = await t.ask(listAudit, { token: admin, query: { operation: 'shift.delete' } })
    expect(entries[0]).toMatchObject({ actor: 'api_key', actor_id: id, actor_name: 'ERP', subject: `job/${job.id}` })
  })
})

describe('a key stands', () => {
  test('until it expires', async () => {
    const { key } = await newKey(null, admin, inDays(2))
    clock.advance(2 * DAY_MS - 1)
    expect(await ask(key, '/v0/company')).toBe(200)
    clock.advance(1)
    expect(await ask(key, '/v0/company')).toBe(401)
    admin = await t.signIn(acme.emailOf('admin'))
  })

  test.each([
    ['in the past', -1],
    ['now', 0],
    ['too far ahead', 367],
  ])('and cannot be made to expire %s', async (_when, days) => {
    expect((await make({ name: 'x', expires_at: inDays(days) })).status).toBe(400)
  })

  test('until it is revoked: here at once, on other servers within a second', async () => {
    const other = await injectApp({ db: t.db, clock })
    const { key, id } = await newKey()
    const elsewhere = async () => (await other.call('GET', '/v0/company', { token: key })).status
    expect([await ask(key, '/v0/company'), await elsewhere()]).toEqual([200, 200])
    await t.ask(keys.revokeApiKey, { token: admin, params: { id } })
    expect(await ask(key, '/v0/company')).toBe(401)
    clock.advance(1000)
    expect(await elsewhere()).toBe(401)
    await other.close()
  })

  test('as long as its maker is a member, and does no more than its maker may now', async () => {
    const email = acme.emailOf('superuser')
    const maker = await t.signIn(email)
    const writer = await newKey(['org_unit.create', 'company.read'], maker)
    const body = { name: 'x', parent_id: acme.rootOrgUnitId }
    const write = async () => (await t.call('POST', '/v0/o', { token: writer.key, body })).status
    expect(await write()).toBe(200)
    await setRole(email, 'user')
    expect([await write(), await ask(writer.key, '/v0/company')]).toEqual([403, 200])
    await setRole(email, null)
    expect([await write(), await ask(writer.key, '/v0/company')]).toEqual([401, 401])
    const listed = (await t.ask(keys.listApiKeys, { token: admin })).api_keys.find((key) => key.id === writer.id)
    expect(listed).toMatchObject({ state: 'orphaned' })
  })

  test('and notes that it was used at most once a minute', async () => {
    const { key, id } = await newKey()
    const lastUsed = async () =>
      (await t.db.owner.query('select last_used_at::float8 as at from api_key where api_key_id = $1', [id])).rows[0].at
    expect(await lastUsed()).toBeNull()
    const first = clock.now()
    await ask(key, '/v0/company')
    expect(await lastUsed()).toBe(first)
    clock.advance(59_999)
    await ask(key, '/v0/company')
    expect(await lastUsed()).toBe(first)
    clock.advance(1001)
    await ask(key, '/v0/company')
    expect(await lastUsed()).toBe(clock.now())
  })

  test('in its company only', async () => {
    const { key, id } = await newKey()
    const globex = await companyWithPeople(t, 'globex')
    const foreign = await t.signIn(globex.emailOf('superuser'))
    expect((await t.ask(keys.listApiKeys, { token: foreign })).api_keys).toEqual([])
    expect((await t.call('DELETE', `/v0/api_keys/${id}`, { token: foreign })).status).toBe(404)
    const theirs = await t.call('GET', `/v0/o/${globex.rootOrgUnitId}`, { token: key })
    expect(theirs.status).toBe(404)
    expect(await ask(key, '/v0/company')).toBe(200)
  })

  test('in the header only: a browser cannot be made to send it', async () => {
    const { key } = await newKey()
    const cookie = { host: 'localhost:8080', cookie: `millwatch=${key}` }
    expect((await t.call('GET', '/v0/company', { headers: cookie })).status).toBe(401)
  })
})

test('a key is kept as a hash, shown once, and in the log by its name', async () => {
  const { key, id } = await newKey()
  const { rows } = await t.db.owner.query(
    'select row_to_json(api_key)::text as kept from api_key where api_key_id = $1',
    [id],
  )
  expect(rows[0].kept).not.toContain(key)
  expect((await t.call('GET', '/v0/api_keys', { token: admin })).text).not.toContain(key)
  const log = await t.ask(listAudit, { token: admin, query: { subject: `api_key/${id}` } })
  expect(log.entries).toMatchObject([{ operation: 'api_key.create', actor: 'user', actor_name: 'admin acme' }])
  expect(JSON.stringify(log)).not.toContain(key)
})

test.each(['mwk_', 'mwk_false', `mwk_${'x'.repeat(200)}`])('no key: %s', async (key) => {
  expect(await ask(key, '/v0/company')).toBe(401)
})
