import { insertShifts } from '@millwatch/contract/http/shifts'
import type { Room } from '@millwatch/contract/live'
import type { MachineAdvance } from '@millwatch/domain/facts'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { type LiveClient, openLive } from '@millwatch/lab/app/live-client'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeFacts, FACTS_CHANNEL } from '../../platform/outbox/facts-channel.ts'

const lease = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }
const day = Date.UTC(2026, 4, 4)
/** This server has the sockets; another one does the jobs. */
const { t, company: acme, token: admin } = await appWithCompany({ jobs: { lease, works: false } })
const { httpUrl: url } = await t.listen()
const globex = await companyWithPeople(t, 'globex')
const foreign = await t.signIn(globex.emailOf('superuser'))
const machine = (await machineWithDevice(t, admin, acme.rootOrgUnitId)).id
const open: LiveClient[] = []
const workers: InjectApp[] = []

afterEach(async () => {
  for (const client of open.splice(0)) client.close()
  await Promise.all(workers.splice(0).map((worker) => worker.close()))
})

async function browser(token: string, rooms: string[]) {
  const client = await openLive(url, { auth: { token } })
  if (client === null) throw new Error('The server refused the connection')
  open.push(client)
  const answers: string[] = []
  for (const room of rooms) answers.push(await client.join(room))
  const received = (...events: string[]) =>
    client.messages.filter(({ event }) => events.includes(event)).map(({ event, message }) => [event, message] as const)
  return { heard: received, answers }
}
const work = async () => {
  workers.push(await injectApp({ db: { ...t.db, database: t.db.open() }, jobs: { lease } }))
}
const insert = async (from: number) => {
  const body = {
    insert: {
      equipIds: [machine],
      shift: 1 as const,
      start: new Date(from).toISOString(),
      end: new Date(from + 3_600_000).toISOString(),
    },
  }
  return (await t.ask(insertShifts, { token: admin, body })).job.id
}
const soon = { timeout: 20_000, interval: 10 }

test('The room of a job gets its begin and its end, whichever server does it, and no other company does', async () => {
  const id = await insert(day)
  const page = await browser(admin, [`job:${id}`])
  const theirs = await browser(foreign, [`job:${id}`, `e:${machine}`])
  expect(theirs.answers).toEqual(['refused', 'refused'])
  expect(page.heard('job:start', 'job:finish')).toEqual([])
  await work()
  await vi.waitFor(() => expect(page.heard('job:finish').length).toBe(1), soon)
  const room = `job:${id}`
  expect(page.heard('job:start', 'job:finish')).toEqual([
    ['job:start', { room, id, state: 'running', error: null }],
    ['job:finish', { room, id, state: 'finished', error: null }],
  ])
  expect(theirs.heard('job:start', 'job:finish', 'shift_mgmt')).toEqual([])
})

test('Who joins after the end gets it too, and why it failed', async () => {
  await work()
  const id = await insert(day + 60_000)
  const { rows } = await vi.waitFor(async () => {
    const answer = await t.db.owner.query(`select error from job where job_id = $1 and state = 'failed'`, [id])
    expect(answer.rows.length).toBe(1)
    return answer
  }, soon)
  const late = await browser(admin, [`job:${id}`])
  await vi.waitFor(() => expect(late.heard('job:finish').length).toBe(1), soon)
  expect(late.heard('job:finish')[0]?.[1]).toEqual({ room: `job:${id}`, id, state: 'failed', error: rows[0].error })
  expect(rows[0].error).toMatch(/^Overlaps with the first shift of machine from 2026-05-04 00:00/)
})

test('Pages of a machine and of the units above it get which job locks its shifts, and that none does any more', async () => {
  const page = await browser(admin, [`e:${machine}`])
  const unit = await browser(admin, [`o:${acme.rootOrgUnitId}`])
  const id = await insert(day + 7_200_000)
  const [lock] = (await t.db.owner.query('select locked_at::float8 as at from shift_lock')).rows
  await vi.waitFor(() => expect(page.heard('shift_mgmt').length).toBe(1), soon)
  await vi.waitFor(() => expect(unit.heard('shift_mgmt').length).toBe(1), soon)
  await work()
  await vi.waitFor(() => expect(page.heard('shift_mgmt').length).toBe(2), soon)
  await vi.waitFor(() => expect(unit.heard('shift_mgmt').length).toBe(2), soon)
  const about = { equipment_id: machine }
  const held = { ...about, shift_mgmt_locked_at: new Date(lock.at).toISOString(), shift_mgmt_locked_by: id }
  const free = { ...about, shift_mgmt_locked_at: null, shift_mgmt_locked_by: null }
  for (const [room, received] of [
    [`e:${machine}`, page.heard],
    [`o:${acme.rootOrgUnitId}`, unit.heard],
  ] as const) {
    expect(received('shift_mgmt').map(([, message]) => message)).toEqual([
      { room, ...held },
      { room, ...free },
    ])
  }
})

test('Pages get a message about a run', async () => {
  const room: Room = `e:${machine}`
  const page = await browser(admin, [room])
  const hint: MachineAdvance = { r: [7, day, day + 60_000, 12, 12, 1] }
  await t.db.owner.query('select pg_notify($1, $2)', [
    FACTS_CHANNEL,
    encodeFacts(acme.companyId, [{ kind: 'machine.advanced', machines: [[machine, hint]] }])[0],
  ])
  await vi.waitFor(() => expect(page.heard('run').length).toBe(1), soon)
  expect(page.heard('run')).toEqual([
    [
      'run',
      {
        ...{ room, equipment_id: machine },
        run_id: 7,
        started_at: '2026-05-04T00:00:00.000Z',
        ended_at: '2026-05-04T00:01:00.000Z',
        cycles_current: 12,
        cycles_total: 12,
        ended_by_count: true,
      },
    ],
  ])
})
