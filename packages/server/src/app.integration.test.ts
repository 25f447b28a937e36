import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@millwatch/contract/endpoint'
import * as company from '@millwatch/contract/http/company'
import * as devices from '@millwatch/contract/http/devices'
import * as equipmentLists from '@millwatch/contract/http/equipment-lists'
import * as health from '@millwatch/contract/http/health'
import * as ingest from '@millwatch/contract/http/ingest'
import * as jobs from '@millwatch/contract/http/jobs'
import * as quarantine from '@millwatch/contract/http/quarantine'
import * as reasons from '@millwatch/contract/http/reasons'
import * as restatements from '@millwatch/contract/http/restatements'
import * as runs from '@millwatch/contract/http/runs'
import * as schedules from '@millwatch/contract/http/schedules'
import * as series from '@millwatch/contract/http/series'
import * as sessions from '@millwatch/contract/http/sessions'
import * as shiftEdits from '@millwatch/contract/http/shift-edits'
import * as shifts from '@millwatch/contract/http/shifts'
import * as status from '@millwatch/contract/http/status'
import * as stops from '@millwatch/contract/http/stops'
import * as tags from '@millwatch/contract/http/tags'
import * as telemetry from '@millwatch/contract/http/telemetry'
import * as tree from '@millwatch/contract/http/tree'
import * as utilization from '@millwatch/contract/http/utilization'
import * as verifications from '@millwatch/contract/http/verifications'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy, rowOf } from './platform/policy.ts'
import type { Role } from './platform/tables.ts'
import { addressOf, companyWithPeople, type InjectApp, injectApp, machineWithDevice } from './testing/inject-app.ts'

const everyExport = [
  company,
  devices,
  equipmentLists,
  health,
  ingest,
  jobs,
  quarantine,
  reasons,
  restatements,
  runs,
  schedules,
  series,
  sessions,
  shiftEdits,
  shifts,
  status,
  stops,
  tags,
  telemetry,
  tree,
  utilization,
  verifications,
]
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'shapes' in value
const endpoints = everyExport.flatMap((module) => Object.values(module)).filter(isEndpoint)
const guarded = endpoints.filter((one) => !['public', 'device'].includes(rowOf(one.operation).least))
const named = (list: Endpoint[]) => list.map((one) => [`${one.method} ${one.path}`, one] as const)

const now = Date.now()
const period = { startDate: new Date(now - 3_600_000).toISOString(), endDate: new Date(now).toISOString() }

interface Ids {
  e: number
  o: number
  q: number
  d: number
  template: number
  job: number
  shift: number
  uuid: string
  /** A stop, a reason, a tag and an active run. */
  stop: number
  reason: number
  tag: number
  run: number
}

/** Which of the ids is the one in the path. */
function kindOf(operation: string): Exclude<keyof Ids, 'uuid'> {
  if (operation.startsWith('org_unit')) return 'o'
  if (operation.startsWith('device.')) return 'd'
  if (operation.startsWith('schedule_template')) return 'template'
  if (operation === 'job.read') return 'job'
  if (operation === 'status.annotate') return 'stop'
  if (operation.startsWith('reason.')) return 'reason'
  if (operation.startsWith('tag.')) return 'tag'
  if (operation.startsWith('run.')) return 'run'
  return operation === 'quarantine.release' ? 'q' : 'e'
}

