import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createDevice, updateDevice } from '@millwatch/contract/http/devices'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'

const start = Date.parse('2026-11-10T00:00:00Z')
const clock = manualClock(Date.parse('2026-11-12T09:00:00Z'))
const iso = (at: number) => new Date(at).toISOString()
const fixture = (name: string) => readFileSync(new URL(`../../../../fixtures/takeover/${name}`, import.meta.url))

const { t, root, token } = await appWithCompany({ clock })

const machine = async () => (await t.ask(createEquipment, { token, body: { name: 'Press', parent_id: root } })).equip.id

async function device(equipId: number, options: { primary?: boolean; from?: number } = {}) {
  const { primary = true, from } = options
  const deviceUUID = randomUUID()
  const body = { deviceUUID, equipId, primary, active: true, ...(from === undefined ? {} : { from: iso(from) }) }
  const { device_key: key } = await t.ask(createDevice, { token, body })
  return async (batch_id: string, events: object[]) => {
    const headers = { authorization: `Device ${deviceUUID}:${key}` }
    const answer = await t.call('POST', '/v0/ingest', { headers, body: { batch_id, sent_at: clock.now(), events } })
    expect(answer.status).toBe(200)
  }
}

const statusLog = async (id: number, from: number) => {
  const query = { startDate: iso(from), endDate: iso(clock.now()) }
  const { data } = await t.ask(statusOfEquipment, { token, params: { id }, query })
  return data.map((interval) => [
    interval.status_id,
    Date.parse(interval.started_at),
    interval.ended_at && Date.parse(interval.ended_at),
  ])
}

test('Nothing acknowledged is lost when batches of both devices arrive out of order after a takeover dated back', async () => {
  const id = await machine()
  const send = new Map<string, Awaited<ReturnType<typeof device>>>()
  for (const step of JSON.parse(gunzipSync(fixture('batches.json.gz')).toString())) {
    if ('primary_from' in step) send.set(step.device, await device(id, { from: step.primary_from }))
    else await send.get(step.device)?.(step.batch_id, step.events)
  }
  const { intervals } = JSON.parse(fixture('expected.json').toString())
  const statusIds = ['', 'running', 'down', 'offline', 'powered-off']
  const expected = intervals.map(([status, from, to]: [string, number, number]) => [
    statusIds.indexOf(status),
    from,
    to,
  ])
  expect(await statusLog(id, Date.parse('2026-10-19T00:00:00Z'))).toEqual(expected)
})

test('Late events of a former primary count as if they had come before the takeover', async () => {
  const id = await machine()
  const at = (minutes: number) => start + minutes * MINUTE_MS
  const sendA = await device(id)
  await sendA('a', [
    { t: at(0), type: 'status', status: 'running' },
    { t: at(5), type: 'status', status: 'down' },
    { t: at(8), type: 'ping' },
  ])
  const sendB = await device(id, { from: at(10) })
  await sendB('b', [
    { t: at(11), type: 'status', status: 'running' },
    { t: at(14), type: 'ping' },
  ])
  await sendA('late', [
    { t: at(3), type: 'status', status: 'down' },
    { t: at(-3), type: 'status', status: 'running' },
  ])
  expect(await statusLog(id, at(-60))).toEqual([
    [1, at(-3), at(3)],
    [2, at(3), at(11)],
    [1, at(11), at(14)],
    [3, at(14), null],
  ])
})

test('A device that becomes the first primary of its machine counts as its primary from ever', async () => {
  const id = await machine()
  const send = await device(id, { primary: false })
  await send('before', [
    { t: start, type: 'status', status: 'running' },
    { t: start + 5 * MINUTE_MS, type: 'ping' },
  ])
  expect(await statusLog(id, start - DAY_MS)).toEqual([])
  const { rows } = await t.db.owner.query(
    'select device_id::int as id from device_assignment where equipment_id = $1',
    [id],
  )
  clock.advance(MINUTE_MS)
  await t.ask(updateDevice, { token, params: { id: rows[0].id }, body: { primary: true } })
  expect(await statusLog(id, start - DAY_MS)).toEqual([
    [1, start, start + 5 * MINUTE_MS],
    [3, start + 5 * MINUTE_MS, null],
  ])
})

test('A reading of a second device counts at once, also before the first evidence of the machine', async () => {
  const id = await machine()
  const sendPrimary = await device(id)
  const sendOther = await device(id, { primary: false })
  await sendPrimary('a', [{ t: start + 180 * MINUTE_MS, type: 'tlm', temperature_1: 20 }])
  await sendOther('x', [
    { t: start + 2 * MINUTE_MS, type: 'tlm', temperature_1: 50 },
    { t: start - 2 * DAY_MS, type: 'tlm', temperature_1: 110 },
  ])
  const mean = async () => {
    const query = { ids: String(id), startDate: iso(start - 3 * DAY_MS), endDate: iso(start + DAY_MS) }
    return (await t.ask(utilizationOfEquipment, { token, query })).equipment[0]?.temp_avg
  }
  expect(await mean()).toBe(60)
  await t.app.flow.rollUp()
  expect(await mean()).toBe(60)
})
