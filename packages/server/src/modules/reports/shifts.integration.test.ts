import { lostTimeOfOrgUnit, shiftsOfEquipment, shiftsOfOrgUnit } from '@millwatch/contract/http/reports'
import { updateScheduleOfEquipment, updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { archiveEquipment, createEquipment, createOrgUnit } from '@millwatch/contract/http/tree'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds
const everyDay = (ranges: [number, number, 0 | 1 | 2 | 3][]) => ({
  0: ranges,
  1: ranges,
  2: ranges,
  3: ranges,
  4: ranges,
  5: ranges,
  6: ranges,
})
const TWO_SHIFTS = everyDay([
  [21_600, 36_000, 1], // 06:00 to 10:00
  [37_800, 50_400, 1], // 10:30 to 14:00
  [50_400, 79_200, 2],
])
const clock = manualClock(at('2026-05-14T16:00:00Z')) // noon in New York

const { t, company: acme, token } = await appWithCompany({ clock, timezone: 'America/New_York' })
const site = (await t.ask(createOrgUnit, { token, body: { name: 'Site', parent_id: acme.rootOrgUnitId } })).orgUnit.id
beforeAll(async () => {
  await t.ask(updateScheduleOfOrgUnit, { token, params: { id: site }, body: { schedule: TWO_SHIFTS } })
})

const lost = (from: string, to: string) =>
  t.ask(lostTimeOfOrgUnit, { token, params: { id: site }, query: { startDate: from, endDate: to } })
/** Running from and to, as a source says it that knows. */
const ran = (from: string, to: string) => {
  const pings: object[] = []
  for (let ms = at(from) + 300_000; ms < at(to); ms += 300_000) pings.push({ t: ms, type: 'ping' })
  return [{ t: at(from), type: 'status', status: 'running' }, ...pings, { t: at(to), type: 'status', status: 'down' }]
}

test('Shift history is reported as tuples, machine by machine, also what lies ahead', async () => {
  const b = await machineWithDevice(t, token, site, 'Tuple 10')
  const a = await machineWithDevice(t, token, site, 'Tuple 2')
  for (const machine of [a, b]) await machine.send([{ t: at('2026-05-14T10:00:00Z'), type: 'ping' }])
  const query = { startDate: '2026-05-14T10:00:00Z', endDate: '2026-05-14T14:30:00Z' }
  const { shifts } = await t.ask(shiftsOfOrgUnit, { token, params: { id: site }, query })
  expect(shifts.map(([start, end, shift, , machine]) => [start, end, shift, machine])).toEqual(
    [a.id, b.id].map((id) => [at('2026-05-14T10:00:00Z') / 1000, at('2026-05-14T14:00:00Z') / 1000, 1, id]),
  )
  const ahead = { startDate: '2026-05-15T04:00:00Z', endDate: '2026-05-16T04:00:00Z' }
  const answer = await t.ask(shiftsOfEquipment, { token, params: { id: a.id }, query: ahead })
  expect(answer.shifts.map(([, , shift]) => shift)).toEqual([1, 1, 2])
})

test('Lost time is reported for each shift that has begun, with what is excessive, breaks bridged', async () => {
  const machine = await machineWithDevice(t, token, site, 'Loser')
  await machine.send([
    { t: at('2026-05-13T04:00:00Z'), type: 'ping' },
    ...ran('2026-05-13T10:34:59Z', '2026-05-13T17:25:00Z'), // 06:34:59 to 13:25
    ...ran('2026-05-14T10:35:00Z', '2026-05-14T15:00:00Z'),
  ])
  const { report, exceptions, as_of } = await lost('2026-05-13T04:00:00Z', '2026-05-15T04:00:00Z')
  expect(as_of).toBe('2026-05-14T16:00:00.000Z')
  expect(exceptions).toEqual([])
  const mine = report.filter(({ equipId }) => equipId === machine.id)
  expect(mine.map(({ date, shift, start, end }) => [date, shift, start, end])).toEqual([
    ['2026-05-13', 1, '2026-05-13T10:00:00.000Z', '2026-05-13T18:00:00.000Z'],
    ['2026-05-13', 2, '2026-05-13T18:00:00.000Z', '2026-05-14T02:00:00.000Z'],
    ['2026-05-14', 1, '2026-05-14T10:00:00.000Z', '2026-05-14T18:00:00.000Z'],
  ])
  expect(
    mine.map((row) => [
      row.full,
      row.lateStart,
      row.excessiveDowntimeStart,
      row.earlyShutdown,
      row.excessiveDowntimeShutdown,
    ]),
  ).toEqual([
    [false, 2099, false, 2100, true],
    [true, 28_800, true, 0, false],
    [false, 2100, true, 0, false], // goes on: whether it was shut down early is not known yet
  ])
  expect(mine[0]).toMatchObject({
    equipName: 'Loser',
    ran_from: '2026-05-13T10:34:59.000Z',
    ran_to: '2026-05-13T17:25:00.000Z',
  })
  expect(mine[1]).toMatchObject({ ran_from: null, ran_to: null })
})

test('Shifts count from first evidence on and not while a machine is archived; machines without shifts are exceptions', async () => {
  const late = await machineWithDevice(t, token, site, 'Newcomer')
  await late.send([
    { t: at('2026-05-13T12:00:00Z'), type: 'ping' },
    ...ran('2026-05-13T13:00:00Z', '2026-05-13T18:00:00Z'),
  ])
  const gone = await machineWithDevice(t, token, site, 'Gone')
  await gone.send([{ t: at('2026-05-13T12:00:00Z'), type: 'ping' }])
  clock.set(at('2026-05-13T16:00:00Z'))
  await t.ask(archiveEquipment, { token, params: { id: gone.id }, body: { archived: true } })
  clock.set(at('2026-05-14T16:00:00Z'))
  const { equip: idle } = await t.ask(createEquipment, { token, body: { name: 'Idle', parent_id: site } })
  const schedule = everyDay([[0, 86_400, 0]])
  await t.ask(updateScheduleOfEquipment, { token, params: { id: idle.id }, body: { schedule } })

  const { report, exceptions } = await lost('2026-05-13T04:00:00Z', '2026-05-14T02:00:00Z')
  const rowsOf = (id: number) => report.filter(({ equipId }) => equipId === id)
  expect(rowsOf(late.id).map(({ start, lateStart, full }) => [start, lateStart, full])).toEqual([
    ['2026-05-13T12:00:00.000Z', 3600, false],
    ['2026-05-13T18:00:00.000Z', 28_800, true],
  ])
  expect(rowsOf(gone.id).map(({ start, end, full }) => [start, end, full])).toEqual([
    ['2026-05-13T12:00:00.000Z', '2026-05-13T16:00:00.000Z', true],
  ])
  expect(rowsOf(idle.id)).toEqual([])
  expect(exceptions).toEqual([{ equipId: idle.id, equipName: 'Idle' }])
})

test('A period that ends before it starts is refused', async () => {
  const query = 'startDate=2026-05-14T00:00:00Z&endDate=2026-05-13T00:00:00Z'
  for (const report of ['shifts', 'lost'])
    expect((await t.call('GET', `/v0/o/${site}/reports/${report}?${query}`, { token })).status).toBe(400)
})

test('A report of more days of machines than an answer can hold is refused; a period is as long as what is in it', async () => {
  const ask = (query: string) => t.call('GET', `/v0/o/${site}/reports/lost?${query}`, { token })
  expect((await ask('startDate=0001-01-01T00:00:00Z&endDate=9999-01-01T00:00:00Z')).status).toBe(200)
  const old = await machineWithDevice(t, token, site, 'Old')
  await old.send([{ t: at('2001-01-01T00:00:00Z'), type: 'ping' }])
  // Its rollups begin where it did, whatever is made of that below.
  await t.app.flow.rollUp()
  await t.db.owner.query('update machine_state set began_at = $2 where equipment_id = $1', [
    old.id,
    at('1700-01-01T00:00:00Z'),
  ])
  const refused = await ask('startDate=0001-01-01T00:00:00Z&endDate=9999-01-01T00:00:00Z')
  expect([refused.status, refused.json]).toMatchObject([
    413,
    { code: 'question_too_large', error: expect.stringContaining('shorter period') },
  ])
  expect((await ask('startDate=2026-05-13T00:00:00Z&endDate=9999-01-01T00:00:00Z')).status).toBe(200)
  await t.db.owner.query('update machine_state set began_at = $2 where equipment_id = $1', [
    old.id,
    at('2001-01-01T00:00:00Z'),
  ])
})
