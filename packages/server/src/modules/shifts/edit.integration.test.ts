import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { HOUR_MS } from '@millwatch/domain/time'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day, insertion, iso, shiftBench, shortLease } from './edit.testing.ts'

let bench: Awaited<ReturnType<typeof shiftBench>>
let t: typeof bench.t
let admin: string
let user: string
let foreign: string
let press: number
let lathe: number
let latheName: string

beforeAll(async () => {
  bench = await shiftBench({ lease: shortLease })
  t = bench.t
  admin = bench.admin
  user = await t.signIn(bench.acme.emailOf('user'))
  const globex = await companyWithPeople(t, 'globex')
  foreign = await t.signIn(globex.emailOf('admin'))
})
beforeEach(async () => {
  press = (await bench.machine('Press')).id
  const other = await bench.machine('Lathe')
  lathe = other.id
  latheName = other.name
})
afterAll(() => t.close())

describe('an insertion', () => {
  test('answers with a job at once; then the shift is there, as a person wrote it', async () => {
    const job = await bench.insert([press, lathe], day + 6 * HOUR_MS, day + 14 * HOUR_MS, 2)
    expect(job).toEqual({ id: expect.any(Number), state: 'queued' })
    expect(await bench.outcome(job.id)).toMatchObject({
      state: 'finished',
      kind: 'shift.insert',
      error: null,
      result: { inserted: 2, changed: 0, deleted: 0 },
    })
    for (const id of [press, lathe]) {
      const stored = {
        shift: 2,
        from: day + 6 * HOUR_MS,
        to: day + 14 * HOUR_MS,
        zone: 'America/New_York',
        edited: true,
      }
      expect(await bench.history(id)).toMatchObject([stored])
    }
    expect(await bench.locked()).toEqual([])
    const { rows } = await t.db.owner.query(`select * from audit_entry where subject = $1`, [`job/${job.id}`])
    expect(rows).toMatchObject([{ operation: 'shift.insert', after: [{ equipmentId: press, shift: 2 }, {}] }])
    expect(rows[0].user_id).not.toBeNull()
  })

  test('takes epoch seconds as well, with decimals', async () => {
    const insert = { equipIds: [press], shift: 0 as const, start: day / 1000, end: day / 1000 + 0.5 }
    await bench.done((await t.ask(insertShifts, { token: admin, body: { insert } })).job)
    expect(await bench.history(press)).toMatchObject([{ from: day, to: day + 500, shift: 0 }])
  })

  test('over a shift that is there fails, names machine and shift in local time, and changes nothing', async () => {
    await bench.done(await bench.insert([lathe], day + 6 * HOUR_MS, day + 14 * HOUR_MS, 3))
    const before = await bench.history(lathe)
    const job = await bench.insert([press, lathe], day + 13 * HOUR_MS, day + 15 * HOUR_MS)
    expect(await bench.outcome(job.id)).toMatchObject({
      state: 'failed',
      result: null,
      error: `Overlaps with the third shift of ${latheName} from 2026-05-04 02:00 to 2026-05-04 10:00 (America/New_York). Nothing was changed`,
    })
    expect(await bench.history(lathe)).toEqual(before)
    expect(await bench.history(press)).toEqual([])
    expect(await bench.locked()).toEqual([])
  })

  test.each([
    ['ends before it starts', { start: iso(day), end: iso(day - 1) }],
    ['has no length', { start: iso(day), end: iso(day) }],
    ['is longer than a year', { start: iso(day), end: iso(day + 367 * 24 * HOUR_MS) }],
    ['is in milliseconds', { start: day, end: day + HOUR_MS }],
    ['has no zone', { start: '2026-05-04T06:00:00', end: '2026-05-04T14:00:00' }],
    ['is of a fourth shift', { shift: 4 }],
    ['is of no machine', { equipIds: [] }],
    ['says more', { colour: 'red' }],
  ])('that %s is refused', async (_what, odd) => {
    const body = { insert: { ...insertion([press], day, day + HOUR_MS).insert, ...odd } }
    const answer = await t.call('POST', '/v0/shifts/bulkInsert', { token: admin, body })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_request')])
  })
})

