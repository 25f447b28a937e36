import * as alarms from '@millwatch/contract/http/alarms'
import { archiveEquipment, createOrgUnit, removeEquipment } from '@millwatch/contract/http/tree'
import { alarmTypes, urgencyRank } from '@millwatch/domain/alarms'
import { MINUTE_MS } from '@millwatch/domain/time'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { signedInCompany } from '@millwatch/lab/app/members'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { asSystem } from '../../platform/ctx.ts'
import { mostUrgent } from './queries.ts'

const clock = manualClock(Date.parse('2026-11-18T22:20:00Z'))
const t = await openApp({ clock, evaluatesAlarms: false })
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')
const { machine, alarm, trip } = alarmsIn(t, acme)
const { user, admin, superuser } = acme.tokens

const at = (minutes: number) => clock.now() + minutes * MINUTE_MS
const iso = (instant: number) => new Date(instant).toISOString()
const read = async (id: number, query = {}) =>
  (await t.ask(alarms.readAlarm, { token: user, params: { id }, query })).alarm
const create = (body: object, token = user) => t.call('POST', '/v0/alarms', { token, body })
const change = (id: number, body: object, token = user) => t.call('PUT', `/v0/alarms/${id}`, { token, body })
const remove = (id: number, token = user) => t.call('DELETE', `/v0/alarms/${id}`, { token })
const maintenance = (body = {}) =>
  alarm({ alarm_type_id: 5, args: { cycle_count: 100 }, ...body }, admin).then((made) => made.alarm)
const entries = async (id: number) =>
  (
    await t.db.owner.query(
      `select operation, before, after from audit_entry where subject = $1 and operation like 'alarm.%' order by audit_entry_id`,
      [`alarm/${id}`],
    )
  ).rows
const stored = async (id: number) =>
  (
    await t.db.owner.query(
      `select a.args_from::float8 as "argsFrom", a.base_at::float8 as "baseAt", m.dirty_from::float8 as "dirtyFrom"
       from alarm a join alarm_machine m using (company_id, equipment_id) where alarm_id = $1`,
      [id],
    )
  ).rows[0]
const evaluated = () => t.db.owner.query('update alarm_machine set dirty_from = null')

describe('the types', () => {
  test('are those of the domain, with limits and defaults of their arguments', async () => {
    const { alarm_types } = await t.ask(alarms.listAlarmTypes, { token: user })
    expect(alarm_types.map(({ id, name }) => [id, name])).toEqual(alarmTypes.map(({ id, name }) => [id, name]))
    const offline = alarm_types.find(({ id }) => id === 4)
    expect(offline).toMatchObject({
      ...{ name: 'Offline', pm_enabled: false, trippable: true },
      args_template: {
        minutes: { label: 'For', type: 'number', default: 10, min: 5, max: 10_080, step: 1, unit: 'm', order: 1 },
      },
      config: { device_outputs: { trippable: true }, reassert_enabled: true },
    })
    const impact = alarm_types.find(({ id }) => id === 3)
    expect([impact?.trippable, impact?.config]).toEqual([
      false,
      { device_outputs: { trippable: false }, reassert_enabled: false },
    ])
    const cycles = alarm_types.find(({ id }) => id === 1)?.args_template.cycles
    expect(cycles?.default).toBeNull()
    const notes = alarm_types.find(({ id }) => id === 5)?.args_template.notes
    expect(notes).toMatchObject({ type: 'textarea', max_length: 2000, default: '' })
  })
})

