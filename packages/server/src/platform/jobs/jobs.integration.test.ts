import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { prepareQueue } from '../../db/queue-schema.ts'
import { listCompanies } from '../../modules/identity/index.ts'
import { actorOfJob } from '../../modules/jobs/index.ts'
import { manualClock } from '../clock.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { withOwner } from '../db/connection.ts'
import type { Database } from '../db/index.ts'
import { Forbidden, Unavailable } from '../errors.ts'
import { silentLogger } from '../logger.ts'
import { decodeFacts, FACTS_CHANNEL } from '../outbox/facts-channel.ts'
import { createJobs, findJob, JobFailed, type JobKind, type Jobs, type JobsSettings } from './index.ts'

let test_: TestDatabase
let companyId: number
const open: Jobs[] = []
const clock = manualClock(1_790_000_000_000)
const stated: string[] = []
const lease = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }

beforeAll(async () => {
  test_ = await testDatabase()
  companyId = await one(`insert into company (name, created_at) values ('Ash', 1) returning company_id as id`)
  const unit = await one(
    `insert into org_unit (company_id, org_unit_type_id, name, created_at) values ($1, 1, 'Ash', 0) returning org_unit_id as id`,
    [companyId],
  )
  await test_.owner.query('update company set root_org_unit_id = $2 where company_id = $1', [companyId, unit])
  await test_.database.listen(
    FACTS_CHANNEL,
    (payload) => {
      for (const fact of decodeFacts(payload).facts) if ('jobId' in fact) stated.push(`${fact.kind} ${fact.jobId}`)
    },
    () => undefined,
  )
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
})
afterAll(() => test_.close())

async function one(text: string, values: unknown[] = []): Promise<number> {
  return Number((await test_.owner.query(text, values)).rows[0].id)
}
const tagsNamed = (name: string) => one('select count(*) as id from tag where name = $1', [name])

function within<T>(work: (ctx: Ctx) => Promise<T>, actor: Actor = { kind: 'system' }, database = test_.database) {
  return database.inCompany(companyId, (tx) => work({ companyId, actor, tx, clock }))
}

interface Named {
  name: string
}

/** Kind of job that adds a row, so that applied jobs can be counted. */
const tagging: JobKind<Named> = {
  name: 'tag',
  queue: 'quick',
  async run(ctx, { name }) {
    await ctx.tx.db
      .insertInto('tag')
      .values({ company_id: ctx.companyId, name, created_at: ctx.clock.now(), updated_at: ctx.clock.now() })
      .execute()
    return { name }
  },
}

/** Returns the jobs of one server; they begin once `start` is called. */
function server(settings: JobsSettings = {}, database: Database = test_.open()): Jobs {
  const jobs = createJobs({
    ...{ database, clock, logger: silentLogger, actorOfJob, settings: { lease, ...settings } },
    listCompanies: () => listCompanies(database),
  })
  open.push(jobs)
  return jobs
}
function started(kind: JobKind<Named> = tagging, settings: JobsSettings = {}): Jobs {
  const jobs = server(settings)
  jobs.define(kind)
  jobs.start()
  return jobs
}
const submit = (jobs: Jobs, name: string, kind = tagging, actor?: Actor) =>
  within((ctx) => jobs.submit(ctx, kind, { name }), actor)
const ended = { timeout: 20_000, interval: 20 }
async function outcome(id: number) {
  await expect
    .poll(async () => (await within((ctx) => findJob(ctx, id)))?.state, ended)
    .toSatisfy((state) => state === 'finished' || state === 'failed')
  return within((ctx) => findJob(ctx, id))
}

