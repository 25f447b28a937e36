import { updateDevice } from '@millwatch/contract/http/devices'
import { startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { exportRawData, rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { compareEvents } from '@millwatch/domain/telemetry'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { addressOf, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.parse('2026-06-10T00:00:00Z')
const clock = manualClock(start)
const iso = (ms: number) => new Date(ms).toISOString()
const period = { startDate: iso(start), endDate: iso(start + 10 * HOUR_MS) }

const { t, company: acme, root, token: admin } = await appWithCompany({ clock })
const user = await t.signIn(acme.emailOf('user'))
const press = await machineWithDevice(t, admin, root, 'press')

/** Minutes after the start at which the run begins; its tags would be formulas in a spreadsheet. */
const runFrom = 5
beforeAll(async () => {
  const settings = { token: admin, params: { id: press.deviceId } }
  const config = { unit: 'bar', scale: 9.3, offset: 66.64 }
  await t.ask(updateDevice, { ...settings, body: { analog_in_1_config: config } })
  // One after the other, since a run shows its tags in the order of their ids.
  const tags: number[] = []
  for (const name of ['=1+1', 'Heat;7688']) tags.push((await t.ask(createTag, { token: admin, body: { name } })).tag.id)
  clock.set(start + runFrom * MINUTE_MS)
  await t.ask(startRun, { token: user, body: { equipId: press.id, tags } })
  clock.set(start + 10 * HOUR_MS)
  const events = Array.from({ length: 10 }, (_, i) => [
    { t: start + (i + 1) * MINUTE_MS, type: 'cycle', cycle_time: 12.4, analog_in_1: 95.2 },
    { t: start + (i + 1) * MINUTE_MS + 1, type: 'tlm', temperature_1: 40.1 },
  ])
  await press.send(events.flat())
})

const raw = async (more: object = {}, id = press.id) =>
  (await t.ask(rawDataOfEquipment, { token: user, params: { id }, query: { ...period, ...more } })).data
const file = async (query: object, id = press.id) => {
  const answer = await t.call('GET', addressOf(exportRawData, { id }, { ...period, ...query }), { token: user })
  return { ...answer, lines: answer.text.trim().split('\r\n') }
}

test('a limit ends the answer after so many rows, the first of the period', async () => {
  const all = await raw()
  expect(all).toHaveLength(20)
  for (const limit of [1, 7, 20, 100]) expect(await raw({ limit })).toEqual(all.slice(0, limit))
})

test('converted analog values have no noise of binary fractions', async () => {
  const values = (await raw()).map((row) => row[4])
  expect(new Set(values)).toEqual(new Set([952, null]))
})

test('the CSV file has a header that names seconds and °C, ISO 8601 times, tags joined with a semicolon, and no formula', async () => {
  const { headers, lines } = await file({})
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(headers['content-disposition']).toBe('attachment')
  expect(lines[0]).toBe('occurred_at,type,cycle_time_s,temperature_1_C,analog_in_1,analog_in_1_transformed,tags')
  expect(lines.slice(1, 3)).toEqual([
    '2026-06-10T00:01:00.000Z,cycle,12.4,,95.2,952,',
    '2026-06-10T00:01:00.001Z,telemetry,,40.1,,,',
  ])
  expect(lines.at(-1)).toBe(`2026-06-10T00:10:00.001Z,telemetry,,40.1,,,"'=1+1;Heat;7688"`)
  expect(lines).toHaveLength(21)
})

test('the JSON file has the same rows, and both have only the kind that was asked for', async () => {
  const ask = (query: object) =>
    t.ask(exportRawData, { token: user, params: { id: press.id }, query: { ...period, format: 'json', ...query } })
  const { data } = await ask({})
  expect(data).toHaveLength(20)
  expect(data.slice(0, 2)).toMatchObject([{ cycle_time_s: 12.4 }, { temperature_1_C: 40.1 }])
  expect(data.at(-1)?.tags).toEqual(['=1+1', 'Heat;7688'])
  for (const [only, count] of [
    ['cycle', 10],
    ['telemetry', 10],
    ['cycle_time', 10],
    ['temperature', 10],
    ['analog', 10],
  ] as const) {
    expect((await ask({ only })).data).toHaveLength(count)
    expect((await file({ only })).lines).toHaveLength(count + 1)
  }
  expect((await ask({ only: 'temperature' })).data.every(({ type }) => type === 'telemetry')).toBe(true)
  expect((await t.call('GET', addressOf(exportRawData, { id: 999_999 }, period), { token: user })).status).toBe(404)
})

test('rows of one instant are in the order of events: by the length of the batch id, then its bytes, then the place in the batch', async () => {
  const twin = await machineWithDevice(t, admin, root, 'twin')
  const at = start + MINUTE_MS
  const sent = ['b10', 'b9', 'é', 'zz', 'B', 'a']
  for (const batchId of sent)
    await twin.send(
      [0, 1].map((position) => ({ t: at, type: 'tlm', temperature_1: 10 * sent.indexOf(batchId) + position })),
      batchId,
    )
  const keys = sent.flatMap((batchId) => [0, 1].map((position) => ({ at, batchId, position })))
  const inOrder = keys
    .sort(compareEvents)
    .map(({ batchId, position }) => (10 * sent.indexOf(batchId) + position).toString())
  const { lines } = await file({ only: 'temperature' }, twin.id)
  expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual(inOrder)
})

test('of more than 100,000 rows 100,001 are read, and the file has all of them', async () => {
  const busy = await machineWithDevice(t, admin, root, 'busy')
  const rows = 100_050
  const batch = 10_000
  for (let from = 0; from < rows; from += batch) {
    // A device may send only so many events in an hour.
    clock.advance(HOUR_MS)
    await busy.send(
      Array.from({ length: Math.min(batch, rows - from) }, (_, i) => ({
        t: start + (from + i) * 300,
        type: 'tlm',
        temperature_1: i % 100,
      })),
    )
  }
  expect(await raw({ limit: 100_001 }, busy.id)).toHaveLength(100_001)
  const { lines } = await file({}, busy.id)
  expect(lines).toHaveLength(rows + 1)
  const times = lines.slice(1).map((line) => line.slice(0, 24))
  expect(times.every((time, i) => time === iso(start + i * 300))).toBe(true)
})
