import { endRun, startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { listVerifications, verifyNow } from '@millwatch/contract/http/verifications'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rebuild } from '../cli/rebuild.ts'
import { verifyAll } from '../cli/verify.ts'
import { boundClock } from '../platform/bound-clock.ts'
import { manualClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { checks, describeFinding, type Finding, verifyCompany } from './index.ts'

const NOW = Date.parse('2026-11-02T09:00:00Z')
const clock = manualClock(NOW)
const within = { timeout: 20_000, interval: 50 }

let t: InjectApp
let companyId: number
let token: string
let machine: Awaited<ReturnType<typeof machineWithDevice>>

beforeAll(async () => {
  t = await injectApp({ clock })
  const acme = await companyWithPeople(t, 'acme')
  companyId = acme.companyId
  token = await t.signIn(acme.emailOf('admin'))
  machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const cycles = Array.from({ length: 200 }, (_, i) => ({
    t: NOW - (400 - i) * MINUTE_MS,
    type: 'cycle',
    cycle_time: 30,
  }))
  // More than a week before, so that there are rollups of every kind.
  const early = { t: NOW - 10 * 1440 * MINUTE_MS, type: 'cycle', cycle_time: 30 }
  await machine.send([early, ...cycles.filter((_, i) => i % 17 < 10), { t: NOW, type: 'nonsense' }])
})
afterAll(() => t.close({ verified: false }))

const findings = () => verifyCompany({ database: t.db.database, clock }, companyId)
const invariants = (found: readonly Finding[]) => [...new Set(found.map((finding) => finding.invariant))]

test('What the program wrote holds', async () => {
  await t.app.flow.rollUp()
  expect(await findings()).toEqual([])
  expect(checks.every((check) => check.holds.endsWith('.'))).toBe(true)
})

describe('What was damaged is found, with the machine and the instant', () => {
  /** Damages the data, checks it, and undoes the damage. */
  async function damaged(damage: string, undo: string): Promise<Finding[]> {
    await t.db.owner.query(damage)
    try {
      return await findings()
    } finally {
      await t.db.owner.query(undo)
      expect(await findings()).toEqual([])
    }
  }

  test('an event that is gone', async () => {
    const found = await damaged(
      'create table stolen as select * from event; delete from event where occurred_at = (select max(occurred_at) from event where kind = 1)',
      'delete from event; insert into event select * from stolen; drop table stolen',
    )
    expect(invariants(found)).toEqual(expect.arrayContaining(['I1', 'I2']))
    expect(found[0]).toMatchObject({ companyId, deviceId: machine.deviceId })
  })

  test('an event that is there twice', async () => {
    const found = await damaged(
      `create table stolen as select * from event where kind = 1 order by occurred_at limit 1;
       insert into event (company_id, equipment_id, occurred_at, device_id, batch_id, position, kind, is_primary, received_at, cycle_ms, number)
       select company_id, equipment_id, occurred_at, device_id, batch_id, position, kind, is_primary, received_at, cycle_ms, number from stolen`,
      'delete from event e using stolen s where e.occurred_at = s.occurred_at and e.event_no > s.event_no; drop table stolen',
    )
    expect(invariants(found)).toEqual(expect.arrayContaining(['I1', 'I2']))
  })

  test('an account that does not add up', async () => {
    const found = await damaged(
      'update device_tally set received = received + 1',
      'update device_tally set received = received - 1',
    )
    expect(invariants(found)).toEqual(['I2'])
  })

  test('a run that counts more than it has', async () => {
    const { tag } = await t.ask(createTag, { token, body: { name: 'order' } })
    await t.ask(startRun, { token, body: { equipId: machine.id, tags: [tag.id] } })
    const found = await damaged(
      'update machine_state set run_cycles = run_cycles + 1',
      'update machine_state set run_cycles = run_cycles - 1',
    )
    expect(found).toMatchObject([{ invariant: 'I8', equipmentId: machine.id, text: expect.stringContaining('says 1') }])
  })

  test('a gap in a timeline', async () => {
    const found = await damaged(
      `create table stolen as select * from status_interval order by started_at offset 2 limit 1;
       delete from status_interval i using stolen s where i.status_interval_id = s.status_interval_id`,
      'insert into status_interval overriding system value select * from stolen; drop table stolen',
    )
    expect(invariants(found)).toContain('I3')
    expect(found.map(describeFinding).join()).toMatch(/machine \d+, at 2026-11-02T/)
  })

  test('a contact before what was received', async () => {
    const found = await damaged(
      'update device_tally set last_contact_at = last_contact_at - 1',
      'update device_tally set last_contact_at = last_contact_at + 1',
    )
    expect(invariants(found)).toEqual(['I7'])
  })

  test('a latest cycle that is not the last one', async () => {
    const moved = (byMs: number) =>
      `update machine_state set latest = jsonb_set(latest::jsonb, '{cycle,at}',
         to_jsonb((latest::jsonb -> 'cycle' ->> 'at')::bigint + ${byMs}))::text`
    expect(invariants(await damaged(moved(1), moved(-1)))).toEqual(['I7'])
    expect(invariants(await damaged(moved(-1), moved(1)))).toEqual(['I7'])
  })

  test('but not a latest cycle of a machine whose status is still to be computed, as after a device was put on it dated back', async () => {
    const found = await damaged(
      `update machine_state set head_at = head_at - ${HOUR_MS}`,
      `update machine_state set head_at = head_at + ${HOUR_MS}`,
    )
    expect(invariants(found)).not.toContain('I7')
  })

  test('a lock whose job is done', async () => {
    const found = await damaged(
      `insert into job (company_id, kind, args, state, created_at) values (${companyId}, 'x', '{}', 'finished', 1);
       insert into shift_lock (company_id, equipment_id, job_id, locked_at) select ${companyId}, ${machine.id}, max(job_id), 5 from job`,
      `delete from shift_lock; delete from job where kind = 'x'`,
    )
    expect(found).toMatchObject([{ invariant: 'I10', equipmentId: machine.id, at: 5 }])
  })

  test('a machine whose settings end otherwise than it stands', async () => {
    const found = await damaged('update equipment set active = false', 'update equipment set active = true')
    expect(invariants(found)).toContain('I13')
  })
})

describe('What is derived is made again from what devices said', () => {
  async function again(): Promise<number> {
    const machines = await rebuild(
      { database: t.db.database, clock, progress: () => undefined },
      { from: 0, to: clock.now() },
      new Set([machine.id]),
    )
    // Rollups that the server of this test was building meanwhile are left to it.
    await t.app.flow.rollUp()
    return machines
  }

  test.each([
    ['intervals', 'delete from status_interval where ended_at is not null', 'I3'],
    ['a status', 'update status_interval set status_id = 4 where status_id = 1', 'I6'],
    ['marks', 'update event set marks = 1 where kind = 1', 'I6'],
    ['rollups', 'update rollup_quarter set running_ms = running_ms - 1 where running_ms > 0', 'I5'],
    ['days', 'update rollup_day set cycles = cycles + 1', 'I5'],
    ['weeks', 'update rollup_week set running_in_ms = running_in_ms + 1', 'I5'],
    ['a lack of weeks', 'delete from rollup_week', 'I5'],
  ])('%s', async (_name, damage, invariant) => {
    const before = await findings()
    expect(before).toEqual([])
    const { rowCount } = await t.db.owner.query(damage)
    expect(rowCount).toBeGreaterThan(0)
    expect(invariants(await findings())).toContain(invariant)
    expect(await again()).toBe(1)
    expect(await findings()).toEqual([])
  })

  test('`verify --repair` finds what was damaged, mends it, and says so', async () => {
    const lines: string[] = []
    const look = (repair: boolean) =>
      verifyAll(
        {
          config: { dataFolder: '', databaseUrl: t.db.url },
          clock: boundClock(clock),
          logger: silentLogger,
          progress: () => undefined,
        },
        { repair, print: (line) => lines.push(line) },
      )
    await t.db.owner.query(`
      update machine_state set run_cycles = run_cycles + 1;
      delete from rollup_day where day_from = (select min(day_from) from rollup_day)`)
    expect(await look(false)).toBe(false)
    expect(lines.join('\n')).toMatch(new RegExp(`I5 .*machine ${machine.id}, at 2026-`))
    expect(lines.join('\n')).toMatch(new RegExp(`I8 .*machine ${machine.id}, at 2026-`))
    expect(await look(true)).toBe(true)
    expect(lines.slice(-2)).toEqual(['Computing the derived data of 1 machine again', 'Everything holds.'])
  })
})

test('An admin has it checked, and reads what was found, every night and whenever he asks', async () => {
  await t.db.owner.query('update device_tally set received = received + 1')
  await t.ask(verifyNow, { token })
  const read = async () => (await t.ask(listVerifications, { token })).verifications
  await vi.waitFor(async () => expect(await read()).toHaveLength(1), within)
  expect(await read()).toMatchObject([
    { is_clean: false, findings_total: 1, findings: [{ invariant: 'I2', device_id: machine.deviceId }] },
  ])
  await t.db.owner.query('update device_tally set received = received - 1')
  await t.ask(verifyNow, { token })
  await vi.waitFor(async () => expect(await read()).toHaveLength(2), within)
  expect((await read())[0]).toMatchObject({ is_clean: true, findings: [] })
})

test('Asked for again and again, one check of each company waits, so that none keeps the others from theirs', async () => {
  const idle = await injectApp({ clock, jobs: { works: false } })
  const askedBy = async (name: string, times: number) => {
    const asking = await idle.signIn((await companyWithPeople(idle, name)).emailOf('admin'))
    const requests = Array.from({ length: times }, () => idle.ask(verifyNow, { token: asking }))
    return new Set((await Promise.all(requests)).map(({ job }) => job.id))
  }
  const [hasty, ...more] = await askedBy('hasty', 40)
  const [calm] = await askedBy('calm', 1)
  expect((await idle.db.owner.query('select job_id as id from job order by 1')).rows).toEqual([
    { id: hasty },
    { id: calm },
  ])
  expect(more).toEqual([])
  await idle.close()
})

test('A run that ended after a cycle which is stored ahead of its time holds', async () => {
  const ash = await companyWithPeople(t, 'ash')
  const ashToken = await t.signIn(ash.emailOf('admin'))
  const press = await machineWithDevice(t, ashToken, ash.rootOrgUnitId)
  await press.send([{ t: clock.now() - MINUTE_MS, type: 'cycle', cycle_time: 30 }])
  const { tag } = await t.ask(createTag, { token: ashToken, body: { name: 'order' } })
  const { run } = await t.ask(startRun, { token: ashToken, body: { equipId: press.id, tags: [tag.id] } })
  await press.send([{ t: clock.now() + 50, type: 'cycle', cycle_time: 30 }])
  clock.advance(60)
  const ended = await t.ask(endRun, { token: ashToken, params: { id: run.id }, body: {} })
  expect(ended.run.cycles_current).toBe(1)
  expect(await verifyCompany({ database: t.db.database, clock }, ash.companyId)).toEqual([])
})
