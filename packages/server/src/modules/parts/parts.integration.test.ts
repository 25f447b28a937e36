import * as alarms from '@millwatch/contract/http/alarms'
import * as calls from '@millwatch/contract/http/parts'
import { downtimeFields, downtimeOfEquipment, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { partsOfEquipment, partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { createCategory, createManufacturer, createModel } from '@millwatch/contract/http/tree-lists'
import type { Role } from '@millwatch/domain/identity'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.UTC(2026, 2, 2, 8)
const clock = manualClock(start)
const at = (minutes: number) => start + minutes * MINUTE_MS
const iso = (minutes: number) => new Date(at(minutes)).toISOString()
const period = { startDate: iso(-60), endDate: iso(600) }

const { t, company, root } = await appWithCompany({ clock, evaluatesAlarms: false })
const tokens = await tokensOf(t, company)
let counter = 0

const part = async (attrs: Record<string, unknown> = {}, number = `P-${++counter}`) => {
  const { part: made } = await t.ask(calls.createPart, { token: tokens.admin, body: { number } })
  if (Object.keys(attrs).length === 0) return made
  return (await t.ask(calls.updatePart, { token: tokens.admin, params: { id: made.id }, body: { attrs } })).part
}
const removePart = (id: number) => t.ask(calls.deletePart, { token: tokens.admin, params: { id } })
const numbersOn = async (id: number) =>
  (await t.ask(calls.listPartsOfEquipment, { token: tokens.user, params: { id } })).parts.map(({ number }) => number)

const machine = async (unit = root) => {
  clock.set(start)
  const made = await machineWithDevice(t, tokens.admin, unit)
  const settings = { excessive_downtime_enabled: true, excessive_downtime_threshold: 60 }
  await t.ask(updateEquipment, { token: tokens.admin, params: { id: made.id }, body: settings })
  const says = (...events: [number, 'running' | 'down'][]) =>
    made.send(events.map(([minutes, status]) => ({ t: at(minutes), type: 'status', status })))
  const alive = (from: number, to: number) => made.send([{ t: at(to), type: 'ping', since: at(from) }])
  const stops = async () => {
    const log = await t.ask(statusOfEquipment, { token: tokens.user, params: { id: made.id }, query: period })
    return log.data.filter((interval) => interval.status_id === 2)
  }
  return { ...made, says, alive, stops }
}

/** Makes a machine with one stop from minute 10 to 50, an hour after the start. */
const stoppedMachine = async () => {
  const made = await machine()
  clock.set(at(60))
  await made.says([0, 'running'], [10, 'down'], [50, 'running'])
  await made.alive(0, 60)
  return { ...made, stopId: (await made.stops())[0]?.id ?? 0 }
}
const body = (equipId: number, statusLogId: number, partId: number) => ({
  ...{ equipId, statusLogId, partId, action: 'replace' as const, qty: 1 },
})
const record = async (sent: ReturnType<typeof body> & { createdAt?: string }, role: Role = 'user') =>
  t.call('POST', '/v0/parthistory', { token: tokens[role], body: sent })
const recorded = async (sent: ReturnType<typeof body>, role: Role = 'user') =>
  (await t.ask(calls.createPartHistory, { token: tokens[role], body: sent })).history
const historyCall = (method: 'PUT' | 'DELETE', id: number, attrs?: object, role: Role = 'user') =>
  t.call(method, `/v0/parthistory/${id}`, { token: tokens[role], ...(attrs ? { body: { attrs } } : {}) })
/** Returns the parts of all stops of a machine in the report of excessive downtime: start in minutes, part, action, quantity. */
async function partsOnStopsOf(id: number) {
  const { data } = await t.ask(downtimeOfEquipment, { token: tokens.user, params: { id }, query: period })
  return data.map((row) => [
    (row[4] * 1000 - start) / MINUTE_MS,
    row[13].map(({ id: partId, action, qty }) => [partId, action, qty]),
  ])
}
describe('critical parts', () => {
  test('are added, changed and removed by admins, each with an audit entry, and read by all', async () => {
    const made = await part({ description: ' Belt ', url: ' https://parts.example/1 ' }, 'B-1')
    expect(made).toMatchObject({ number: 'B-1', description: 'Belt', url: 'https://parts.example/1', deleted_at: null })
    const list = async (includeDeleted?: boolean) =>
      (await t.ask(calls.listParts, { token: tokens.user, query: includeDeleted ? { includeDeleted } : {} })).parts
    expect(await list()).toContainEqual(made)
    await removePart(made.id)
    expect((await list()).map(({ id }) => id)).not.toContain(made.id)
    expect((await list(true)).find(({ id }) => id === made.id)?.deleted_at).toBe(iso(0))
    const put = (attrs: object) => t.call('PUT', `/v0/parts/${made.id}`, { token: tokens.admin, body: { attrs } })
    expect((await put({ number: 'B-2' })).json).toMatchObject({ code: 'part_removed' })
    const { rows } = await t.db.owner.query('select operation from audit_entry where subject = $1 order by 1', [
      `part/${made.id}`,
    ])
    expect(rows.map(({ operation }) => operation)).toEqual(['part.create', 'part.delete', 'part.update'])
    const post = (token: string, number: string) => t.call('POST', '/v0/parts', { token, body: { number } })
    expect((await post(tokens.user, 'X')).status).toBe(403)
    expect((await post(tokens.admin, ' ')).status).toBe(400)
  })

  test('are listed by number, and numbers in it count by their value', async () => {
    for (const number of ['P-10', 'p-9', 'P-11']) await part({}, number)
    const { parts } = await t.ask(calls.listParts, { token: tokens.user, query: {} })
    const numbers = parts.map(({ number }) => number).filter((number) => /^p-/i.test(number))
    expect(numbers).toEqual(['p-9', 'P-10', 'P-11'])
  })

  test.each([
    'javascript:alert(1)',
    ' JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'http://me:secret@parts.example/',
    'x',
  ])('have no link such as %j', async (url) => {
    const answer = await t.call('POST', '/v0/parts', { token: tokens.admin, body: { number: 'L-1', url } })
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'part_url_invalid' }])
  })

  test('keep hostile names as they were written', async () => {
    const number = `<img src=x onerror=alert(1)> '"; drop table critical_part; -- =cmd|'/c calc'!A1`
    expect((await part({}, number)).number).toBe(number)
    const control = await t.call('POST', '/v0/parts', { token: tokens.admin, body: { number: 'a\u0000b' } })
    expect(control.status).toBe(400)
  })

  test('are used where any list matches, everywhere without lists, and nowhere once removed', async () => {
    const token = tokens.admin
    const hall = (await t.ask(createOrgUnit, { token, body: { name: 'Hall', parent_id: root } })).orgUnit.id
    const press = (await machine(hall)).id
    const saw = (await machine()).id
    const categoryId = (await t.ask(createCategory, { token, body: { name: 'Presses' } })).category.id
    const makerId = (await t.ask(createManufacturer, { token, body: { name: 'Maker' } })).manufacturer.id
    const modelId = (await t.ask(createModel, { token, body: { number: 'M1', manufacturer_id: makerId } })).model.id
    const lists = { category_id: categoryId, manufacturer_id: makerId, model_id: modelId }
    await t.ask(updateEquipment, { token, params: { id: press }, body: lists })
    const only = {
      unit: (await part({ org_unit_ids: [hall] }, 'S-unit')).number,
      machine: (await part({ equipment_ids: [saw] }, 'S-machine')).number,
      category: (await part({ category_ids: [categoryId] }, 'S-category')).number,
      maker: (await part({ manufacturer_ids: [makerId] }, 'S-maker')).number,
      model: (await part({ model_ids: [modelId], equipment_ids: [saw] }, 'S-model')).number,
      all: (await part({}, 'S-all')).number,
    }
    const removed = await part({}, 'S-removed')
    await removePart(removed.id)
    const ofScope = (numbers: string[]) => numbers.filter((number) => number.startsWith('S-'))
    expect(ofScope(await numbersOn(press))).toEqual([only.all, only.category, only.maker, only.model, only.unit])
    expect(ofScope(await numbersOn(saw))).toEqual([only.all, only.machine, only.model])
  })
})

