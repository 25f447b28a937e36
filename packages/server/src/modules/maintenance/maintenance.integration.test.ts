import * as alarms from '@millwatch/contract/http/alarms'
import * as calls from '@millwatch/contract/http/maintenance'
import { createPart } from '@millwatch/contract/http/parts'
import { archiveEquipment, createOrgUnit } from '@millwatch/contract/http/tree'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { signedInCompany } from '@millwatch/lab/app/members'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-18T22:20:00Z'))
const t = await openApp({ clock, evaluatesAlarms: false })
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')
const { machine, alarm, trip } = alarmsIn(t, acme)
const { user, admin } = acme.tokens
const iso = (instant: number) => new Date(instant).toISOString()

const hours = { alarm_type_id: 6, args: { runtime_hours: 100, notes: 'Way lube\nTwo shots' } }
const cycles = { alarm_type_id: 5, args: { cycle_count: 1000 } }
const calendar = (duration: number, duration_unit = 'days') => ({ alarm_type_id: 7, args: { duration, duration_unit } })
const make = async (equipment_id: number, body: typeof hours | typeof cycles | ReturnType<typeof calendar>) =>
  (await alarm({ ...body, equipment_id }, admin)).alarm.id
const unit = async (name: string) =>
  (await t.ask(createOrgUnit, { token: admin, body: { name, parent_id: acme.rootOrgUnitId } })).orgUnit.id
const list = (query: object) => t.ask(calls.listDueMaintenance, { token: user, query })
const ack = (id: number, body: object, token = user) =>
  t.call('PUT', `/v0/alarms/${id}/ack`, { token, body: { notes: 'Done', ...body } })
const setLatest = (id: number, latest: object) =>
  t.db.owner.query('update alarm set args_latest = $2 where alarm_id = $1', [id, latest])
const baseOf = async (id: number) =>
  (await t.ask(alarms.readAlarm, { token: user, params: { id }, query: {} })).alarm.counts_from

/** Stores whole days of a machine, the last one yesterday, and the begin of today, as rollups do. */
async function days(equipmentId: number, amounts: readonly number[]): Promise<void> {
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS
  const first = today - amounts.length * DAY_MS
  const builtTo = today + 22 * HOUR_MS
  await t.db.owner.query(
    `insert into rollup_state (company_id, equipment_id, built_from, built_to, looked_to, zone)
      values ($1, $2, $3, $4, $4, 'UTC')`,
    [acme.companyId, equipmentId, first - DAY_MS, builtTo],
  )
  for (const [i, amount] of [...amounts, 3].entries())
    await t.db.owner.query(
      `insert into rollup_day (company_id, equipment_id, day_from, day_to, running_in_ms, running_out_ms, down_short_in_ms,
          down_short_out_ms, down_excessive_in_ms, down_excessive_out_ms, offline_in_ms, offline_out_ms, powered_off_in_ms,
          powered_off_out_ms, cycles)
        values ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, 0, 0, 0, 0, $7)`,
      [
        acme.companyId,
        equipmentId,
        first + i * DAY_MS,
        Math.min(first + (i + 1) * DAY_MS, builtTo),
        amount * HOUR_MS - HOUR_MS,
        HOUR_MS,
        amount * 10,
      ],
    )
}

