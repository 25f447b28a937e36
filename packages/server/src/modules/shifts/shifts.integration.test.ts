import type { WeekOfRanges } from '@millwatch/domain/schedules'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentShifts } from './index.ts'

const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds
const iso = (instant: number): string => Temporal.Instant.fromEpochMilliseconds(instant).toString()
const MIDDAY = at('2026-03-06T17:00:00Z') // noon in New York
const everyDay = (...ranges: [number, number, 0 | 1 | 2 | 3][]): WeekOfRanges =>
  Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, ranges]))
const NIGHT = everyDay([0, 21_600, 3], [79_200, 86_400, 3])
const DAY = everyDay([21_600, 50_400, 1])

const bench = await FlowBench.open(MIDDAY)
afterAll(() => bench.close())
beforeAll(async () => {
  await bench.query("update org_unit set timezone = 'America/New_York' where org_unit_id = $1", [bench.unitId])
})

interface Row {
  shift: number
  from: string
  to: string
  zone: string
}
const shiftsOf = async (machine: number): Promise<Row[]> =>
  (
    await bench.query<{ shift: number; a: number; b: number; zone: string }>(
      `select shift, started_at::float8 as a, ended_at::float8 as b, zone from shift_history where equipment_id = $1 order by started_at`,
      [machine],
    )
  ).map(({ shift, a, b, zone }) => ({ shift, from: iso(a), to: iso(b), zone }))
const spans = (rows: Row[]) => rows.map(({ from, to, shift }) => `${from} ${to} ${shift}`)

let batches = 0
const ping = (device: TestDevice, t: number) =>
  bench.load(device, { batch_id: `b${++batches}`, sent_at: bench.clock.now(), events: [{ t, type: 'ping' }] })

async function machineWith(week: WeekOfRanges | null): Promise<{ machine: number; device: TestDevice }> {
  const machine = await bench.machine()
  if (week !== null) await give(machine, week)
  return { machine, device: await bench.device(machine, { from: 0 }) }
}
const give = async (machine: number, week: WeekOfRanges) => {
  await bench.query('delete from schedule where equipment_id = $1', [machine])
  await bench.query('insert into schedule (company_id, equipment_id, ranges, changed_at) values ($1, $2, $3, 0)', [
    bench.companyId,
    machine,
    JSON.stringify(week),
  ])
}

test('Shift history of a machine is written from its first evidence through tomorrow, and not at all without evidence', async () => {
  bench.clock.set(MIDDAY)
  const { machine, device } = await machineWith(null)
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  expect(await shiftsOf(machine)).toEqual([])
  await ping(device, MIDDAY - 3_600_000)
  expect(spans(await shiftsOf(machine))).toEqual([
    '2026-03-06T05:00:00Z 2026-03-07T05:00:00Z 0',
    '2026-03-07T05:00:00Z 2026-03-08T05:00:00Z 0',
  ])
})

test('Evidence before it writes back, and only up to what was there', async () => {
  bench.clock.set(MIDDAY)
  const { machine, device } = await machineWith(DAY)
  await ping(device, MIDDAY)
  await give(machine, NIGHT)
  await ping(device, at('2026-03-06T06:00:00Z'))
  expect(spans(await shiftsOf(machine))).toEqual([
    '2026-03-06T11:00:00Z 2026-03-06T19:00:00Z 1',
    '2026-03-07T11:00:00Z 2026-03-07T19:00:00Z 1',
  ])
  await ping(device, at('2026-03-05T04:59:00Z'))
  expect(spans(await shiftsOf(machine))).toEqual([
    '2026-03-04T05:00:00Z 2026-03-04T11:00:00Z 3',
    '2026-03-05T03:00:00Z 2026-03-05T05:00:00Z 3',
    '2026-03-05T05:00:00Z 2026-03-05T11:00:00Z 3',
    '2026-03-06T03:00:00Z 2026-03-06T05:00:00Z 3',
    '2026-03-06T11:00:00Z 2026-03-06T19:00:00Z 1',
    '2026-03-07T11:00:00Z 2026-03-07T19:00:00Z 1',
  ])
})

test('Time writes on: a question finds tomorrow written, after a week without any turn of the clock too', async () => {
  bench.clock.set(MIDDAY)
  const { machine, device } = await machineWith(NIGHT)
  await ping(device, MIDDAY)
  bench.clock.set(at('2026-03-07T04:59:59.999Z'))
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  expect((await shiftsOf(machine)).at(-1)?.to).toBe('2026-03-08T05:00:00Z')
  bench.clock.set(at('2026-03-07T05:00:00Z'))
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  expect((await shiftsOf(machine)).at(-1)?.to).toBe('2026-03-09T04:00:00Z')
  bench.clock.set(at('2026-03-15T12:00:00Z'))
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  const rows = await shiftsOf(machine)
  expect(rows.at(-1)?.to).toBe('2026-03-17T04:00:00Z')
  const night = rows.filter(({ from }) => from >= '2026-03-08T03:00:00Z' && from < '2026-03-08T12:00:00Z')
  expect(night.reduce((sum, { from, to }) => sum + at(to) - at(from), 0)).toBe(25_200_000)
  expect(rows).toHaveLength(22)
})

