import type { Fact, RunCompleted } from '@millwatch/domain/facts'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../clock.ts'
import { asSystem, type Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import { silentLogger } from '../logger.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import { type Outbox, startOutbox } from './deliver.ts'
import { stateFact } from './state-fact.ts'
import type { DurableSubscriber, ServerSubscriber, Subscriber } from './subscriber.ts'

let test_: TestDatabase
let companyId: number
let otherCompanyId: number
let clock: ManualClock
/** Metrics of the server that was started last. */
let metrics: Metrics
let runId = 0
const open: Outbox[] = []

beforeAll(async () => {
  test_ = await testDatabase()
  companyId = await company('Ash')
  otherCompanyId = await company('Birch')
})
beforeEach(() => {
  clock = manualClock(1_790_000_000_000)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((outbox) => outbox.stop()))
  await test_.owner.query('delete from outbox')
  await test_.owner.query('delete from tag')
})
afterAll(() => test_.close())

async function company(name: string): Promise<number> {
  const { rows } = await test_.owner.query(
    'insert into company (name, created_at) values ($1, 1) returning company_id as id',
    [name],
  )
  return Number(rows[0].id)
}

const within = <T>(work: (ctx: Ctx) => Promise<T>, inCompany = companyId) =>
  asSystem({ database: test_.database, clock }, inCompany, work)

function completed(): RunCompleted {
  runId++
  const rest = { groupIds: [1], completedAt: 1, cycles: 2, ended: true }
  return { kind: 'run.completed', equipmentIds: [1], runId, ...rest }
}

/** Adds a tag, so that the effects of subscribers and of writes can be counted. */
const addTag = (ctx: Ctx, name: string) =>
  ctx.tx.db.insertInto('tag').values({ company_id: ctx.companyId, name, created_at: 0, updated_at: 0 }).execute()
async function tags(): Promise<string[]> {
  return (await test_.owner.query('select name from tag order by tag_id')).rows.map((row) => row.name)
}

async function server(subscribers: readonly Subscriber[], database: Database = test_.open()): Promise<Outbox> {
  metrics = createMetrics()
  const deps = { database, clock, logger: silentLogger, metrics, subscribers, patienceMs: 200 }
  const outbox = await startOutbox(deps)
  open.push(outbox)
  return outbox
}

const durable = (name: string, handle: DurableSubscriber['handle']): DurableSubscriber => ({
  delivery: 'once',
  name,
  kinds: ['run.completed'],
  handle,
})
/** Returns a subscriber that adds a tag with its name and the run of the fact. */
const tagging = (name: string) =>
  durable(name, (ctx, fact) => addTag(ctx, `${name} ${fact.runId}`).then(() => undefined))

async function metric(name: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((text) => text.startsWith(name))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}
const soon = { interval: 10 }

