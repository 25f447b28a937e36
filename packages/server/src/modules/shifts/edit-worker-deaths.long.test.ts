import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { HOUR_MS } from '@millwatch/domain/time'
import { injectApp } from '@millwatch/lab/app/inject-app'
import { startWorker, type WorkerProcess } from '@millwatch/lab/app/worker-process'
import type { DeathPoint } from '@millwatch/lab/database/dying'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day, insertion, shiftBench, shortLease } from './edit.testing.ts'

/** This server only submits jobs; each test starts the workers that do them. */
let bench: Awaited<ReturnType<typeof shiftBench>>
let t: typeof bench.t
let press: number
let lathe: number
let latheName: string
const workers: WorkerProcess[] = []

beforeAll(async () => {
  bench = await shiftBench({ lease: shortLease, works: false })
  t = bench.t
})
beforeEach(async () => {
  press = (await bench.machine('Press')).id
  const other = await bench.machine('Lathe')
  lathe = other.id
  latheName = other.name
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()))
})
afterAll(() => t.close())

const worker = async (dieAt?: DeathPoint) => {
  const started = await startWorker({ url: t.db.url, lease: shortLease, dieAt })
  workers.push(started)
  return started
}

/** As a schedule wrote it. */
async function written(machine: number): Promise<number> {
  const [row] = await bench.rows<{ id: number }>(
    `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone)
     values ($1, $2, 1, $3, $4, 'UTC') returning shift_history_id::float8 as id`,
    [bench.acme.companyId, machine, day, day + HOUR_MS],
  )
  return row?.id ?? 0
}
const submit = {
  insert: (machine: number) => bench.insert([machine], day, day + HOUR_MS),
  async update(machine: number) {
    const updates = [{ id: await written(machine), shift: 2 as const }]
    return (await t.ask(updateShifts, { token: bench.admin, body: { updates } })).job
  },
  async remove(machine: number) {
    const shiftHistoryIds = [await written(machine)]
    return (await t.ask(destroyShifts, { token: bench.admin, body: { shiftHistoryIds } })).job
  },
}
const span = { from: day, to: day + HOUR_MS, edited: true }
const after = { insert: [{ ...span, shift: 1 }], update: [{ ...span, shift: 2 }], remove: [] }
const deaths: readonly (readonly [keyof typeof submit, DeathPoint])[] = [
  ['insert', 'after commit of jobs.start'],
  ['insert', 'after shifts.insert_edited'],
  ['insert', 'after commit of jobs.end'],
  ['update', 'before shifts.update_edited'],
  ['update', 'before commit of jobs.end'],
  ['remove', 'after shifts.delete_rows'],
  ['remove', 'after jobs.end'],
]

describe('while a job has machines', () => {
  test('nobody else may have them: 409 with the name, and nothing is left of the second', async () => {
    const job = await bench.insert([press, lathe], day, day + HOUR_MS)
    const jobs = async () => await bench.countOf('job')
    const before = await jobs()
    const answer = await t.call('POST', '/v0/shifts/bulkInsert', {
      token: bench.admin,
      body: insertion([lathe], day + 2 * HOUR_MS, day + 3 * HOUR_MS),
    })
    expect([answer.status, answer.json]).toMatchObject([
      409,
      { error: `Shift history is being changed by another job. Try again when it is done: ${latheName}` },
    ])
    expect(await jobs()).toBe(before)
    expect(await bench.locked()).toEqual([press, lathe])
    await worker()
    await bench.done(job)
    expect(await bench.locked()).toEqual([])
  })

  test('somebody who lost the right meanwhile changes nothing, and the machines are free', async () => {
    const token = await t.signIn(bench.acme.emailOf('superuser'))
    const { job } = await t.ask(insertShifts, { token, body: insertion([press], day, day + HOUR_MS) })
    await bench.rows(`update membership set role = 'user' where role = 'superuser'`)
    await worker()
    expect(await bench.outcome(job.id)).toMatchObject({
      state: 'failed',
      error: 'You do not have the right to do this',
    })
    expect(await bench.history(press)).toEqual([])
    expect(await bench.locked()).toEqual([])
  })

  test('workers are killed in the middle of it: the next takes it up once the lease is lost, and it is done once', async () => {
    const jobs: { id: number }[] = []
    const machines: number[] = []
    for (const [kind, point] of deaths) {
      const machine = (await bench.machine('Saw')).id
      machines.push(machine)
      jobs.push(await submit[kind](machine))
      expect([kind, point, await (await worker(point)).ended]).toEqual([kind, point, 'SIGKILL'])
    }
    await worker()
    const startedAt = performance.now()
    for (const job of jobs) await bench.done(job)
    expect(performance.now() - startedAt).toBeLessThan(30_000)
    for (const [i, [kind]] of deaths.entries()) {
      const rows = await bench.history(machines[i] ?? 0)
      expect([kind, rows.map(({ from, to, shift, edited }) => ({ from, to, shift, edited }))]).toEqual([
        kind,
        after[kind],
      ])
    }
    expect(await bench.locked()).toEqual([])
    const { rows } = await t.db.owner.query(
      'select subject, count(*)::int as n from audit_entry where subject = any($1) group by subject',
      [jobs.map(({ id }) => `job/${id}`)],
    )
    expect(rows.map(({ n }) => n)).toEqual(jobs.map(() => 1))
  })

  test('the same server takes it up after a restart, as it does when it is stopped in the middle', async () => {
    const job = await bench.insert([press], day, day + HOUR_MS)
    const first = await worker()
    await first.stop()
    await worker()
    await bench.done(job)
    expect(await bench.history(press)).toHaveLength(1)
  })
})

test('two servers that work do each job once', async () => {
  const servers = await Promise.all(
    [1, 2].map(() => injectApp({ db: { ...t.db, database: t.db.open() }, jobs: { lease: shortLease } })),
  )
  const machines: number[] = []
  for (let i = 0; i < 12; i++) machines.push((await bench.machine('Mill')).id)
  const jobs = await Promise.all(machines.map((id) => bench.insert([id], day, day + HOUR_MS)))
  for (const job of jobs) await bench.done(job)
  for (const id of machines) expect(await bench.history(id)).toHaveLength(1)
  await Promise.all(servers.map((server) => server.close()))
})