describe('the list', () => {
  test('has overdue, due within 7 days and upcoming by nearness, with the counts of all', async () => {
    const orgUnitId = await unit('Hall 1')
    const lathe = await machine('Lathe', orgUnitId)
    const mill = await machine('Mill', orgUnitId)
    await days(
      lathe,
      Array.from({ length: 20 }, () => 10),
    )
    const soon = await make(lathe, hours)
    await setLatest(soon, { runtime_hours: 60 })
    const byCycles = await make(lathe, cycles)
    const tomorrow = await make(mill, calendar(1))
    const later = await make(mill, calendar(8))
    const over = await make(mill, calendar(3, 'months'))
    const undated = await make(mill, hours)
    await trip(over, clock.now() - 3 * DAY_MS)
    const answer = await list({ orgUnitId })
    expect(answer.counts).toEqual({ overdue: 1, soon: 2, upcoming: 3 })
    expect(answer.machines).toBe(2)
    expect(answer.maintenance.map((row) => [row.id, row.group, row.due_at, row.undated])).toEqual([
      [over, 'overdue', null, null],
      [tomorrow, 'soon', iso(clock.now() + DAY_MS), null],
      [soon, 'soon', iso(clock.now() + 4 * DAY_MS), null],
      [later, 'upcoming', iso(clock.now() + 8 * DAY_MS), null],
      [byCycles, 'upcoming', iso(clock.now() + 10 * DAY_MS), null],
      [undated, 'upcoming', null, 'little_data'],
    ])
    expect(answer.maintenance[2]).toMatchObject({
      ...{ equipment: 'Lathe', name: 'Way lube', settings: 'Every 100 hours of running', kind: 'runtime' },
      ...{ amount: 60, limit: 100, unit: 'hours', rate: { days: 20, per_day: 10, deviation: 0 } },
      ...{ due_earliest: iso(clock.now() + 4 * DAY_MS), due_latest: iso(clock.now() + 4 * DAY_MS) },
    })
    expect((await list({ orgUnitId, limit: 2 })).maintenance).toHaveLength(2)
    const found = await list({ orgUnitId, q: ' LUBE ' })
    expect([found.maintenance.map(({ id }) => id), found.counts.soon, found.machines]).toEqual([[soon, undated], 1, 2])
  })

  test('says why there is no date: under five days of data, a machine that stands still, an archived one', async () => {
    const orgUnitId = await unit('Hall 2')
    const names = ['young', 'still', 'archived']
    const ids = await Promise.all(names.map((name) => machine(name, orgUnitId)))
    const [young, still, archived] = ids as [number, number, number]
    await days(young, [10, 10, 10, 10])
    await days(
      still,
      Array.from({ length: 28 }, () => 0),
    )
    for (const id of ids) await make(id, cycles)
    await t.ask(archiveEquipment, { token: admin, params: { id: archived }, body: { archived: true } })
    const undated = async (equipIds: number) => (await list({ equipIds: String(equipIds) })).maintenance[0]?.undated
    expect([await undated(young), await undated(still), await undated(archived)]).toEqual([
      'little_data',
      'stands_still',
      'archived',
    ])
    expect((await list({ orgUnitId })).maintenance.map((row) => row.equipment)).toEqual(['young', 'still'])
  })

  test('is of the own company only, and empty without maintenance', async () => {
    const token = other.tokens.user
    const on = await machine()
    const id = await make(on, cycles)
    expect((await t.call('GET', `/v0/maintenance?equipIds=${on}`, { token })).status).toBe(404)
    expect((await t.call('GET', `/v0/maintenance/${id}`, { token })).status).toBe(404)
    expect((await t.call('GET', `/v0/maintenance/history?equipIds=${on}`, { token })).status).toBe(404)
    expect(await t.ask(calls.listDueMaintenance, { token, query: {} })).toMatchObject({ maintenance: [], machines: 0 })
  })

  test('does not know other alarms', async () => {
    const { id } = (await alarm()).alarm
    expect((await t.call('GET', `/v0/maintenance/${id}`, { token: user })).status).toBe(404)
  })
})