/** What makes a call one that would be served, about the machine `e`, the unit `o`, the quarantined event `q`, the device `d`. */
function partsOf({ operation, shapes }: Endpoint, ids: Ids) {
  const kind = kindOf(operation)
  const body: Record<string, object> = {
    'org_unit.create': { name: 'x', parent_id: ids.o },
    'equipment.create': { name: 'x', parent_id: ids.o },
    'org_unit.update': { name: 'canary-unit' },
    'equipment.update': { name: 'canary-machine' },
    'org_unit.schedule.update': { schedule: null },
    'equipment.schedule.update': { schedule: null },
    'schedule_template.create': { template: { name: 'x', type: 'daily' } },
    'schedule_template.update': { template: { name: 'canary-template' } },
    'device.create': { deviceUUID: randomUUID(), equipId: ids.e, primary: false, active: true },
    'equipment.archive': { archived: false },
    'device.update': { active: true },
    'device.reassign': { equipId: ids.e },
    'shift.insert': { insert: { equipIds: [ids.e], shift: 1, start: period.startDate, end: period.endDate } },
    'shift.update': { updates: [{ id: ids.shift, shift: 2 }] },
    'shift.delete': { shiftHistoryIds: [ids.shift] },
    'category.create': { name: 'x' },
    'manufacturer.create': { name: 'x' },
    'model.create': { number: 'x' },
    'status.annotate': { notes: 'canary-notes' },
    'reason.create': { reason: 'x' },
    'tag.create': { name: 'x' },
    'run.start': { equipId: ids.e, tags: [ids.tag] },
    'run.scrap': { qty: 1 },
  }
  const isPeriod = JSON.stringify(shapes.query ?? {}).includes('startDate')
  const isList = JSON.stringify(shapes.query ?? {}).includes('"ids"')
  const isOffer = JSON.stringify(shapes.query ?? {}).includes('equipId')
  return {
    params: { id: ids[kind], uuid: ids.uuid },
    query: {
      ...(isPeriod ? period : {}),
      ...(isList ? { ids: ids[kind] } : {}),
      ...(isOffer ? { equipId: ids.e } : {}),
    },
    ...(shapes.body ? { body: body[operation] ?? {} } : {}),
  }
}

let t: InjectApp
const own: Ids = { e: 0, o: 0, q: 0, d: 0, template: 0, job: 0, shift: 0, uuid: '', stop: 0, reason: 0, tag: 0, run: 0 }
const none = 99_999_999
const missing: Ids = {
  e: none,
  o: none,
  q: none,
  d: none,
  template: none,
  job: none,
  shift: none,
  uuid: randomUUID(),
  stop: none,
  reason: none,
  tag: none,
  run: none,
}
const tokens: Record<Role, string> = { user: '', admin: '', superuser: '' }
const others: Record<Role, string> = { user: '', admin: '', superuser: '' }

beforeAll(async () => {
  t = await injectApp({ config: { metricsToken: 'metrics-token-of-a-test' } })
  const acme = await companyWithPeople(t, 'acme')
  const globex = await companyWithPeople(t, 'globex')
  for (const role of ['user', 'admin', 'superuser'] as const) {
    tokens[role] = await t.signIn(acme.emailOf(role))
    others[role] = await t.signIn(globex.emailOf(role))
  }
  const unit = await t.ask(tree.createOrgUnit, {
    token: tokens.admin,
    body: { name: 'canary-unit', parent_id: acme.rootOrgUnitId },
  })
  own.o = unit.orgUnit.id
  const machine = await machineWithDevice(t, tokens.admin, own.o, 'canary-machine')
  own.e = machine.id
  own.d = machine.deviceId
  own.uuid = machine.uuid
  await machine.send([
    { t: now - 60_000, type: 'cycle', cycle_time: 5 },
    { t: now + 3 * 86_400_000, type: 'ping' },
  ])
  const held = await t.ask(quarantine.quarantineOfEquipment, { token: tokens.user, params: { id: own.e } })
  own.q = held.quarantine[0]?.id ?? 0
  own.template = await newTemplate()
  await stopsAndRuns()
  own.shift = await newShift(own.e)
  own.job = await newJob()
})
afterAll(() => t.close())

/** A machine that stands still, with a run on it. */
async function stopsAndRuns(): Promise<void> {
  const token = tokens.admin
  const still = await machineWithDevice(t, token, own.o, 'canary-still')
  await still.send([{ t: now - 60_000, type: 'status', status: 'down' }])
  const log = await t.ask(status.statusOfEquipment, { token, params: { id: still.id }, query: period })
  own.stop = log.data[0]?.id ?? 0
  own.reason = (await t.ask(reasons.createReason, { token, body: { reason: 'canary-reason' } })).reason.id
  own.tag = (await t.ask(tags.createTag, { token, body: { name: 'canary-tag' } })).tag.id
  own.run = await newRun(still.id)
}

