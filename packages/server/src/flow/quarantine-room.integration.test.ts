import type { PerDeviceAndCompany } from '@millwatch/domain/devices'
import { DAY_MS } from '@millwatch/domain/time'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { diceOf } from '@millwatch/lab/contract-tests/fuzz-values'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addToQuarantineBytes } from '../modules/ingest/index.ts'
import { releaseEvent } from '../modules/ingest/release-event.ts'
import { AppError } from '../platform/errors.ts'
import { silentLogger } from '../platform/logger.ts'
import { createFlow, type Flow } from './index.ts'
import { trimQuarantine } from './quarantine-retention.ts'

const NOW = 1_790_000_000_000
/** Size of a row with an unreadable text of 44 characters including its quotes. */
const JUNK_BYTES = 300
const quota: PerDeviceAndCompany = {
  device: { junk: 3 * JUNK_BYTES, held: 2000 },
  company: { junk: 5 * JUNK_BYTES, held: 3000 },
}
const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())
let flow: Flow
let device: TestDevice

beforeEach(async () => {
  bench.clock.set(NOW)
  await bench.query('delete from quarantine')
  await bench.query(
    'update device_tally set quarantined = 0, received = accepted + duplicates, discarded = 0, junk_bytes = 0, held_bytes = 0',
  )
  await bench.query('delete from quarantine_use')
  await bench.query('delete from batch')
  device = await bench.device(await bench.machine())
  flow = server(quota)
})

const server = (quarantine: PerDeviceAndCompany) =>
  createFlow({
    ...{ database: bench.test.database, clock: bench.clock, logger: silentLogger, limits: { quarantine } },
    hashKey: (key) => Buffer.from(key.padEnd(32).slice(0, 32)),
  })
const junk = (id: string, count = 1) => ({
  batch_id: id,
  events: Array.from({ length: count }, (_, i) => `${i}`.padEnd(42, 'x')),
})
const ahead = (id: string, count = 1, byMs = 2 * DAY_MS) => ({
  batch_id: id,
  events: Array.from({ length: count }, (_, i) => ({ t: NOW + byMs + i, type: 'cycle', cycle_time: 5 })),
})
const send = (envelope: unknown, sender = device) => bench.send(sender, envelope, flow)
const code = (sending: Promise<unknown>) =>
  sending.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof AppError ? `${error.code} ${error.status} ${error.retryAfterS}` : String(error),
  )
const tally = async (sender = device) =>
  (
    await bench.query<Record<string, number>>(
      `select received::int, accepted::int, duplicates::int, quarantined::int, discarded::int, junk_bytes::int, held_bytes::int
        from device_tally where device_id = $1`,
      [sender.deviceId],
    )
  )[0]
const kept = async () =>
  (await bench.query<{ bytes: number }>('select coalesce(sum(kept_bytes), 0)::int as bytes from quarantine'))[0]?.bytes

test('Junk over the quota of its device is counted and not kept; the same again is a duplicate', async () => {
  expect(await send(junk('a', 2))).toEqual({ accepted: 0, duplicates: 0, quarantined: 2 })
  expect(await send(junk('b', 4))).toEqual({ accepted: 0, duplicates: 0, quarantined: 4 })
  expect(await send(junk('b', 4))).toEqual({ accepted: 0, duplicates: 4, quarantined: 0 })
  expect(await tally()).toEqual({
    ...{ received: 10, accepted: 0, duplicates: 4, quarantined: 6, discarded: 3 },
    ...{ junk_bytes: 900, held_bytes: 0 },
  })
  expect(await kept()).toBe(900)
})

test('Junk of several devices over the quota of their company is not kept, also when they send at once', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, async () => bench.device(await bench.machine())))
  const second = server(quota)
  await Promise.all(others.map((sender, i) => bench.send(sender, junk('c', 3), i % 2 === 0 ? flow : second)))
  expect(await kept()).toBeLessThanOrEqual(quota.company.junk)
  const tallies = await Promise.all(others.map(tally))
  expect(tallies.map((account) => account?.quarantined)).toEqual([3, 3, 3, 3])
  expect(tallies.reduce((sum, account) => sum + (account?.discarded ?? 0), 0)).toBe(12 - 5)
})