describe('completing', () => {
  const completions = async (id: number) =>
    (await t.ask(calls.readMaintenance, { token: user, params: { id } })).completions
  const audits = async (id: number) =>
    (
      await t.db.owner.query(`select 1 from audit_entry where operation = 'alarm.acknowledge' and subject = $1`, [
        `alarm/${id}`,
      ])
    ).rowCount

  test.each([
    ['with what its author saw', true],
    ['without', false],
  ])('many times at once counts once, %s', async (_, says) => {
    const id = await make(await machine(), hours)
    await trip(id, clock.now() - HOUR_MS)
    clock.advance(HOUR_MS)
    const seen = says ? { counts_from: await baseOf(id) } : {}
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_unused, i) => ack(id, { notes: `By ${i}`, ...seen }, i % 2 === 0 ? user : admin)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const done = answers.filter(({ json }) => (json as { done: boolean }).done)
    expect(done).toHaveLength(1)
    const notes = answers.map(
      ({ json }) =>
        (json as { alarm: { AlarmHistory: { acknowledged_notes: string }[] } }).alarm.AlarmHistory[0]
          ?.acknowledged_notes,
    )
    expect(new Set(notes).size).toBe(1)
    expect([(await completions(id)).count, await audits(id)]).toEqual([1, 1])
  })

  test('by a second person who looked before the first one completed changes nothing, however late', async () => {
    const id = await make(await machine(), hours)
    const counts_from = await baseOf(id)
    clock.advance(HOUR_MS)
    expect((await ack(id, { counts_from }, admin)).json).toMatchObject({ done: true })
    clock.advance(5 * HOUR_MS)
    expect((await ack(id, { counts_from })).json).toMatchObject({
      ...{ done: false, alarm: { AlarmHistory: [{ AcknowledgedByUser: { first_name: 'admin' } }] } },
    })
    expect((await ack(id, { counts_from: await baseOf(id) })).json).toMatchObject({ done: true })
    expect(await completions(id)).toMatchObject({ count: 2, usual_days: 5 / 24 })
  })

  test('with a clock that fell back is dated after the completion before', async () => {
    const id = await make(await machine(), hours)
    clock.advance(HOUR_MS)
    await ack(id, {})
    const first = Date.parse((await baseOf(id)) ?? '')
    clock.advance(-2 * HOUR_MS)
    expect((await ack(id, { counts_from: iso(first) })).json).toMatchObject({ done: true })
    expect(await baseOf(id)).toBe(iso(first + 1))
    clock.advance(3 * HOUR_MS)
  })

  test('takes notes of 4,000 characters, and no more', async () => {
    const id = await make(await machine(), hours)
    expect((await ack(id, { notes: 'x'.repeat(4001) })).status).toBe(400)
    expect((await ack(id, { notes: 'x'.repeat(4000) })).json).toMatchObject({ done: true })
  })

  test('with a quantity of 0, of 10^9 or of parts of a part is refused, and counts nothing', async () => {
    const id = await make(await machine(), hours)
    const { part } = await t.ask(createPart, { token: admin, body: { number: 'Wiper' } })
    const base = await baseOf(id)
    for (const qty of [0, -1, 1.5, 1_000_000_000, '2']) {
      const refused = await ack(id, { counts_from: base, critical_parts: [{ id: part.id, action: 'replace', qty }] })
      expect([qty, refused.status]).toEqual([qty, 400])
    }
    expect(await baseOf(id)).toBe(base)
    const done = await ack(id, {
      ...{ counts_from: base, critical_parts: [{ id: part.id, action: 'replace', qty: 1_000_000 }] },
    })
    expect(done.status).toBe(200)
  })

  test('keeps names and notes that run from right to left as they were written', async () => {
    const arabic = '\u0635\u064a\u0627\u0646\u0629 \u202e(A-1)\u202c'
    const place = await machine(arabic)
    const id = await make(place, { ...hours, args: { ...hours.args, notes: `${arabic}\nSecond line` } })
    const [row] = (await list({ equipIds: String(place) })).maintenance
    expect([row?.name, row?.equipment]).toEqual([arabic, arabic])
    expect((await ack(id, { notes: arabic, counts_from: await baseOf(id) })).status).toBe(200)
    const { page } = await t.ask(calls.listCompletions, { token: user, query: { equipIds: String(place) } })
    expect(page[0]).toMatchObject({ name: arabic, equipment: arabic, completion: { acknowledged_notes: arabic } })
  })

  test('of an archived machine is possible, and leaves its counter at nothing', async () => {
    const on = await machine()
    const id = await make(on, hours)
    await trip(id)
    await t.ask(archiveEquipment, { token: admin, params: { id: on }, body: { archived: true } })
    expect((await ack(id, {})).json).toMatchObject({ done: true, alarm: { tripped: false } })
    expect((await list({ equipIds: String(on) })).maintenance).toMatchObject([{ amount: 0, undated: 'archived' }])
  })
})

test('the history of a place has the completions of all its maintenance in pages, the latest first', async () => {
  const orgUnitId = await unit('Hall 3')
  const on = await machine('Saw', orgUnitId)
  const [a, b] = [await make(on, hours), await make(on, calendar(2, 'weeks'))]
  await trip((await alarm({ equipment_id: on })).alarm.id)
  await trip(b, clock.now())
  for (let i = 0; i < 12; i++) {
    clock.advance(HOUR_MS)
    await ack(i % 2 === 0 ? a : b, { notes: `Number ${i}` })
  }
  const history = (query: object) => t.ask(calls.listCompletions, { token: user, query: { orgUnitId, ...query } })
  const { page, totalCount } = await history({})
  expect([page.length, totalCount]).toEqual([10, 12])
  expect(page[0]).toMatchObject({
    ...{ equipment: 'Saw', equipment_id: on, name: 'Every 2 weeks', alarm_type_id: 7 },
    completion: { alarm_id: b, acknowledged_notes: 'Number 11', acknowledged_at: iso(clock.now()) },
  })
  expect(page[1]?.name).toBe('Way lube')
  expect((await history({ offset: 10 })).page.map((row) => row.completion.acknowledged_notes)).toEqual([
    'Number 1',
    'Number 0',
  ])
})