const newRun = async (equipId: number) =>
  (await t.ask(runs.startRun, { token: tokens.user, body: { equipId, tags: [own.tag] } })).run.id

async function newTemplate(): Promise<number> {
  const body = { template: { name: 'canary', type: 'daily' as const } }
  return (await t.ask(schedules.createScheduleTemplate, { token: tokens.admin, body })).template.id
}

/** As a schedule wrote it, outside of what the machine's own wrote. */
async function newShift(equipmentId: number): Promise<number> {
  const { rows } = await t.db.owner.query(
    `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone)
     select company_id, equipment_id, 1, 1000, 2000, 'UTC' from equipment where equipment_id = $1
     returning shift_history_id::float8 as id`,
    [equipmentId],
  )
  return rows[0].id
}

async function newJob(): Promise<number> {
  const body = { shiftHistoryIds: [await newShift(await newMachine())] }
  return (await t.ask(shiftEdits.destroyShifts, { token: tokens.admin, body })).job.id
}

async function newMachine(): Promise<number> {
  const body = { name: 'canary', parent_id: own.o }
  return (await t.ask(tree.createEquipment, { token: tokens.admin, body })).equip.id
}

/** What a call takes away is made for it. */
async function subjectsOf({ operation }: Endpoint): Promise<Ids> {
  const token = tokens.admin
  const body = { name: 'canary', parent_id: own.o }
  if (operation === 'org_unit.remove')
    return { ...own, o: (await t.ask(tree.createOrgUnit, { token, body })).orgUnit.id }
  if (operation === 'equipment.remove' || operation === 'run.start') return { ...own, e: await newMachine() }
  if (operation === 'run.end') return { ...own, run: await newRun(await newMachine()) }
  if (operation.startsWith('shift.')) {
    // A machine that no other job has.
    const e = await newMachine()
    return { ...own, e, shift: await newShift(e) }
  }
  if (operation === 'schedule_template.delete') return { ...own, template: await newTemplate() }
  return own
}

function send(endpoint: Endpoint, ids: Ids, token?: string) {
  const { params, query, body } = partsOf(endpoint, ids)
  return t.call(endpoint.method, addressOf(endpoint, params, query), { token, body })
}
const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

test('every call has a row in the policy table, and every row is for something', () => {
  const operations = endpoints.map((one) => one.operation)
  for (const operation of operations) expect(policy).toHaveProperty([operation])
  const elsewhere = ['metrics.read', 'docs.read', 'page.read', 'status.ignore']
  expect(Object.keys(policy).sort()).toEqual([...new Set([...operations, ...elsewhere])].sort())
})