describe('an alarm', () => {
  test('is created by any user with the defaults of its type, and belongs to its maker', async () => {
    const equipment_id = await machine('Press')
    const made = await alarm({ equipment_id, reassert_m: 240, notify_on_clear: true })
    expect(made).toEqual({
      status: 'success',
      userAlarm: null,
      alarm: {
        ...{ id: made.alarm.id, owner_user_id: acme.ids.user, equipment_id, alarm_type_id: 4 },
        ...{ args: { minutes: 10 }, args_latest: null, settings: 'For 10 m', device_output_config: {} },
        ...{ tripped: false, tripped_at: null, last_tripped_at: null, counts_from: null },
        ...{ created_at: iso(clock.now()), updated_at: iso(clock.now()) },
        config: { notify_on_clear: true, reassert_m: 240, critical_parts: [] },
        Equipment: { id: equipment_id, name: 'Press', active: true, supports_device_outputs: false },
        AlarmType: { id: 4, name: 'Offline', pm_enabled: false, trippable: true },
        ...{ AlarmHistory: [], UserAlarms: [], RosterAlarms: [] },
      },
    })
    expect(await read(made.alarm.id)).toEqual(made.alarm)
    expect(await entries(made.alarm.id)).toMatchObject([
      { operation: 'alarm.create', before: null, after: { equipmentId: equipment_id, alarmTypeId: 4, reassertM: 240 } },
    ])
  })

  test.each([
    [{ alarm_type_id: 4, args: { minutes: 4 } }, 'args/minutes'],
    [{ alarm_type_id: 4, args: { minutes: '10' } }, 'args/minutes'],
    [{ alarm_type_id: 4, args: { hours: 1 } }, 'args/hours'],
    [{ alarm_type_id: 1, args: {} }, 'args/cycles'],
    [{ alarm_type_id: 11, args: {} }, 'alarm_type_id'],
    [{ alarm_type_id: 3, args: {}, reassert_m: 5 }, 'reassert_m'],
    [{ alarm_type_id: 3, args: {}, notify_on_clear: true }, 'notify_on_clear'],
    [{ alarm_type_id: 10, args: { below: 70 }, device_output_config: { '24v': true } }, 'device_output_config'],
    [{ alarm_type_id: 4, args: {}, critical_parts: [{ id: 1, action: 'clean', qty: 1 }] }, 'critical_parts'],
    [{ alarm_type_id: 4, args: {}, reassert_m: 0 }, 'reassert_m'],
    [{ alarm_type_id: 4, args: {}, critical_parts: [{ id: 1, action: 'clean', qty: 0 }] }, 'critical_parts'],
  ])('%j is refused at its place', async (body, place) => {
    const answer = await create({ equipment_id: await machine(), ...body })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(place)])
  })

  test('of maintenance does not notify on clear', async () => {
    const body = { equipment_id: await machine(), alarm_type_id: 5, args: { cycle_count: 5 }, notify_on_clear: true }
    expect((await create(body, admin)).text).toContain('notify_on_clear')
  })

  test('is in words in the unit of temperature of the company, and in °C in its arguments', async () => {
    const { id } = (await alarm({ alarm_type_id: 8, args: { value: 60, minutes: 5 } })).alarm
    const choose = (measure_units: string) =>
      t.call('PUT', '/v0/company/settings', { token: admin, body: { measure_units } })
    await choose('us')
    expect(await read(id)).toMatchObject({ settings: 'Temperature above 140 °F for 5 m', args: { value: 60 } })
    await choose('metric')
    expect(await read(id)).toMatchObject({ settings: 'Temperature above 60 °C for 5 m' })
  })

  test('keeps what a change does not name, and has its arguments in force from the change on', async () => {
    const { id, equipment_id } = (await alarm({ alarm_type_id: 8, args: { value: 60, minutes: 5 }, reassert_m: 60 }))
      .alarm
    await evaluated()
    clock.advance(MINUTE_MS)
    expect((await change(id, { args: { value: 62.5 } })).json).toMatchObject({
      alarm: {
        args: { what: 'temperature', direction: 'above', value: 62.5, minutes: 5 },
        settings: 'Temperature above 62.5 °C for 5 m',
        config: { reassert_m: 60 },
        updated_at: iso(clock.now()),
      },
    })
    expect(await stored(id)).toMatchObject({ argsFrom: clock.now(), dirtyFrom: clock.now(), baseAt: at(-1) })
    clock.advance(MINUTE_MS)
    await change(id, { reassert_m: null })
    await change(id, { reassert_m: null, args: { minutes: 5 } })
    expect((await read(id)).config.reassert_m).toBeNull()
    expect((await stored(id)).argsFrom).toBe(at(-1))
    expect((await entries(id)).slice(1)).toEqual([
      {
        operation: 'alarm.update',
        before: { args: { what: 'temperature', direction: 'above', value: 60, minutes: 5 } },
        after: { args: { what: 'temperature', direction: 'above', value: 62.5, minutes: 5 } },
      },
      { operation: 'alarm.update', before: { reassertM: 60 }, after: { reassertM: null } },
    ])
    expect((await change(id, { args: { value: null } })).status).toBe(400)
    expect(equipment_id).toBeGreaterThan(0)
  })

  test('is changed and deleted by its owner and by superusers; one of maintenance by admins, who alone create it', async () => {
    const rights = async (id: number, token: string) => [
      (await change(id, { reassert_m: 5 }, token)).status,
      (await remove(id, token)).status,
    ]
    expect(await rights((await alarm()).alarm.id, user)).toEqual([200, 200])
    expect(await rights((await alarm()).alarm.id, superuser)).toEqual([200, 200])
    expect(await rights((await alarm()).alarm.id, admin)).toEqual([403, 403])
    expect(await rights((await alarm({}, admin)).alarm.id, user)).toEqual([403, 403])
    expect(await rights((await maintenance()).id, admin)).toEqual([200, 200])
    const owned = await maintenance()
    await t.db.owner.query('update alarm set owner_user_id = $2 where alarm_id = $1', [owned.id, acme.ids.user])
    expect(await rights(owned.id, user)).toEqual([403, 403])
    const body = { equipment_id: await machine(), alarm_type_id: 6, args: { runtime_hours: 5 } }
    expect((await create(body)).status).toBe(403)
  })

  test('goes with its history and its subscriptions', async () => {
    const { id } = (await alarm({ subscribe_email: true })).alarm
    await trip(id)
    expect((await remove(id)).status).toBe(200)
    expect((await t.call('GET', `/v0/alarms/${id}`, { token: user })).status).toBe(404)
    for (const table of ['alarm', 'alarm_trip', 'user_alarm'])
      expect((await t.db.owner.query(`select 1 from ${table} where alarm_id = $1`, [id])).rowCount).toBe(0)
    expect((await entries(id)).at(-1)).toMatchObject({ operation: 'alarm.delete', before: { args: { minutes: 10 } } })
  })

  test('of another company does not exist', async () => {
    const { id } = (await alarm()).alarm
    const token = other.tokens.superuser
    expect((await t.call('GET', `/v0/alarms/${id}`, { token })).status).toBe(404)
    expect((await t.call('GET', `/v0/alarms/${id}/history`, { token })).status).toBe(404)
    expect((await change(id, { reassert_m: 5 }, token)).status).toBe(404)
    expect((await remove(id, token)).status).toBe(404)
    expect((await t.call('PUT', `/v0/alarms/${id}/ack`, { token, body: {} })).status).toBe(404)
    const onForeign = { equipment_id: (await alarm()).alarm.equipment_id, alarm_type_id: 4, args: {} }
    expect((await create(onForeign, token)).status).toBe(404)
  })
})