describe('part history of a stop', () => {
  test('is written by anybody, changed by its author and by admins, and shown in both reports', async () => {
    const { id, stopId } = await stoppedMachine()
    const [belt, blade] = [await part(), await part()]
    const row = await recorded(body(id, stopId, belt.id))
    expect(row).toMatchObject({ critical_part_id: belt.id, equipment_id: id, qty: 1, created_at: iso(50) })
    expect(await partsOnStopsOf(id)).toEqual([[10, [[belt.id, 'replace', 1]]]])
    expect((await historyCall('PUT', row.id, { critical_part_id: blade.id, qty: 3 })).status).toBe(200)
    expect((await historyCall('PUT', row.id, { action_base: 'clean' }, 'admin')).status).toBe(200)
    expect(await partsOnStopsOf(id)).toEqual([[10, [[blade.id, 'clean', 3]]]])
    const ofUnit = await t.ask(downtimeOfOrgUnit, { token: tokens.user, params: { id: root }, query: period })
    const column = downtimeFields.indexOf('parts')
    const stopOfUnit = ofUnit.data.find((stop) => stop[1] === id)
    expect(stopOfUnit?.[column]).toMatchObject([{ id: blade.id, history_id: row.id, action: 'clean', qty: 3 }])

    const bosses = await recorded(body(id, stopId, belt.id), 'admin')
    expect((await historyCall('PUT', bosses.id, { qty: 2 })).status).toBe(403)
    expect((await historyCall('DELETE', bosses.id)).status).toBe(403)
    expect((await historyCall('DELETE', row.id)).status).toBe(200)
    expect((await historyCall('DELETE', row.id)).status).toBe(404)
    expect(await partsOnStopsOf(id)).toEqual([[10, [[belt.id, 'replace', 1]]]])
    const { rows } = await t.db.owner.query('select operation from audit_entry where subject = $1 order by 1', [
      `part_history/${row.id}`,
    ])
    expect(rows.map(({ operation }) => operation)).toEqual([
      ...['part_history.create', 'part_history.delete', 'part_history.update', 'part_history.update'],
    ])
  })

  test('is refused with the wrong quantity, action, stop, instant or part', async () => {
    const { id, stopId, stops } = await stoppedMachine()
    const { id: otherId } = await machine()
    clock.set(at(60))
    const used = await part()
    const elsewhere = await part({ equipment_ids: [otherId] })
    const removed = await part()
    await removePart(removed.id)
    const good = body(id, stopId, used.id)
    for (const wrong of [{ qty: 0 }, { qty: -1 }, { qty: 1.5 }, { qty: 1e9 }, { action: 'weld' }, { createdAt: 'x' }])
      expect([wrong, (await record({ ...good, ...wrong } as typeof good)).status]).toEqual([wrong, 400])
    const codeOf = async (sent: typeof good & { createdAt?: string }) =>
      ((await record(sent)).json as { code: string }).code
    expect(await codeOf({ ...good, createdAt: iso(9) })).toBe('part_history_not_in_stop')
    expect(await codeOf({ ...good, createdAt: iso(51) })).toBe('part_history_not_in_stop')
    expect(await codeOf({ ...good, equipId: otherId })).toBe('not_found')
    expect(await codeOf({ ...good, partId: removed.id })).toBe('part_removed')
    expect(await codeOf({ ...good, partId: elsewhere.id })).toBe('part_not_used_here')
    const log = await t.ask(statusOfEquipment, { token: tokens.user, params: { id }, query: period })
    const running = log.data.find(({ status_id }) => status_id === 1)?.id ?? 0
    expect(await codeOf({ ...good, statusLogId: running })).toBe('not_a_stop')
    expect((await stops()).length).toBe(1)
    expect((await record({ ...good, qty: 1_000_000, createdAt: iso(10) })).status).toBe(200)
  })

  test('stays on the part of a stop that it was written on most, and unites where stops meet', async () => {
    const { id, stopId, says, stops } = await stoppedMachine()
    const [belt, blade] = [await part(), await part()]
    await recorded(body(id, stopId, belt.id))
    await says([20, 'running'], [22, 'down'])
    expect(await partsOnStopsOf(id)).toEqual([
      [10, []],
      [22, [[belt.id, 'replace', 1]]],
    ])
    await recorded(body(id, (await stops())[0]?.id ?? 0, blade.id))
    await says([20, 'down'])
    expect(await partsOnStopsOf(id)).toEqual([
      [
        10,
        [
          [blade.id, 'replace', 1],
          [belt.id, 'replace', 1],
        ],
      ],
    ])
  })

  test('is in the status log once no stop is left, within its time only', async () => {
    const { id, stopId, says } = await stoppedMachine()
    const belt = await part()
    const row = await recorded(body(id, stopId, belt.id))
    const log = (from: number, to: number) =>
      t.ask(statusOfEquipment, {
        ...{ token: tokens.user, params: { id } },
        query: { startDate: iso(from), endDate: iso(to) },
      })
    expect((await log(0, 60)).parts).toEqual([])
    await says([10, 'running'])
    const { data, parts } = await log(0, 60)
    expect(data.map(({ status_id }) => status_id)).not.toContain(2)
    const span = { started_at: iso(10), ended_at: iso(50) }
    const work = { id: row.id, critical_part_id: belt.id, number: belt.number, action_base: 'replace', qty: 1 }
    expect(parts).toEqual([{ ...work, ...span }])
    expect((await log(50, 60)).parts).toEqual([])
  })

  test('is recorded once, however often the same request comes with its key, and at once', async () => {
    const { id, stopId } = await stoppedMachine()
    const belt = await part()
    const headers = { 'idempotency-key': 'part-of-stop-1' }
    const send = (qty: number) =>
      t.call('POST', '/v0/parthistory', {
        ...{ token: tokens.user, headers },
        body: { ...body(id, stopId, belt.id), qty },
      })
    const answers = await Promise.all([send(1), send(1), send(1)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const ids = [...answers, await send(1)].map(({ json }) => (json as { history: { id: number } }).history.id)
    expect(new Set(ids).size).toBe(1)
    expect(await partsOnStopsOf(id)).toEqual([[10, [[belt.id, 'replace', 1]]]])
    expect((await send(2)).json).toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('of an open stop ends with the writing', async () => {
    const { id, says, alive, stops } = await machine()
    clock.set(at(30))
    await says([0, 'running'], [10, 'down'])
    await alive(0, 30)
    const belt = await part()
    const row = await recorded(body(id, (await stops())[0]?.id ?? 0, belt.id))
    expect(row.created_at).toBe(iso(30))
    clock.set(at(60))
    await alive(30, 60)
    await says([20, 'running'], [40, 'down'])
    expect(await partsOnStopsOf(id)).toEqual([
      [10, [[belt.id, 'replace', 1]]],
      [40, []],
    ])
  })
})

describe('part history of a completed maintenance', () => {
  const maintenance = async (equipment_id: number, partIds: readonly number[]) => {
    const critical_parts = partIds.map((id) => ({ id, action: 'clean' as const, qty: 2 }))
    const sent = { alarm_type_id: 5, equipment_id, args: { cycle_count: 100 }, critical_parts }
    return (await t.ask(alarms.createAlarm, { token: tokens.admin, body: sent })).alarm
  }
  const ack = (id: number, critical_parts: object[]) =>
    t.call('PUT', `/v0/alarms/${id}/ack`, { token: tokens.user, body: { notes: 'Done', critical_parts } })
  const latest = async (id: number) =>
    (await t.ask(alarms.readAlarm, { token: tokens.user, params: { id }, query: {} })).alarm.AlarmHistory[0]

  test('has the parts that were not skipped, leaves out removed ones with a note, and outlives the alarm', async () => {
    const { id } = await machine()
    const [belt, oil, gone] = [await part(), await part(), await part()]
    const alarm = await maintenance(id, [belt.id, oil.id, gone.id])
    await removePart(gone.id)
    const done = await ack(alarm.id, [
      { id: belt.id, action: 'replace', qty: 2 },
      { id: oil.id, action: 'refill', qty: 1, skip: true },
      { id: gone.id, action: 'clean', qty: 1 },
    ])
    expect(done.status).toBe(200)
    const row = await latest(alarm.id)
    expect(row?.acknowledged_notes).toBe(`Done\nPart ${gone.number} was removed, so it was left out.`)
    expect(row?.CriticalPartHistory).toMatchObject([
      { critical_part_id: belt.id, action_base: 'replace', qty: 2, CriticalPart: { number: belt.number } },
    ])
    const report = async () => {
      clock.set(at(1))
      const query = { startDate: iso(-1), endDate: iso(1) }
      return (await t.ask(partsOfEquipment, { token: tokens.user, params: { id }, query })).history
    }
    expect(await report()).toMatchObject([{ critical_part_id: belt.id, qty: 2, alarm_id: alarm.id }])
    await t.ask(alarms.deleteAlarm, { token: tokens.admin, params: { id: alarm.id } })
    expect(await report()).toMatchObject([{ critical_part_id: belt.id, qty: 2, alarm_id: null, during_stop: false }])
  })

  test('takes only parts that exist and are used on the machine or planned', async () => {
    const { id } = await machine()
    const { id: otherId } = await machine()
    const [planned, elsewhere] = [await part(), await part({ equipment_ids: [otherId] })]
    const alarm = await maintenance(id, [planned.id])
    const sent = { alarm_type_id: 5, equipment_id: id, args: { cycle_count: 100 } }
    const create = (partId: number) =>
      t.call('POST', '/v0/alarms', {
        token: tokens.admin,
        body: { ...sent, critical_parts: [{ id: partId, action: 'clean', qty: 1 }] },
      })
    expect((await create(elsewhere.id)).json).toMatchObject({ code: 'part_not_used_here' })
    expect((await create(99_999_999)).status).toBe(404)
    expect((await ack(alarm.id, [{ id: elsewhere.id, action: 'clean', qty: 1 }])).json).toMatchObject({
      code: 'part_not_used_here',
    })
    expect((await ack(alarm.id, [{ id: 99_999_999, action: 'clean', qty: 1 }])).status).toBe(404)
    await t.ask(calls.updatePart, {
      token: tokens.admin,
      params: { id: planned.id },
      body: { attrs: { equipment_ids: [otherId] } },
    })
    expect((await ack(alarm.id, [{ id: planned.id, action: 'clean', qty: 1 }])).status).toBe(200)
  })
})

test('The report of parts has the work of the period, the last work before its end, and each part in use here', async () => {
  const { id, stopId } = await stoppedMachine()
  const [belt, blade, unused] = [await part(), await part(), await part({ equipment_ids: [id] })]
  await record({ ...body(id, stopId, belt.id), createdAt: iso(20) })
  await record({ ...body(id, stopId, belt.id), createdAt: iso(40) })
  await record({ ...body(id, stopId, blade.id), createdAt: iso(30) })
  await removePart(blade.id)
  const query = { startDate: iso(25), endDate: iso(35) }
  const ofMachine = await t.ask(partsOfEquipment, { token: tokens.user, params: { id }, query })
  expect(ofMachine.history.map((row) => [row.critical_part_id, row.created_at])).toEqual([[blade.id, iso(30)]])
  const partIn = (answer: typeof ofMachine, partId: number) => answer.parts.find((listed) => listed.id === partId)
  expect(partIn(ofMachine, blade.id)).toMatchObject({ deleted_at: iso(60), last_maintained_at: iso(30) })
  expect(partIn(ofMachine, belt.id)).toMatchObject({ deleted_at: null, last_maintained_at: iso(20) })
  expect(partIn(ofMachine, unused.id)).toMatchObject({ last_maintained_at: null })
  const ofUnit = await t.ask(partsOfOrgUnit, { token: tokens.user, params: { id: root }, query: period })
  expect(partIn(ofUnit, belt.id)).toMatchObject({ last_maintained_at: iso(40) })
  expect(ofUnit.history.filter((row) => row.equipment_id === id)).toHaveLength(3)
  expect(ofUnit.equipment[id]).toEqual(expect.any(String))
})