describe('an update', () => {
  test('moves, turns and shortens rows; what they leave is void, and they are a person’s from now on', async () => {
    await t.db.owner.query(
      `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone) values ($1, $2, 1, $3, $4, 'Europe/Berlin')`,
      [bench.acme.companyId, press, day, day + 8 * HOUR_MS],
    )
    const [row] = await bench.history(press)
    const updates = [{ id: row!.id, start: iso(day + HOUR_MS), end: day / 1000 + 9 * 3600, shift: 2 as const }]
    await bench.done((await t.ask(updateShifts, { token: admin, body: { updates } })).job)
    expect(await bench.history(press)).toMatchObject([
      { id: row!.id, shift: 2, from: day + HOUR_MS, to: day + 9 * HOUR_MS, edited: true, zone: 'Europe/Berlin' },
    ])
    expect(await bench.voids(press)).toEqual([{ from: day, to: day + HOUR_MS }])
  })

  test('lets rows change places, and refuses one that runs into another', async () => {
    await bench.done(await bench.insert([press], day, day + HOUR_MS, 1))
    await bench.done(await bench.insert([press], day + HOUR_MS, day + 2 * HOUR_MS, 2))
    const [first, two] = await bench.history(press)
    const swap = [
      { id: first!.id, start: iso(day + HOUR_MS), end: iso(day + 2 * HOUR_MS) },
      { id: two!.id, start: iso(day), end: iso(day + HOUR_MS) },
    ]
    await bench.done((await t.ask(updateShifts, { token: admin, body: { updates: swap } })).job)
    expect((await bench.history(press)).map(({ shift }) => shift)).toEqual([2, 1])
    const half = [{ id: two!.id, end: iso(day + 1.5 * HOUR_MS) }]
    const failing = await bench.outcome((await t.ask(updateShifts, { token: admin, body: { updates: half } })).job.id)
    expect(failing.error).toMatch(
      /^Overlaps with the first shift of Press \d+ from 2026-05-03 21:00 to 2026-05-03 22:00/,
    )
    expect(await bench.voids(press)).toEqual([])
  })

  test('that says nothing, names a row twice, or would end before it starts is refused', async () => {
    await bench.done(await bench.insert([press], day, day + HOUR_MS))
    const id = (await bench.history(press))[0]!.id
    const bad = [
      [{ id }],
      [
        { id, shift: 1 },
        { id, shift: 2 },
      ],
      [{ id, end: iso(day) }],
      [{ id, start: iso(day + HOUR_MS) }],
      [],
    ]
    for (const updates of bad) {
      const { status } = await t.call('PUT', '/v0/shifts/bulkUpdate', { token: admin, body: { updates } })
      expect([JSON.stringify(updates), status]).toEqual([JSON.stringify(updates), 400])
    }
  })
})

describe('a deletion', () => {
  test('after an insertion leaves what counts as it was, and no schedule writes there again', async () => {
    await bench.done(await bench.insert([press], day, day + 4 * HOUR_MS))
    const before = await bench.history(press)
    await bench.done(await bench.insert([press], day + 5 * HOUR_MS, day + 6 * HOUR_MS))
    const added = (await bench.history(press)).filter(({ id }) => !before.some((earlier) => earlier.id === id))
    await bench.done(
      (await t.ask(destroyShifts, { token: admin, body: { shiftHistoryIds: added.map(({ id }) => id) } })).job,
    )
    expect(await bench.history(press)).toEqual(before)
    expect(await bench.voids(press)).toEqual([{ from: day + 5 * HOUR_MS, to: day + 6 * HOUR_MS }])
    await bench.done(await bench.insert([press], day + 5 * HOUR_MS, day + 6 * HOUR_MS))
    expect(await bench.voids(press)).toEqual([])
  })

  test('of one machine years before that of another leaves the time between alone on both', async () => {
    const [early, late] = [await bench.machine('early'), await bench.machine('late')]
    const [yearsBefore, between] = [day - 40_000 * HOUR_MS, day - 20_000 * HOUR_MS]
    const destroy = async (ids: number[]) =>
      bench.done((await t.ask(destroyShifts, { token: admin, body: { shiftHistoryIds: ids } })).job)
    const rowsAt = async (at: number) =>
      [...(await bench.history(early.id)), ...(await bench.history(late.id))]
        .filter(({ from }) => from === at)
        .map(({ id }) => id)
    await bench.done(await bench.insert([early.id, late.id], between, between + HOUR_MS))
    await destroy(await rowsAt(between))
    await bench.done(await bench.insert([early.id], yearsBefore, yearsBefore + HOUR_MS))
    await bench.done(await bench.insert([late.id], day, day + HOUR_MS))
    const written = () =>
      bench.rows('select equipment_id, xmin::text from shift_void where started_at = $1 order by 1', [between])
    const before = await written()
    await destroy([...(await rowsAt(yearsBefore)), ...(await rowsAt(day))])
    expect(before).toHaveLength(2)
    expect(await written()).toEqual(before)
    expect(await bench.voids(early.id)).toEqual([
      { from: yearsBefore, to: yearsBefore + HOUR_MS },
      { from: between, to: between + HOUR_MS },
    ])
    expect(await bench.voids(late.id)).toEqual([
      { from: between, to: between + HOUR_MS },
      { from: day, to: day + HOUR_MS },
    ])
  })
})