describe('outputs', () => {
  const outputs = (config: object) => ({ alarm_type_id: 4, args: {}, device_output_config: config })
  const codeOf = async (equipment_id: number, config: object) => {
    const { status, json } = await create({ equipment_id, ...outputs(config) })
    return status === 200 ? 'success' : (json as { code: string }).code
  }

  test('need the flag of the company, and a device whose firmware supports them', async () => {
    const device = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'With device')
    expect(await codeOf(device.id, { '24v': true })).toBe('alarm_outputs_off')
    await millwatch(t, 'flags', String(acme.companyId), 'device_outputs', 'on')
    expect(await codeOf(device.id, { '24v': true })).toBe('alarm_outputs_not_supported')
    expect(await codeOf(device.id, { '24v': false })).toBe('success')
    await device.send([{ t: clock.now(), type: 'ping', firmware: '2.0.0' }])
    expect(await codeOf(device.id, { '24v': true })).toBe('success')
  })

  test('belong to one alarm of a machine each, also when two take one at once', async () => {
    const device = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Taken')
    await device.send([{ t: clock.now(), type: 'ping', firmware: '2.0.0' }])
    const many = await Promise.all(Array.from({ length: 6 }, () => codeOf(device.id, { '24v': true })))
    expect(many.toSorted()).toEqual([...Array<string>(5).fill('alarm_output_in_use'), 'success'])
    expect(await codeOf(device.id, { '24v': true, '120v': true })).toBe('alarm_output_in_use')
    const second = (await alarm({ equipment_id: device.id, device_output_config: { '120v': true, '24v': false } }))
      .alarm
    expect([second.device_output_config, second.Equipment.supports_device_outputs]).toEqual([{ '120v': true }, true])
    expect((await change(second.id, { device_output_config: { '24v': true } })).json).toMatchObject({
      code: 'alarm_output_in_use',
    })
    await change(second.id, { device_output_config: null })
    expect((await read(second.id)).device_output_config).toEqual({})
    expect(await codeOf(device.id, { '120v': true })).toBe('success')
  })
})

