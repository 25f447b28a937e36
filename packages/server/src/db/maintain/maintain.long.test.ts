import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maintain } from './maintain.ts'

const NOW = Date.UTC(2027, 5, 22, 9)
const cycle = (t: number) => ({ t, type: 'cycle', cycle_time: 10 })
let bench: FlowBench
let device: TestDevice

beforeEach(async () => {
  bench = await FlowBench.open(NOW)
  device = await bench.device(await bench.machine())
})
afterEach(() => bench.close())

const history = (from: number, months: number) => Array.from({ length: months }, (_, i) => cycle(Date.UTC(from, i, 15)))
const rows = (table = 'event') =>
  bench.query<{ name: string; rows: number }>(
    `select tableoid::regclass::text as name, count(*)::int as rows from ${table} where true group by 1 order by 1`,
  )
const bounds = (table = 'event') =>
  bench.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits
     join pg_class c on c.oid = inhrelid where inhparent = $1::regclass order by 1`,
    [table],
  )
const run = (months: number) => maintain({ url: bench.test.url, clock: bench.clock, months, progress: () => undefined })

test('moves the newest months of older history into partitions of their own, so many at a time, until none is left', async () => {
  await bench.send(device, { batch_id: 'a', events: [...history(2019, 12), cycle(NOW)] })
  const before = await bench.query('select * from event where true order by occurred_at')
  const timeline = await bench.intervals(1)
  expect((await run(2)).moved).toEqual(['event_2019_12', 'event_2019_11'])
  expect(await rows()).toEqual([
    { name: 'event_2019_11', rows: 1 },
    { name: 'event_2019_12', rows: 1 },
    { name: 'event_2027_06', rows: 1 },
    { name: 'event_old', rows: 10 },
  ])
  expect((await run(12)).moved).toHaveLength(10)
  expect((await run(12)).moved).toEqual([])
  expect((await rows()).map(({ rows }) => rows)).toEqual(Array(13).fill(1))
  expect((await bounds()).map(({ name }) => name)).not.toContain('event_old')
  expect(await bench.query('select * from event where true order by occurred_at')).toEqual(before)
  expect(await bench.intervals(1)).toEqual(timeline)
})

test('a server goes on beside it: what it takes for a partition and is none any more, it makes', async () => {
  await bench.send(device, { batch_id: 'a', events: [cycle(Date.UTC(2010, 0, 1)), cycle(Date.UTC(2019, 0, 1))] })
  await run(1)
  const between = [cycle(Date.UTC(2022, 0, 1)), cycle(Date.UTC(2015, 0, 1))]
  expect(await bench.send(device, { batch_id: 'b', events: between })).toMatchObject({ accepted: 2 })
  expect(await rows()).toEqual([
    { name: 'event_2019_01', rows: 1 },
    { name: 'event_old', rows: 2 },
    { name: 'event_old_2019_02', rows: 1 },
  ])
})

test('rollups go on beside it: months that were dropped empty are made again when they are needed', async () => {
  await bench.send(device, { batch_id: 'a', events: [cycle(Date.UTC(2026, 0, 15, 0, 7)), cycle(NOW - 60_000)] })
  await bench.flow.rollUp()
  const names = async () => (await bounds('rollup_quarter')).map(({ name }) => name)
  expect(await names()).toEqual(['rollup_quarter_2026_01'])
  await bench.query('drop table rollup_quarter_2026_01')
  await bench.send(device, {
    batch_id: 'b',
    events: [{ t: Date.UTC(2026, 0, 15, 0, 8), type: 'tlm', temperature_1: 20 }],
  })
  await bench.flow.rollUp()
  expect(await names()).toContain('rollup_quarter_2026_01')
})

test('a month that is moved keeps the indexes and constraints of the table', async () => {
  await bench.send(device, { batch_id: 'a', events: history(2019, 2) })
  await run(1)
  const shape = (name: string) =>
    bench.query(
      `select regexp_replace(pg_get_indexdef(indexrelid), 'event_[0-9a-z_]+', 'x', 'g') as text from pg_index
       where indrelid = $1::regclass order by 1`,
      [name],
    )
  expect(await shape('event_2019_02')).toEqual(await shape('event_old'))
  const loose = `select conname from pg_constraint where conname = 'bounds_of_move'`
  expect(await bench.query(loose)).toEqual([])
})

test('drops empty partitions of past months, and none of the present', async () => {
  for (const [name, from, to] of [
    ['event_2018_05', Date.UTC(2018, 4), Date.UTC(2018, 5)],
    ['event_2027_06', Date.UTC(2027, 5), Date.UTC(2027, 6)],
  ])
    await bench.query('select ensure_event_partition($1, $2, $3)', [name, from, to])
  expect((await run(0)).dropped).toEqual(['event_2018_05'])
  expect((await bounds()).map(({ name }) => name)).toEqual(['event_2027_06'])
})

test('drops an empty longer range in place of moving it, and says so', async () => {
  await bench.query('select ensure_event_partition($1, $2, $3)', ['event_old', null, Date.UTC(2028, 0)])
  expect(await run(1)).toEqual({ dropped: ['event_old'], moved: [], busy: [] })
  expect(await bounds()).toEqual([])
})

test('gives way to whoever writes old history, and moves it the next time', async () => {
  await bench.send(device, { batch_id: 'a', events: history(2019, 1) })
  const writer = await bench.test.owner.connect()
  await writer.query('begin')
  await writer.query('lock table event_old in row exclusive mode')
  expect(await run(1)).toMatchObject({ moved: [], busy: ['event'] })
  await writer.query('rollback')
  writer.release()
  expect((await run(1)).moved).toEqual(['event_2019_01'])
})

test('a backup of older history can be restored', async () => {
  await bench.send(device, { batch_id: 'a', events: [...history(2019, 3), cycle(NOW)] })
  const file = join(tmpdir(), `millwatch-${process.pid}-old`)
  try {
    const { writeBackup } = await import('../backup/write-backup.ts')
    const { readBackup } = await import('../backup/read-backup.ts')
    await writeBackup({ url: bench.test.url, file, program: 'test', takenAt: NOW, progress: () => undefined })
    const copy = await FlowBench.open(NOW)
    await copy.query('truncate company cascade')
    await readBackup({ url: copy.test.url, file, progress: () => undefined })
    const text = `select tableoid::regclass::text as name, count(*)::int as rows from event where true group by 1 order by 1`
    expect(await copy.query(text)).toEqual([
      { name: 'event_2027_06', rows: 1 },
      { name: 'event_old', rows: 3 },
    ])
    await copy.close()
  } finally {
    await rm(file, { force: true })
  }
})