describe('a job', () => {
  test('is done once the transaction that submitted it has committed, and can be read', async () => {
    const jobs = started()
    const { id, state } = await submit(jobs, 'simple')
    expect(state).toBe('queued')
    const now = clock.now()
    const dates = { createdAt: now, startedAt: now, finishedAt: now }
    expect(await outcome(id)).toMatchObject({ state: 'finished', error: null, result: { name: 'simple' }, ...dates })
    expect(await tagsNamed('simple')).toBe(1)
    const ofJob = () => stated.filter((line) => line.endsWith(` ${id}`))
    await expect.poll(ofJob, ended).toEqual([`job.started ${id}`, `job.finished ${id}`])
  })

  test('was never there when that transaction rolls back', async () => {
    const jobs = started()
    const failing = within(async (ctx) => {
      await jobs.submit(ctx, tagging, { name: 'rolled back' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await outcome((await submit(jobs, 'after it')).id)
    expect(await tagsNamed('rolled back')).toBe(0)
  })

  test('is all or nothing: one that fails leaves nothing but its text, and gives back what it took', async () => {
    const given: number[] = []
    const kind: JobKind<Named> = {
      ...tagging,
      async run(ctx, args, job) {
        await tagging.run(ctx, args, job, undefined)
        throw new JobFailed('No room for a tag of that name')
      },
      ended: async (_ctx, _args, id) => void given.push(id),
    }
    const { id } = await submit(started(kind), 'half done', kind)
    expect(await outcome(id)).toMatchObject({ state: 'failed', error: 'No room for a tag of that name', result: null })
    expect(await tagsNamed('half done')).toBe(0)
    expect(given).toEqual([id])
  })

  test('shows nobody what it did not foresee', async () => {
    const kind: JobKind<Named> = { ...tagging, run: () => Promise.reject(new Error('secret of the house')) }
    const { id } = await submit(started(kind), 'unforeseen', kind)
    expect(await outcome(id)).toMatchObject({ state: 'failed', error: 'Internal error. Nothing was changed' })
  })

  test('is tried again where the database was away, and applied once', async () => {
    let attempts = 0
    const kind: JobKind<Named> = {
      ...tagging,
      async run(ctx, args, job) {
        await tagging.run(ctx, args, job, undefined)
        attempts = job.attempt
        if (job.attempt < 3) throw new Unavailable()
        return null
      },
    }
    const { id } = await submit(started(kind), 'third time', kind)
    expect(await outcome(id)).toMatchObject({ state: 'finished' })
    expect(attempts).toBe(3)
    expect(await tagsNamed('third time')).toBe(1)
  })

  test('reckons beforehand what takes long', async () => {
    const kind: JobKind<Named, string> = {
      name: 'prepared',
      queue: 'long',
      prepare: async ({ args }) => `${args.name} and more`,
      run: async (_ctx, _args, _job, prepared) => ({ prepared }),
    }
    const jobs = server()
    jobs.define(kind)
    jobs.start()
    const { id } = await within((ctx) => jobs.submit(ctx, kind, { name: 'this' }))
    expect(await outcome(id)).toMatchObject({ result: { prepared: 'this and more' } })
  })
})

describe('who may', () => {
  const kind: JobKind<Named> = { ...tagging, operation: 'org_unit.create' }
  const actorOf = async (role: 'user' | 'admin'): Promise<Actor> => {
    const userId = await one(
      `insert into app_user (email, first_name, last_name, password_hash, created_at)
       values (gen_random_uuid()::text, 'A', 'B', 'x', 0) returning user_id as id`,
    )
    await test_.owner.query('insert into membership values ($1, $2, $3, 0)', [companyId, userId, role])
    return { kind: 'user', userId, role, sessionId: 7, ip: '10.0.0.9' }
  }

  test('is asked when it is submitted', async () => {
    const jobs = started(kind)
    const user = await actorOf('user')
    await expect(submit(jobs, 'not allowed', kind, user)).rejects.toThrow(Forbidden)
    const seen: Actor[] = []
    const asking: JobKind<Named> = { ...kind, name: 'ask', run: async ({ actor }) => ({ seen: seen.push(actor) }) }
    const admin = await actorOf('admin')
    const { id } = await submit(started(asking), 'allowed', asking, admin)
    await outcome(id)
    expect(seen).toEqual([admin])
  })

  test.each(['demoted', 'removed'])(
    'is asked again when it is applied: of somebody %s meanwhile nothing is',
    async (how) => {
      const waiting = started(kind, { works: false })
      const admin = await actorOf('admin')
      const { id } = await submit(waiting, `of somebody ${how}`, kind, admin)
      const userId = admin.kind === 'user' ? admin.userId : 0
      const text = how === 'demoted' ? `update membership set role = 'user'` : 'delete from membership'
      await test_.owner.query(`${text} where user_id = $1`, [userId])
      started(kind)
      expect(await outcome(id)).toMatchObject({ state: 'failed', error: 'You do not have the right to do this' })
      expect(await tagsNamed(`of somebody ${how}`)).toBe(0)
    },
  )
})

describe('several servers', () => {
  test('do each job once', async () => {
    const servers = [started(), started(), started()]
    const names = Array.from({ length: 30 }, (_, i) => `shared ${i}`)
    const submitted = await Promise.all(names.map((name, i) => submit(servers[i % 3]!, name)))
    for (const { id } of submitted) expect(await outcome(id)).toMatchObject({ state: 'finished' })
    for (const name of names) expect([name, await tagsNamed(name)]).toEqual([name, 1])
  })

  test('leave a job alone that another has, though they were handed it too', async () => {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow: JobKind<Named> = {
      ...tagging,
      async run(ctx, args, job) {
        reached.resolve()
        await goOn.promise
        return tagging.run(ctx, args, job, undefined)
      },
    }
    const { id } = await submit(started(slow), 'held', slow)
    await reached.promise
    // As after a lease that was lost by mistake: the ticket is handed out a second time.
    await test_.owner.query(`update pgboss.job set state = 'created' where (data->>'jobId')::bigint = $1`, [id])
    started(slow)
    await expect
      .poll(
        () =>
          one(
            `select count(*) as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ended,
      )
      .toBe(1)
    goOn.resolve()
    expect(await outcome(id)).toMatchObject({ state: 'finished' })
    await expect
      .poll(
        () =>
          one(`select count(*) as id from pgboss.job where state < 'completed' and (data->>'jobId')::bigint = $1`, [
            id,
          ]),
        ended,
      )
      .toBe(0)
    expect(await tagsNamed('held')).toBe(1)
  })

  test('that stop put back what they have not done, at once', async () => {
    const reached = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    const slow: JobKind<Named> = {
      ...tagging,
      prepare: ({ signal }) => {
        signal.addEventListener('abort', () => aborted.resolve())
        reached.resolve()
        return aborted.promise
      },
    }
    const stopping = started(slow)
    const { id } = await submit(stopping, 'put back', slow)
    await reached.promise
    await stopping.stop()
    started()
    expect(await outcome(id)).toMatchObject({ state: 'finished' })
    expect(await tagsNamed('put back')).toBe(1)
  })
})

test('The database goes away in the middle of a job: it is done once, and so is what comes after', async () => {
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: JobKind<Named> = {
    ...tagging,
    async run(ctx, args, job) {
      await tagging.run(ctx, args, job, undefined)
      reached.resolve()
      await goOn.promise
      return { attempt: job.attempt }
    },
  }
  const jobs = started(slow)
  const { id } = await submit(jobs, 'cut off', slow)
  await reached.promise
  await test_.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  goOn.resolve()
  expect(await outcome(id)).toMatchObject({ state: 'finished', result: { attempt: 2 } })
  expect(await tagsNamed('cut off')).toBe(1)
  expect(await outcome((await submit(jobs, 'after it was cut off', slow)).id)).toMatchObject({ state: 'finished' })
})

describe('the queue', () => {
  test('is what pg-boss expects, and made by nobody but the owner', async () => {
    const boss = new PgBoss({ db: { executeSql: (text, values) => test_.owner.query(text, values) } })
    const drift = await boss.detectSchemaDrift()
    expect(drift).toMatchObject({ ok: true, missingTables: [], missing: [], columnDrift: [] })
    await expect(test_.database.statement('create table pgboss.mine (n integer)')).rejects.toThrow(/permission denied/)
    await expect(test_.database.statement('drop table pgboss.job')).rejects.toThrow(/must be owner/)
  })

  test('carries no more than which job of which company', async () => {
    const jobs = started()
    const { id } = await submit(jobs, 'canary of a company')
    await outcome(id)
    const { rows } = await test_.owner.query(`select data, to_jsonb(j)::text as text from pgboss.job j`)
    expect(rows.some(({ data }) => data.jobId === id)).toBe(true)
    for (const { text } of rows) expect(text).not.toContain('canary')
  })

  test('can be made anew: what is to be done is put back by the next server', async () => {
    const { id } = await submit(started(tagging, { works: false }), 'outlives the queue')
    await withOwner(test_.url, async (client) => {
      await client.query(`comment on schema pgboss is 'of another version'`)
      await prepareQueue(client)
    })
    expect(await one('select count(*) as id from pgboss.job')).toBe(0)
    started()
    expect(await outcome(id)).toMatchObject({ state: 'finished' })
    expect(await tagsNamed('outlives the queue')).toBe(1)
  })
})

test('daily jobs come about in every company, and not on top of one that is still to be done', async () => {
  const mayEnd = Promise.withResolvers<void>()
  const nightly: JobKind<Record<string, never>> = {
    name: 'nightly',
    queue: 'long',
    run: () => mayEnd.promise.then(() => ({ clean: true })),
  }
  const count = () => one(`select count(*) as id from job where kind = 'nightly'`)
  const jobs = server()
  jobs.define(nightly)
  jobs.scheduleDaily(nightly, { hour: 2, minute: 30 })
  jobs.start()
  await submit(started(), 'the queue is open')
  await expect.poll(() => one(`select count(*) as id from pgboss.schedule where cron = '30 2 * * *'`), ended).toBe(1)
  // The test alone sends nights, even if it runs at half past two.
  await test_.owner.query(`delete from pgboss.schedule where key = 'nightly'`)

  const { id } = await within((ctx) => jobs.submit(ctx, nightly, {}))
  const boss = new PgBoss({ db: { executeSql: (text, values) => test_.owner.query(text, values) }, migrate: false })
  const nightfall = async () => {
    const night = await boss.send('daily', { name: 'nightly' })
    const handled = () => one(`select count(*) as id from pgboss.job where id = $1 and state = 'completed'`, [night])
    await expect.poll(handled, ended).toBe(1)
  }
  await nightfall()
  expect(await count()).toBe(1)
  mayEnd.resolve()
  expect(await outcome(id)).toMatchObject({ state: 'finished', result: { clean: true } })
  await nightfall()
  expect(await count()).toBe(2)
})

test('A night that all servers slept through is made up for, once', async () => {
  const nightly: JobKind<Record<string, never>> = { name: 'slept', queue: 'long', run: async () => ({ clean: true }) }
  const count = () => one(`select count(*) as id from job where kind = 'slept' and state = 'finished'`)
  // Half a day away from now, so that no night comes while the test runs.
  const hour = (new Date().getUTCHours() + 12) % 24
  const awake = () => {
    const jobs = server()
    jobs.define(nightly)
    jobs.scheduleDaily(nightly, { hour, minute: 30 })
    jobs.start()
    return jobs
  }
  const before = awake()
  await expect.poll(() => one(`select count(*) as id from pgboss.schedule where key = 'slept'`), ended).toBe(1)
  await before.stop()
  expect(await count()).toBe(0)
  await test_.owner.query(`update pgboss.schedule set created_on = created_on - interval '9 days'`)
  await test_.owner.query(`update pgboss.version set cron_on = now() - interval '3 days'`)
  awake()
  awake()
  await expect.poll(count, { timeout: 40_000, interval: 50 }).toBe(1)
})
