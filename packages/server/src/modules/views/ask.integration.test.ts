import { getCompany } from '@millwatch/contract/http/company'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeEach, expect, test } from 'vitest'
import { askAsOfNow } from '../../platform/calls/as-of-now.ts'
import { manualClock } from '../../platform/clock.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { staleMachines as staleAmong } from './stale.ts'

const start = Date.parse('2026-06-10T12:00:00Z')
const clock = manualClock(start)
const iso = (ms: number) => new Date(ms).toISOString()

const { t, companyId, root, token } = await appWithCompany({ clock })
const press = await machineWithDevice(t, token, root, 'press')
let batches = 0
beforeEach(async () => {
  clock.advance(10 * MINUTE_MS)
  await press.send([{ t: clock.now(), type: 'cycle', cycle_time: 1 }], `each ${++batches}`)
})

const inSnapshot = <T>(work: (ctx: Ctx) => Promise<T>) =>
  asSystem({ database: t.db.database, clock }, companyId, work, { snapshot: true })
const count = async (ctx: Ctx) =>
  (await ctx.tx.db.selectFrom('event').select('event_no').where('company_id', '=', companyId).execute()).length

test('a question that time has not overtaken is answered at once', async () => {
  const requestedIds: (readonly number[])[] = []
  const computeStatus = async (_company: number, ids: readonly number[]) => void requestedIds.push(ids)
  const answer = await askAsOfNow(
    { clock, staleAmong, ensureCurrent: computeStatus },
    companyId,
    inSnapshot,
    async (_ctx, as) => {
      await as.requireCurrent([press.id])
      return as.now
    },
  )
  expect(answer).toBe(clock.now())
  expect(requestedIds).toEqual([])
})

test('a question knows one now, however long it takes', async () => {
  let ticks = clock.now()
  const ticking = { ...clock, now: () => ticks++ }
  const computeStatus = async () => undefined
  const nows = await askAsOfNow(
    { clock: ticking, staleAmong, ensureCurrent: computeStatus },
    companyId,
    inSnapshot,
    async (ctx, as) => [as.now, ctx.clock.now(), ctx.clock.now()],
  )
  expect(new Set(nows).size).toBe(1)
})

test('a machine whose status is due to change is computed first, and the question begins anew', async () => {
  clock.advance(6 * MINUTE_MS)
  let calls = 0
  const requestedIds: (readonly number[])[] = []
  const computeStatus = async (company: number, ids: readonly number[]) => {
    requestedIds.push(ids)
    await t.app.flow.ensureCurrent(company, ids)
  }
  await askAsOfNow({ clock, staleAmong, ensureCurrent: computeStatus }, companyId, inSnapshot, async (_ctx, as) => {
    calls++
    await as.requireCurrent([press.id])
  })
  expect(requestedIds).toEqual([[press.id]])
  expect(calls).toBe(2)
})

test('a question goes on without a computation that does not take place', async () => {
  clock.advance(6 * MINUTE_MS)
  let tellings = 0
  const computeStatus = async () => void tellings++
  const answer = await askAsOfNow(
    { clock, staleAmong, ensureCurrent: computeStatus },
    companyId,
    inSnapshot,
    async (_ctx, as) => {
      await as.requireCurrent([press.id])
      return 'answered'
    },
  )
  expect(answer).toBe('answered')
  expect(tellings).toBeGreaterThan(1)
  expect(tellings).toBeLessThan(10)
})

test('an answer is of one instant, whatever is committed while it is made', async () => {
  const computeStatus = t.app.flow.ensureCurrent
  const [before, after] = await askAsOfNow(
    { clock, staleAmong, ensureCurrent: computeStatus },
    companyId,
    inSnapshot,
    async (ctx, as) => {
      await as.requireCurrent([press.id])
      const first = await count(ctx)
      await press.send([{ t: clock.now(), type: 'cycle', cycle_time: 1 }], `inside ${++batches}`)
      return [first, await count(ctx)]
    },
  )
  expect(after).toBe(before)
  expect(await inSnapshot(count)).toBe((before ?? 0) + 1)
})

test('figures of a page agree with each other while machines speak', async () => {
  let speaking = true
  const speak = (async () => {
    while (speaking)
      await press.send([{ t: clock.now() - 5 * MINUTE_MS + batches, type: 'cycle', cycle_time: 1 }], `s ${++batches}`)
  })()
  for (let i = 0; i < 15; i++) {
    const { equip } = await t.ask(getEquipment, { token, params: { id: press.id }, query: {} })
    expect(equip.figures.cycles).toBe(equip.total_cycle_count)
    expect(equip.cc_groups.reduce((sum, group) => sum + group.count, 0)).toBe(equip.total_cycle_count)
    const { orgUnit } = await t.ask(getOrgUnit, { token, params: { id: root }, query: {} })
    const sum = orgUnit.equipment.reduce((all, machine) => all + machine.total_cycle_count, 0)
    expect(orgUnit.figures.cycles).toBe(sum)
    expect(orgUnit.util_groups.reduce((all, bucket) => all + bucket.run_secs, 0)).toBeCloseTo(orgUnit.util_s_actual, 6)
  }
  speaking = false
  await speak
})

test('a question whose connection is lost on the way is answered with 503, and the next one again', async () => {
  const query = { ids: String(press.id), startDate: iso(start), endDate: iso(clock.now()) }
  const blocker = await t.db.owner.connect()
  try {
    await blocker.query('begin; lock table equipment_setting in access exclusive mode')
    const address = `/v0/util/e?${new URLSearchParams(query)}`
    const answer = t.call('GET', address, { token })
    for (let killed = 0; killed === 0; ) {
      const { rowCount } = await blocker.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
      )
      killed = rowCount ?? 0
    }
    expect(await answer).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  expect((await t.ask(utilizationOfEquipment, { token, query })).equipment).toHaveLength(1)
  expect((await t.ask(getCompany, { token, query: {} })).company.name).toBe('acme')
})

test('a question about an empty period says that nothing was scheduled', async () => {
  const { equipment } = await t.ask(utilizationOfEquipment, {
    token,
    query: { ids: String(press.id), startDate: iso(clock.now()), endDate: iso(clock.now()) },
  })
  expect(equipment[0]).toMatchObject({ scheduled_s: 0, util_pct: null, cycles: 0 })
})
