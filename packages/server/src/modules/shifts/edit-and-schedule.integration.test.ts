import { updateScheduleOfEquipment } from '@millwatch/contract/http/schedules'
import { destroyShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { HOUR_MS } from '@millwatch/domain/time'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iso, shiftBench, shortLease } from './edit.testing.ts'

let bench: Awaited<ReturnType<typeof shiftBench>>
beforeAll(async () => {
  bench = await shiftBench({ lease: shortLease })
})
afterAll(() => bench.t.close())

/** Creates a machine with evidence; its shift history is written through tomorrow. */
async function machineWithEvidence() {
  const { t, admin, acme } = bench
  const machine = await machineWithDevice(t, admin, acme.rootOrgUnitId)
  await machine.send([{ t: Date.now() - HOUR_MS, type: 'cycle', cycle_time: 5 }])
  await t.ask(updateScheduleOfEquipment, { token: admin, params: { id: machine.id }, body: { schedule: everyDay(1) } })
  return machine
}
/** 08:00 to 16:00 on every day. */
const everyDay = (shift: 1 | 2) =>
  Object.fromEntries(['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, [[28_800, 57_600, shift]]])) as Record<
    '0',
    [number, number, 1 | 2][]
  >
const ahead = async (id: number) => (await bench.history(id)).filter(({ from }) => from > Date.now())
const reschedule = (id: number) =>
  bench.t.ask(updateScheduleOfEquipment, {
    token: bench.admin,
    params: { id },
    body: { schedule: everyDay(2) },
  })

test('What an admin changed ahead stands against a schedule that is changed afterwards', async () => {
  const { id } = await machineWithEvidence()
  const row = (await ahead(id)).at(-1)
  if (!row) throw new Error('Nothing is written ahead')
  expect(row).toMatchObject({ shift: 1, edited: false, to: row.from + 8 * HOUR_MS })
  const updates = [{ id: row.id, start: iso(row.from + HOUR_MS), end: iso(row.from + 3 * HOUR_MS), shift: 3 as const }]
  await bench.done((await bench.t.ask(updateShifts, { token: bench.admin, body: { updates } })).job)
  await reschedule(id)
  const thatDay = (await ahead(id)).filter(({ from }) => from >= row.from)
  expect(thatDay).toMatchObject([
    { id: row.id, shift: 3, from: row.from + HOUR_MS, to: row.from + 3 * HOUR_MS, edited: true },
  ])
})

test('What an admin deleted ahead is not written again', async () => {
  const { id } = await machineWithEvidence()
  const row = (await ahead(id)).at(-1)
  if (!row) throw new Error('Nothing is written ahead')
  const body = { shiftHistoryIds: [row.id] }
  await bench.done((await bench.t.ask(destroyShifts, { token: bench.admin, body })).job)
  await reschedule(id)
  expect((await ahead(id)).filter(({ from }) => from >= row.from)).toEqual([])
  expect(await bench.voids(id)).toEqual([{ from: row.from, to: row.to }])
})

test('An edit of the past is recorded as a restatement, marks rollups, and shows in the figures at once', async () => {
  const { t, admin } = bench
  const { id, send } = await machineWithEvidence()
  const now = Date.now()
  await send([{ t: now - 20 * 60_000, type: 'cycle', cycle_time: 5 }])
  const from = now - 50 * 60_000
  const scheduledS = async () => {
    const query = `ids=${id}&startDate=${iso(from)}&endDate=${iso(now)}`
    const answer = await t.call('GET', `/v0/util/e?${query}`, { token: admin })
    return (answer.json as { equipment: { scheduled_s: number }[] }).equipment[0]?.scheduled_s
  }
  const touching = (await bench.history(id)).filter((row) => row.from < now && row.to > from)
  if (touching.length > 0) {
    const shiftHistoryIds = touching.map((row) => row.id)
    await bench.done((await t.ask(destroyShifts, { token: admin, body: { shiftHistoryIds } })).job)
  }
  const inserted = await bench.insert([id], from, from + 10 * 60_000, 1)
  await bench.done(inserted)
  expect(await scheduledS()).toBe(600)
  const restated = await bench.rows<{ cause: string }>(
    `select cause from restatement where equipment_id = $1 and user_id is not null`,
    [id],
  )
  expect(restated.map(({ cause }) => cause)).toContain('edited_shift')
})