describe('A durable fact', () => {
  test('is delivered to its subscribers in their order, soon after the commit', async () => {
    await server(['first', 'second', 'third'].map(tagging))
    const facts = [completed(), completed()]
    for (const fact of facts) await within((ctx) => stateFact(ctx, fact))
    const inOrder = facts.flatMap((fact) => ['first', 'second', 'third'].map((name) => `${name} ${fact.runId}`))
    await expect.poll(tags, soon).toEqual(inOrder)
  })

  test('is not delivered when its transaction rolls back', async () => {
    const outbox = await server([tagging('mail')])
    const failing = within(async (ctx) => {
      await stateFact(ctx, completed())
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await outbox.settle()
    expect(await tags()).toEqual([])
  })

  test('is tried again where a subscriber fails; the write and the other subscribers are not affected', async () => {
    let failures = 2
    const keys: string[] = []
    const failing = durable('failing', async (ctx, fact, factId) => {
      keys.push(factId)
      await addTag(ctx, `half done ${fact.runId}`)
      if (failures-- > 0) throw new Error('the mail server is away')
    })
    const outbox = await server([failing, tagging('other')])
    const fact = completed()
    await within(async (ctx) => {
      await addTag(ctx, 'the write')
      await stateFact(ctx, fact)
    })
    await expect.poll(tags, soon).toEqual(['the write', `other ${fact.runId}`])
    await outbox.settle()
    expect(keys).toHaveLength(1)
    clock.advance(1000)
    await outbox.settle()
    expect(keys).toHaveLength(2)
    clock.advance(1000)
    await outbox.settle()
    expect(keys).toHaveLength(2)
    clock.advance(1000)
    await outbox.settle()
    expect(await tags()).toEqual(['the write', `other ${fact.runId}`, `half done ${fact.runId}`])
    expect(keys).toEqual(Array(3).fill(`${companyId}:run:${fact.runId}:completed`))
  })

  test('that waits is counted by subscriber, and so is each failure', async () => {
    const outbox = await server([durable('failing', () => Promise.reject(new Error('away'))), tagging('other')])
    for (let i = 0; i < 3; i++) await within((ctx) => stateFact(ctx, completed()))
    await expect.poll(() => metric('millwatch_subscriber_failures_total{subscriber="failing"}'), soon).toBe(3)
    clock.advance(15_000)
    await outbox.settle()
    expect(await metric('millwatch_subscriber_backlog{subscriber="failing"}')).toBe(3)
    expect(await metric('millwatch_subscriber_backlog{subscriber="other"}')).toBe(0)
  })

  test('is stored once by its key, however often it is stated', async () => {
    const outbox = await server([tagging('mail')])
    const fact = completed()
    for (let i = 0; i < 3; i++) {
      await within((ctx) => stateFact(ctx, fact))
      await outbox.settle()
    }
    await expect.poll(tags, soon).toEqual([`mail ${fact.runId}`])
  })

  test('is delivered later when all servers were away at its commit', async () => {
    const fact = completed()
    await within((ctx) => stateFact(ctx, fact))
    expect(await tags()).toEqual([])
    await server([tagging('mail')])
    await expect.poll(tags, soon).toEqual([`mail ${fact.runId}`])
  })

  test('is delivered by another server when the first one is killed while it delivers', async () => {
    const begun = Promise.withResolvers<void>()
    const dying = durable('mail', async (ctx, fact) => {
      await addTag(ctx, `lost ${fact.runId}`)
      begun.resolve()
      await new Promise(() => undefined)
    })
    const database = test_.open()
    await server([dying], database)
    const fact = completed()
    await within((ctx) => stateFact(ctx, fact))
    await begun.promise
    const other = await server([tagging('mail')])
    await other.settle()
    expect(await tags()).toEqual([])
    await test_.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
    )
    await expect.poll(() => other.settle().then(tags), soon).toEqual([`mail ${fact.runId}`])
  })

  test('is delivered once by several servers that look at the same time', async () => {
    const subscribers = [tagging('mail'), tagging('sms')]
    const servers = [await server(subscribers), await server(subscribers), await server(subscribers)]
    const facts = Array.from({ length: 20 }, completed)
    await Promise.all(facts.map((fact) => within((ctx) => stateFact(ctx, fact))))
    await Promise.all(servers.map((outbox) => outbox.settle()))
    const expected = facts.flatMap((fact) => [`mail ${fact.runId}`, `sms ${fact.runId}`]).toSorted()
    await expect.poll(async () => (await tags()).toSorted(), soon).toEqual(expected)
    await Promise.all(servers.map((outbox) => outbox.settle()))
    expect((await tags()).toSorted()).toEqual(expected)
  })

  test('does not wait for a subscriber that hangs on another fact, and neither does the write', async () => {
    const end = Promise.withResolvers<void>()
    const hanging = durable('hanging', () => end.promise)
    const outbox = await server([hanging, tagging('other')])
    const facts = [completed(), completed(), completed()]
    for (const fact of facts) await within((ctx) => stateFact(ctx, fact))
    await expect.poll(() => outbox.settle().then(tags), soon).toEqual(facts.map((fact) => `other ${fact.runId}`))
    end.resolve()
  })
})

/** Returns a subscriber of every server with the kinds of the facts it got, and the number of calls of `missed`. */
function listener(name: string, fail?: () => void) {
  const got: string[] = []
  const state = { missed: 0 }
  const subscriber: ServerSubscriber = {
    delivery: 'every_server',
    name,
    handle(inCompany, facts) {
      got.push(...facts.map((fact) => `${inCompany} ${fact.kind}`))
      fail?.()
    },
    missed: () => void state.missed++,
  }
  return { subscriber, got, state }
}
const annotated: Fact = { kind: 'stop.annotated', equipmentIds: [1], stopId: 2 }

describe('A fact', () => {
  test('reaches the subscribers of every server after its commit, and none after a rollback', async () => {
    const [first, second] = [listener('live'), listener('live')]
    await server([first.subscriber])
    await server([second.subscriber])
    const failing = within(async (ctx) => {
      await stateFact(ctx, { kind: 'list.changed' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow()
    await within((ctx) => stateFact(ctx, annotated))
    await within((ctx) => stateFact(ctx, { kind: 'machine.advanced', machines: [[1, { p: 5 }]] }), otherCompanyId)
    const expected = [`${companyId} stop.annotated`, `${otherCompanyId} machine.advanced`]
    await expect.poll(() => first.got, soon).toEqual(expected)
    await expect.poll(() => second.got, soon).toEqual(expected)
  })

  test('that a subscriber fails to handle still reaches the others; the failing one gets that it missed something', async () => {
    const broken = listener('broken', () => {
      throw new Error('no room')
    })
    const other = listener('other')
    await server([broken.subscriber, other.subscriber])
    await within((ctx) => stateFact(ctx, annotated))
    await expect.poll(() => [broken.state.missed, other.got.length, other.state.missed], soon).toEqual([1, 1, 0])
    expect(await metric('millwatch_subscriber_failures_total{subscriber="broken"}')).toBe(1)
  })

  test('may be missed while the connection is lost, and subscribers get to know it', async () => {
    const live = listener('live')
    await server([live.subscriber])
    await test_.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await expect.poll(() => live.state.missed, soon).toBe(1)
    await within((ctx) => stateFact(ctx, annotated))
    await expect.poll(() => live.got, soon).toEqual([`${companyId} stop.annotated`])
  })
})