describe('who may', () => {
  const calls = () =>
    [
      ['POST', '/v0/shifts/bulkInsert', insertion([press], day, day + HOUR_MS)],
      ['PUT', '/v0/shifts/bulkUpdate', { updates: [{ id: 1, shift: 1 }] }],
      ['DELETE', '/v0/shifts/bulkDestroy', { shiftHistoryIds: [1] }],
    ] as const

  test('admins alone', async () => {
    for (const [method, path, body] of calls()) {
      expect((await t.call(method, path, { token: user, body })).status).toBe(403)
    }
  })

  test('nobody about what is another’s or not there: 404 for the whole call, and nothing is done', async () => {
    await bench.done(await bench.insert([press], day, day + HOUR_MS))
    const ownRowId = (await bench.history(press))[0]!.id
    const before = await bench.countOf('job')
    const elsewhere = [
      ['POST', '/v0/shifts/bulkInsert', insertion([press, 99_999_999], day + HOUR_MS, day + 2 * HOUR_MS), admin],
      ['POST', '/v0/shifts/bulkInsert', insertion([press], day, day + HOUR_MS), foreign],
      [
        'PUT',
        '/v0/shifts/bulkUpdate',
        {
          updates: [
            { id: ownRowId, shift: 3 },
            { id: 99_999_999, shift: 3 },
          ],
        },
        admin,
      ],
      ['PUT', '/v0/shifts/bulkUpdate', { updates: [{ id: ownRowId, shift: 3 }] }, foreign],
      ['DELETE', '/v0/shifts/bulkDestroy', { shiftHistoryIds: [ownRowId, 99_999_999] }, admin],
      ['DELETE', '/v0/shifts/bulkDestroy', { shiftHistoryIds: [ownRowId] }, foreign],
    ] as const
    for (const [method, path, body, token] of elsewhere) {
      const answer = await t.call(method, path, { token, body })
      expect([path, answer.status, answer.json]).toMatchObject([
        path,
        404,
        { code: 'not_found', error: 'Invalid request' },
      ])
    }
    expect(await bench.countOf('job')).toBe(before)
    expect(await bench.locked()).toEqual([])
  })

  test('read a job: its company', async () => {
    const job = await bench.insert([press], day, day + HOUR_MS)
    await bench.done(job)
    expect((await t.call('GET', `/v0/jobs/${job.id}`, { token: user })).status).toBe(200)
    expect((await t.call('GET', `/v0/jobs/${job.id}`, { token: foreign })).status).toBe(404)
    expect((await t.call('GET', '/v0/jobs/99999999', { token: foreign })).status).toBe(404)
  })
})

test('what lies before the horizon of a machine stays as it is', async () => {
  await bench.done(await bench.insert([press], day, day + 4 * HOUR_MS))
  const row = (await bench.history(press))[0]!
  await t.db.owner.query(
    `insert into machine_state (company_id, equipment_id, version, state, latest, since_checkpoint, horizon_at)
     values ($1, $2, 0, '{}', '{}', 0, $3) on conflict (company_id, equipment_id) do update set horizon_at = $3`,
    [bench.acme.companyId, press, day + HOUR_MS],
  )
  const refused = [
    ['POST', '/v0/shifts/bulkInsert', insertion([press, lathe], day - HOUR_MS, day)],
    ['PUT', '/v0/shifts/bulkUpdate', { updates: [{ id: row.id, end: iso(day + 3 * HOUR_MS) }] }],
    ['DELETE', '/v0/shifts/bulkDestroy', { shiftHistoryIds: [row.id] }],
  ] as const
  for (const [method, path, body] of refused) {
    const answer = await t.call(method, path, { token: admin, body })
    expect([path, answer.status, answer.json]).toMatchObject([path, 409, { code: 'before_horizon' }])
  }
  await bench.done(await bench.insert([press], day + 5 * HOUR_MS, day + 6 * HOUR_MS))
})