describe('lists', () => {
  const list = async (query = {}) => (await t.ask(alarms.listAlarms, { token: user, query })).alarms
  const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id)

  test('have the tripped ones first, then by machine; each with the latest row of its history', async () => {
    const [b, a10, a2] = [await machine('Bore'), await machine('Axis 10'), await machine('Axis 2')]
    const onB = (await alarm({ equipment_id: b })).alarm.id
    const onA10 = (await alarm({ equipment_id: a10 })).alarm.id
    const onA2 = (await alarm({ equipment_id: a2 })).alarm.id
    const impact = (await alarm({ equipment_id: a2, alarm_type_id: 3 })).alarm.id
    const equipIds = [a10, a2, b].join(',')
    expect(idsOf(await list({ equipIds }))).toEqual([impact, onA2, onA10, onB])
    await trip(onB, at(-60), at(-50))
    const last = await trip(onB, at(-5))
    const found = await list({ equipIds })
    expect(idsOf(found)).toEqual([onB, impact, onA2, onA10])
    expect(found[0]).toMatchObject({ tripped: true, tripped_at: iso(at(-5)), last_tripped_at: iso(at(-5)) })
    expect(found[0]?.AlarmHistory.map(({ id }) => id)).toEqual([last])
  })

  test('are of maintenance, of the others, or of both', async () => {
    const equipment_id = await machine()
    const offline = (await alarm({ equipment_id })).alarm.id
    const service = (await maintenance({ equipment_id })).id
    const equipIds = String(equipment_id)
    expect(idsOf(await list({ equipIds }))).toEqual([offline, service])
    expect(idsOf(await list({ equipIds, pm: true }))).toEqual([service])
    expect(idsOf(await list({ equipIds, pm: false }))).toEqual([offline])
    for (let i = 3; i > 0; i--) await trip(service, at(-i * 10), at(-i * 10 + 1))
    const { alarms: found } = await t.ask(alarms.listMaintenance, { token: user, query: { equipIds, limit: 2 } })
    expect(found.map(({ id, AlarmHistory }) => [id, AlarmHistory.map((row) => row.created_at)])).toEqual([
      [service, [iso(at(-10)), iso(at(-20))]],
    ])
  })

  test('and sums of a unit cover all machines below it that are not archived, whatever their depth', async () => {
    const unit = async (name: string, parent_id: number) =>
      (await t.ask(createOrgUnit, { token: admin, body: { name, parent_id } })).orgUnit.id
    const plant = await unit('Plant', acme.rootOrgUnitId)
    const line = await unit('Line', plant)
    const [upper, lower, archived] = [await machine('U', plant), await machine('L', line), await machine('X', line)]
    const onUpper = (await alarm({ equipment_id: upper })).alarm.id
    const onLower = (await alarm({ equipment_id: lower })).alarm.id
    const asleep = (await alarm({ equipment_id: archived })).alarm.id
    const service = (await maintenance({ equipment_id: lower })).id
    for (const id of [onLower, asleep]) await trip(id, at(-5))
    await trip(service, at(-9))
    await t.ask(archiveEquipment, { token: admin, params: { id: archived }, body: { archived: true } })
    expect(idsOf(await list({ orgUnitId: plant })).toSorted()).toEqual([onUpper, onLower, service].toSorted())
    const summary = async (query: object) => {
      const { alarms: usual, maintenance: services } = await t.ask(alarms.alarmSummary, { token: user, query })
      return [usual, services]
    }
    const named = (alarm_id: number, minutes: number, text: string, since = at(minutes)) => ({
      ...{ alarm_id, text, since: iso(since), tripped_at: iso(at(minutes)), acknowledged: false },
      Equipment: { id: lower, name: 'L' },
    })
    expect(await summary({ orgUnitId: plant })).toEqual([
      { count: 2, tripped: 1, tripped_since: iso(at(-5)), most_urgent: [named(onLower, -5, 'Offline', at(-15))] },
      { count: 1, tripped: 1, tripped_since: iso(at(-9)), most_urgent: [named(service, -9, 'Every 100 cycles')] },
    ])
    expect(await summary({ equipIds: String(upper) })).toEqual([
      { count: 1, tripped: 0, tripped_since: null, most_urgent: [] },
      { count: 0, tripped: 0, tripped_since: null, most_urgent: [] },
    ])
    expect(await summary({ equipIds: String(archived) })).toEqual([
      { count: 0, tripped: 0, tripped_since: null, most_urgent: [] },
      { count: 0, tripped: 0, tripped_since: null, most_urgent: [] },
    ])
    // Other tests of this file have tripped alarms of their own machines.
    const marked = new Map(
      (await t.ask(alarms.trippedMachines, { token: user })).machines.map(({ id, tripped }) => [id, tripped]),
    )
    expect([upper, lower, archived].map((id) => marked.get(id))).toEqual([undefined, 1, undefined])
    const foreign = other.tokens.user
    expect((await t.ask(alarms.trippedMachines, { token: foreign })).machines).toEqual([])
    expect((await t.call('GET', `/v0/alarms?orgUnitId=${plant}`, { token: foreign })).status).toBe(404)
    expect((await t.call('GET', `/v0/alarms?equipIds=${upper}`, { token: foreign })).status).toBe(404)
    expect((await t.ask(alarms.listAlarms, { token: foreign })).alarms).toEqual([])
  })

  test('the summary names the four most urgent that are tripped, and none of a machine elsewhere', async () => {
    const [a, elsewhere] = [await machine('Axis'), await machine('Elsewhere')]
    const made: number[] = []
    for (const minutes of [10, 11, 12, 13, 14])
      made.push((await alarm({ equipment_id: a, args: { minutes } })).alarm.id)
    for (const [index, id] of made.entries()) await trip(id, at(-5 - index))
    await trip((await alarm({ equipment_id: elsewhere })).alarm.id, at(-60))
    const urgent = async () =>
      (await t.ask(alarms.alarmSummary, { token: user, query: { equipIds: String(a) } })).alarms.most_urgent.map(
        ({ since, acknowledged }) => [since, acknowledged],
      )
    expect(await urgent()).toEqual([-19, -18, -17, -16].map((minutes) => [iso(at(minutes)), false]))
    await t.ask(alarms.acknowledgeAlarm, { token: user, params: { id: made.at(-1) ?? 0 }, body: { notes: 'Seen' } })
    expect(await urgent()).toEqual([-18, -17, -16, -15].map((minutes) => [iso(at(minutes)), false]))
  })

  test('the most urgent are ordered and limited by the database: not acknowledged, by rank, the longest tripped', async () => {
    const equipmentId = await machine('Ordered')
    const made: { alarmId: number; key: number[] }[] = []
    const heat = { what: 'temperature', direction: 'above', value: 60, minutes: 5 }
    const settings: Record<number, Record<string, string | number>> = {
      1: { cycles: 18 },
      8: heat,
      9: { below: 70, hours: 4 },
    }
    for (const [index, type] of [2, 1, 4, 9, 2, 8].entries()) {
      const args = settings[type] ?? {}
      const { id } = (await alarm({ equipment_id: equipmentId, alarm_type_id: type, args })).alarm
      await trip(id, at(-30 + index))
      made.push({ alarmId: id, key: [index === 0 ? 1 : 0, urgencyRank(type), index, id] })
    }
    await t.ask(alarms.acknowledgeAlarm, {
      token: user,
      params: { id: made[0]?.alarmId ?? 0 },
      body: { notes: 'Seen' },
    })
    const types = [1, 2, 4, 8, 9]
    const named = (most: number) =>
      asSystem({ database: t.db.database, clock }, acme.companyId, (ctx) =>
        mostUrgent(ctx, [equipmentId], types, types.map(urgencyRank), most),
      )
    const compared = (a: number[], b: number[]) =>
      a.map((part, i) => part - (b[i] ?? 0)).find((part) => part !== 0) ?? 0
    const expected = made.toSorted((a, b) => compared(a.key, b.key)).map(({ alarmId }) => alarmId)
    expect((await named(9)).map(({ alarmId }) => alarmId)).toEqual(expected)
    expect((await named(2)).map(({ alarmId }) => alarmId)).toEqual(expected.slice(0, 2))
  })

  test('a machine has at most 100 alarms, also when two people make the last ones at once', async () => {
    const { equipment_id } = (await alarm()).alarm
    await t.db.owner.query(
      `insert into alarm (company_id, equipment_id, alarm_type_id, args, created_at, updated_at, evaluated_to, base_at, args_from)
        select company_id, equipment_id, alarm_type_id, args, created_at, updated_at, evaluated_to, base_at, args_from
        from alarm, generate_series(1, 97) where equipment_id = $1`,
      [equipment_id],
    )
    const body = { equipment_id, alarm_type_id: 4, args: {} }
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(body)))
    const codes = answers.map(({ json }) => (json as { code?: string }).code ?? 'success').toSorted()
    expect(codes).toEqual(['alarms_full', 'alarms_full', 'success', 'success'])
    expect((await create({ ...body, equipment_id: await machine() })).status).toBe(200)
  })

  test('an archived machine takes no new alarm; the alarms of a removed one are gone, and notify nobody', async () => {
    const { id, equipment_id } = (await alarm({ subscribe_email: true })).alarm
    await evaluated()
    await t.ask(archiveEquipment, { token: admin, params: { id: equipment_id }, body: { archived: true } })
    expect((await stored(id)).dirtyFrom).toBe(clock.now())
    expect((await create({ equipment_id, alarm_type_id: 4, args: {} })).json).toMatchObject({
      code: 'equipment_archived',
    })
    expect((await read(id)).Equipment.active).toBe(false)
    await t.ask(removeEquipment, { token: admin, params: { id: equipment_id } })
    expect((await t.call('GET', `/v0/alarms/${id}`, { token: user })).status).toBe(404)
    expect((await t.db.owner.query('select 1 from user_alarm where alarm_id = $1', [id])).rowCount).toBe(0)
    expect((await t.ask(alarms.listOwnAlarms, { token: user })).alarms.map((row) => row.alarm_id)).not.toContain(id)
  })
})