describe('who may do what', () => {
  test.each(named(guarded))('%s: nobody without a session', async (_name, endpoint) => {
    for (const token of ['', 'nonsense', 'Bearer eyJhbGciOiJub25lIn0.e30.', `Device ${randomUUID()}:key`]) {
      const answer = await send(endpoint, own, token)
      expect([token, answer.status, answer.json]).toMatchObject([token, 401, { code: 'unauthorized' }])
    }
  })

  test.each(named(guarded))('%s: by role', async (_name, endpoint) => {
    if (endpoint.operation === 'session.end') return
    const least = rowOf(endpoint.operation).least
    const ranks = ['user', 'admin', 'superuser']
    for (const role of ['user', 'admin', 'superuser'] as const) {
      const answer = await send(endpoint, await subjectsOf(endpoint), tokens[role])
      const expected = ranks.indexOf(role) >= ranks.indexOf(least) ? 200 : 403
      expect([role, answer.status, answer.text]).toEqual([role, expected, expect.any(String)])
      if (expected === 403) expect(answer.json).toMatchObject({ code: 'forbidden' })
    }
  })

  const withIds = guarded.filter(
    ({ path, shapes: { query, body } }) =>
      /:(id|uuid)/.test(path) || /parent_id|equipId|shiftHistoryIds|updates|"ids"/.test(JSON.stringify([query, body])),
  )
  test.each(named(withIds))('%s: what is of another company is not there', async (_name, endpoint) => {
    if (endpoint.operation === 'company.read') return
    for (const role of ['admin', 'superuser'] as const) {
      const foreign = await send(endpoint, own, others[role])
      const unknown = await send(endpoint, missing, others[role])
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      expect(bare(foreign.text)).toBe(bare(unknown.text))
      expect(foreign.json).toMatchObject({ error: 'Invalid request', code: 'not_found' })
    }
  })

  test('a list of own and foreign ids is none at all', async () => {
    const query = `ids=${own.e},99999999&startDate=${period.startDate}&endDate=${period.endDate}`
    expect((await t.call('GET', `/v0/util/e?${query}`, { token: tokens.user })).status).toBe(404)
    expect(
      (await t.call('GET', `/v0/util/o?${query.replace(/ids=\d+/, `ids=${own.o}`)}`, { token: tokens.user })).status,
    ).toBe(404)
  })

  test('no answer to another company holds a word of this one', async () => {
    for (const endpoint of guarded) {
      if (endpoint.operation === 'session.end') continue
      const answer = await send(endpoint, own, others.superuser)
      expect(answer.text).not.toMatch(/canary|acme/)
    }
  })
})

describe('every answer', () => {
  const paths = [
    '/',
    '/v0/e/1',
    '/v0/nothing',
    '/nothing',
    '/health',
    '/docs',
    '/docs/json',
    '/docs/static/swagger-ui.css',
    '/metrics',
    '/live',
  ]
  test.each(paths)('%s bears the strict headers', async (path) => {
    const { headers } = await t.call('GET', path)
    const csp = String(headers['content-security-policy'])
    expect(csp).not.toMatch(/unsafe/)
    for (const part of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) expect(csp).toContain(part)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers).toHaveProperty('permissions-policy')
    if (path.startsWith('/v0')) expect(headers['cache-control']).toBe('no-store')
  })

  test('documents every call, in a page and as JSON', async () => {
    const { json } = await t.call('GET', '/docs/json')
    const { paths } = json as { paths: Record<string, Record<string, { summary: string }>> }
    for (const { method, path, summary } of endpoints) {
      const written = path.replace(/:([a-z]+)/g, '{$1}')
      expect(paths[written]?.[method.toLowerCase()]?.summary).toBe(summary)
    }
  })

  test.each(['running_inside_s', 'util_pct', 'restated_at', 'cycles_current', 'lateStart', 'startDate'])(
    'documents what %s means',
    async (field) => {
      const { text } = await t.call('GET', '/docs/json')
      const described = new RegExp(
        `"${field}":\\{[^{}]*"description":"[^"]{15}|"description":"[^"]{15}[^{}]*"name":"${field}"|"name":"${field}"[^{}]*"description":"[^"]{15}`,
      )
      expect(text).toMatch(described)
    },
  )

  test('metrics name nobody', async () => {
    const answer = await t.call('GET', '/metrics', { headers: { authorization: 'Bearer metrics-token-of-a-test' } })
    expect(answer.text).toContain('operation="equipment.read"')
    expect(answer.text).not.toMatch(/canary|acme|globex/)
  })
})

test('questions of two companies on two connections never mix', async () => {
  const narrow = t.db.open({ poolSize: { ask: 2, ingest: 2 } })
  const mixed = await injectApp({ db: { ...t.db, database: narrow } })
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, i) => mixed.ask(company.getCompany, { token: i % 2 ? tokens.user : others.user })),
  )
  for (const [i, { company: read }] of answers.entries()) {
    expect(read.name).toBe(i % 2 ? 'acme' : 'globex')
    expect(JSON.stringify(read).includes('canary')).toBe(i % 2 === 1)
  }
  await mixed.close()
})