test('No bytes beyond the quota of a company are added, not even as its first ones', async () => {
  const add = (bytes: { junk: number; held: number }) =>
    bench.inCompany((ctx) => addToQuarantineBytes(ctx, bytes, quota.company))
  expect(await add({ junk: quota.company.junk + 1, held: 0 })).toBe(false)
  expect(await add({ junk: 0, held: quota.company.held + 1 })).toBe(false)
  expect(await bench.query('select 1 from quarantine_use')).toEqual([])
  expect(await add(quota.company)).toBe(true)
  expect(await add({ junk: 1, held: 0 })).toBe(false)
  expect(await add({ junk: -1, held: 0 })).toBe(true)
  await bench.query('delete from quarantine_use')
})

test('Events that can be released are refused with 429 where there is no room, and the rest of the commit stands', async () => {
  expect(await send(ahead('d', 6))).toEqual({ accepted: 0, duplicates: 0, quarantined: 6 })
  const good = { batch_id: 'good', events: [{ t: NOW, type: 'cycle', cycle_time: 5 }] }
  const [refused, taken] = await Promise.all([code(send(ahead('e', 3))), send(good)])
  expect(refused).toBe('quarantine_full 429 300')
  expect(taken).toEqual({ accepted: 1, duplicates: 0, quarantined: 0 })
  expect(await bench.query("select 1 from batch where batch_id = 'e'")).toEqual([])
  await expect
    .poll(
      async () =>
        (
          await bench.query<{ refused_reason: string }>(
            'select refused_reason from device_tally where device_id = $1',
            [device.deviceId],
          )
        )[0]?.refused_reason,
    )
    .toBe('Too many of its events wait in quarantine for their release')
  expect(await send(ahead('d', 6))).toEqual({ accepted: 0, duplicates: 6, quarantined: 0 })
  expect(await tally()).toMatchObject({ received: 13, accepted: 1, duplicates: 6, quarantined: 6, discarded: 0 })
})

test('Held events are kept when junk has used all its room, and junk when held events have', async () => {
  await send(junk('f', 5))
  expect(await send(ahead('g', 6))).toMatchObject({ quarantined: 6 })
  expect(await tally()).toMatchObject({ quarantined: 11, discarded: 2 })
})

test('A batch under a used name needs room as held events do, but what nobody can read of it is junk', async () => {
  await send({ batch_id: 'h', events: [{ t: NOW, type: 'ping' }] })
  expect(await send({ batch_id: 'h', events: [{ t: NOW, type: 'cycle' }, 'x', { t: 5, type: 'ping' }] })).toMatchObject(
    { quarantined: 3 },
  )
  expect(await bench.query('select releasable from quarantine order by position')).toEqual([
    { releasable: true },
    { releasable: false },
    { releasable: false },
  ])
  const many = { batch_id: 'h', events: Array.from({ length: 9 }, () => ({ t: NOW, type: 'power', on: true })) }
  expect(await code(send(many))).toBe('quarantine_full 429 300')
})

test('What is released makes room, and its text is not kept twice', async () => {
  await send(ahead('i', 6, 600_000))
  expect(await code(send(ahead('j', 3)))).toBe('quarantine_full 429 300')
  bench.clock.advance(601_000)
  flow.start()
  await expect.poll(async () => (await tally())?.accepted).toBe(6)
  await flow.stop()
  expect(await tally()).toMatchObject({ quarantined: 0, held_bytes: 0 })
  expect(await bench.query('select distinct raw, kept_bytes from quarantine')).toEqual([{ raw: '', kept_bytes: 0 }])
  expect(await send(ahead('j', 3))).toMatchObject({ quarantined: 3 })
})

test('A long event that waits is released whole, without the fields that nobody knows', async () => {
  const event = { t: NOW + 2 * DAY_MS, type: 'cycle', cycle_time: 7, vendor: 'v'.repeat(9000) }
  await send({ batch_id: 'k', events: [event] })
  const [entry] = await bench.query<{ id: number; raw: string; original: number }>(
    'select quarantine_id::int as id, raw, original_bytes as original from quarantine',
  )
  expect(JSON.parse(entry?.raw ?? '')).toEqual({ t: event.t, type: 'cycle', cycle_time: 7 })
  expect(entry?.original).toBe(JSON.stringify(event).length)
  await bench.inCompany((ctx) => releaseEvent(ctx, entry?.id ?? 0))
  bench.clock.set(event.t)
  flow.start()
  await expect.poll(async () => (await tally())?.accepted).toBe(1)
  await flow.stop()
  expect(await bench.query('select cycle_ms from event where batch_id = $1', ['k'])).toEqual([{ cycle_ms: 7000 }])
})