test('What people touched stands: neither what is written back nor what time adds goes over it', async () => {
  bench.clock.set(MIDDAY)
  const { machine, device } = await machineWith(everyDay([0, 86_400, 2]))
  const edited = (from: string, to: string, shift: number) =>
    bench.query(
      `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone, edited) values ($1, $2, $3, $4, $5, 'UTC', true)`,
      [bench.companyId, machine, shift, at(from), at(to)],
    )
  await edited('2026-03-06T10:00:00Z', '2026-03-06T12:00:00Z', 1)
  await edited('2026-03-08T10:00:00Z', '2026-03-08T12:00:00Z', 3)
  await bench.query('insert into shift_void (company_id, equipment_id, started_at, ended_at) values ($1, $2, $3, $4)', [
    bench.companyId,
    machine,
    at('2026-03-07T00:00:00Z'),
    at('2026-03-07T06:00:00Z'),
  ])
  await ping(device, MIDDAY)
  bench.clock.set(at('2026-03-07T05:00:00Z'))
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  expect(spans(await shiftsOf(machine))).toEqual([
    '2026-03-06T05:00:00Z 2026-03-06T10:00:00Z 2',
    '2026-03-06T10:00:00Z 2026-03-06T12:00:00Z 1',
    '2026-03-06T12:00:00Z 2026-03-07T00:00:00Z 2',
    '2026-03-07T06:00:00Z 2026-03-08T05:00:00Z 2',
    '2026-03-08T05:00:00Z 2026-03-08T10:00:00Z 2',
    '2026-03-08T10:00:00Z 2026-03-08T12:00:00Z 3',
    '2026-03-08T12:00:00Z 2026-03-09T04:00:00Z 2',
  ])
})

test('Shift history of a machine with events from before there were shifts is written from its first evidence on', async () => {
  bench.clock.set(MIDDAY)
  const { machine, device } = await machineWith(DAY)
  await ping(device, at('2026-03-04T12:00:00Z'))
  await bench.query('delete from shift_history where equipment_id = $1', [machine])
  await bench.query('update shift_plan set scheduled_from = $2, written_to = $2, due_at = 0 where equipment_id = $1', [
    machine,
    at('2026-03-04T12:00:00Z'),
  ])
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  expect((await shiftsOf(machine)).map(({ from }) => from)).toEqual([
    '2026-03-04T11:00:00Z',
    '2026-03-05T11:00:00Z',
    '2026-03-06T11:00:00Z',
    '2026-03-07T11:00:00Z',
  ])
})

test('Two servers that find the same machines due write them once', async () => {
  bench.clock.set(MIDDAY)
  const made = await Promise.all(Array.from({ length: 8 }, () => machineWith(NIGHT)))
  for (const { device } of made) await ping(device, MIDDAY)
  const other = bench.anotherServer()
  bench.clock.set(at('2026-03-10T12:00:00Z'))
  const ids = made.map(({ machine }) => machine)
  await Promise.all([bench.flow, other, bench.flow, other].map((flow) => flow.ensureCurrent(bench.companyId, ids)))
  for (const id of ids) expect(await shiftsOf(id)).toHaveLength(12)
  await other.stop()
})

test('What goes by unwritten, as while no server runs, is marked so that figures built of it are built again', async () => {
  bench.clock.set(MIDDAY)
  const { machine, device } = await machineWith(DAY)
  await ping(device, MIDDAY)
  const dirty = async () => {
    const rows = await bench.query<{ from: number; to: number }>(
      'select started_at::float8 as "from", ended_at::float8 as "to" from rollup_dirty where equipment_id = $1',
      [machine],
    )
    return rows.map(({ to }) => to)
  }
  bench.clock.set(at('2026-03-07T12:00:00Z'))
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  const before = await dirty()
  bench.clock.set(at('2026-03-20T12:00:00Z'))
  await bench.flow.ensureCurrent(bench.companyId, [machine])
  expect((await dirty()).filter((to) => !before.includes(to))).toContain(at('2026-03-20T12:00:00Z'))
})

test('The current shift is the one that goes on, a break of it included, with its start and its end', async () => {
  bench.clock.set(MIDDAY)
  const { machine, device } = await machineWith(
    everyDay([0, 21_600, 3], [21_600, 36_000, 1], [37_800, 50_400, 1], [79_200, 86_400, 3]),
  )
  await ping(device, MIDDAY)
  const current = async (when: string) => {
    const found = (await bench.inCompany((ctx) => currentShifts(ctx, [machine], at(when)))).get(machine)
    const { isScheduled, occurrence } = found ?? { isScheduled: undefined, occurrence: null }
    return [
      isScheduled,
      occurrence && [occurrence.shift, occurrence.shiftDate, iso(occurrence.from), iso(occurrence.to)],
    ]
  }
  const first = [1, 20260306, '2026-03-06T11:00:00Z', '2026-03-06T19:00:00Z']
  const night = [3, 20260306, '2026-03-07T03:00:00Z', '2026-03-07T11:00:00Z']
  expect(await current('2026-03-06T11:00:00Z')).toEqual([true, first])
  expect(await current('2026-03-06T15:15:00Z')).toEqual([false, first])
  expect(await current('2026-03-06T19:00:00Z')).toEqual([false, null])
  expect(await current('2026-03-07T06:00:00Z')).toEqual([true, night])
  const last = async (when: string) =>
    (await bench.inCompany((ctx) => currentShifts(ctx, [machine], at(when)))).get(machine)?.last?.shift ?? null
  expect(await last('2026-03-06T15:15:00Z')).toBe(3)
  expect(await last('2026-03-06T19:00:00Z')).toBe(1)
  expect(await last('2026-03-05T10:00:00Z')).toBeNull()
})