const trim = () => trimQuarantine((work) => bench.inCompany(work), new AbortController().signal, quota)
const left = async () =>
  (await bench.query<{ id: string }>('select distinct batch_id as id from quarantine order by 1')).map(({ id }) => id)

test('Retention removes the oldest junk until half of the quota of its device is free, counts it, and leaves held events', async () => {
  for (const id of ['l1', 'l2', 'l3']) await send(junk(id))
  await send(ahead('l4', 2))
  expect(await trim()).toBe(2)
  expect(await left()).toEqual(['l3', 'l4'])
  expect(await tally()).toMatchObject({ quarantined: 5, discarded: 2, junk_bytes: 300 })
  expect(await trim()).toBe(0)
  expect(await send(junk('l1'))).toEqual({ accepted: 0, duplicates: 1, quarantined: 0 })
})

test('Retention removes the oldest junk of all devices until half of the quota of their company is free', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, async () => bench.device(await bench.machine())))
  for (const [i, sender] of others.entries()) await send(junk(`m${i}`), sender)
  expect(await trim()).toBe(2)
  expect(await left()).toEqual(['m2', 'm3'])
})

test('Retention removes junk and the record of released events after 90 days, and what could be released never', async () => {
  await send(junk('n1'))
  await send(ahead('n2', 1, 400_000))
  await send(ahead('n3', 1, 400 * DAY_MS))
  bench.clock.advance(500_000)
  flow.start()
  await expect.poll(async () => (await tally())?.accepted).toBe(1)
  await flow.stop()
  bench.clock.set(NOW + 89 * DAY_MS)
  expect(await trim()).toBe(0)
  bench.clock.set(NOW + 91 * DAY_MS)
  expect(await trim()).toBe(2)
  expect(await left()).toEqual(['n3'])
  expect(await tally()).toMatchObject({ received: 3, accepted: 1, quarantined: 2, discarded: 1, junk_bytes: 0 })
})

test('Whatever is sent, in any mixture and over two servers: every event is accounted for, and no quota is passed', async () => {
  const { below } = diceOf(44)
  const devices = await Promise.all(Array.from({ length: 3 }, async () => bench.device(await bench.machine())))
  const flows = [flow, server(quota)] as const
  const kinds = [
    () => 'x'.repeat(below(6000)),
    () => ({ t: NOW - below(DAY_MS), type: 'cycle', cycle_time: 5 }),
    () => ({ t: NOW + 2 * DAY_MS, type: 'power', on: true, extra: 'e'.repeat(below(6000)) }),
    () => ({ t: 5, type: 'ping' }),
  ]
  const sent = Array.from({ length: 150 }, (_, i) => ({
    of: devices[below(3)] as TestDevice,
    flow: flows[below(2)] as Flow,
    batch: {
      batch_id: `r-${below(5) === 0 ? below(i + 1) : i}`,
      events: Array.from({ length: 1 + below(4) }, () => kinds[below(4)]?.()),
    },
  }))
  const outcomes = await Promise.all(
    sent.map((message) =>
      bench.send(message.of, message.batch, message.flow).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'quarantine_full') return null
        throw error
      }),
    ),
  )
  for (const sender of devices) {
    const account = await tally(sender)
    const answered = sent.flatMap((message, i) =>
      message.of === sender && outcomes[i] ? [{ message, receipt: outcomes[i] }] : [],
    )
    const sum = (pick: (answer: (typeof answered)[number]) => number) =>
      answered.reduce((all, answer) => all + pick(answer), 0)
    expect(account).toMatchObject({
      received: sum(({ message }) => message.batch.events.length),
      accepted: sum(({ receipt }) => receipt.accepted),
      duplicates: sum(({ receipt }) => receipt.duplicates),
      quarantined: sum(({ receipt }) => receipt.quarantined),
    })
    expect(account?.junk_bytes).toBeLessThanOrEqual(quota.device.junk)
    expect(account?.held_bytes).toBeLessThanOrEqual(quota.device.held)
  }
  const [use] = await bench.query<{ junk: number; held: number }>(
    'select junk_bytes::int as junk, held_bytes::int as held from quarantine_use',
  )
  expect(use?.junk).toBeLessThanOrEqual(quota.company.junk)
  expect(use?.held).toBeLessThanOrEqual(quota.company.held)
  expect(outcomes.filter((outcome) => outcome === null).length).toBeGreaterThan(0)
  const held = await bench.query('select raw from quarantine where releasable')
  expect(held.length).toBeGreaterThan(0)
})
