import { FlowBench } from '@millwatch/lab/app/flow'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { communicationOf } from './index.ts'

const NOW = 1_790_000_000_000
const limit = 300_000
const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())

let batches = 0
const ping = (t: number, sent_at?: number) => ({
  batch_id: `c-${++batches}`,
  ...(sent_at === undefined ? {} : { sent_at }),
  events: [{ t, type: 'ping' }],
})
const contactOf = async (deviceId: number, from = 0, to = NOW * 2) =>
  (await bench.inCompany((ctx) => communicationOf(ctx, [deviceId], from, to))).get(deviceId)

test('Contact is kept as it was lived: gaps of more than 300 s, which late events do not fill', async () => {
  const device = await bench.device(await bench.machine())
  expect(await contactOf(device.deviceId)).toBeUndefined()
  const first = bench.clock.now()
  await bench.send(device, ping(first))
  bench.clock.advance(limit)
  await bench.send(device, ping(bench.clock.now()))
  const last = bench.clock.now()
  bench.clock.advance(limit + 1)
  expect(await contactOf(device.deviceId)).toEqual([{ from: first, to: last }])
  const back = bench.clock.now()
  await bench.send(device, { batch_id: 'late', events: [{ t: back, type: 'ping', since: first }] })
  bench.clock.advance(1000)
  await bench.send(device, ping(last + 5))
  expect(await contactOf(device.deviceId)).toEqual([
    { from: first, to: last },
    { from: back, to: null },
  ])
  expect(await contactOf(device.deviceId, first + 1, back)).toEqual([{ from: first + 1, to: last }])
  const gaps = await bench.query(
    'select started_at::float8 as "from", ended_at::float8 as "to" from communication_gap where device_id = $1',
    [device.deviceId],
  )
  expect(gaps).toEqual([{ from: last, to: back }])
})

test('The gaps are those between messages, whatever the pauses, and whether messages share a commit', async () => {
  const device = await bench.device(await bench.machine())
  const pauses = fc.array(fc.oneof(fc.integer({ min: 0, max: 900_000 }), fc.constantFrom(limit, limit + 1)), {
    maxLength: 5,
  })
  const messages: number[] = []
  await fc.assert(
    fc.asyncProperty(pauses, async (waits) => {
      for (const wait of waits) {
        bench.clock.advance(wait)
        messages.push(bench.clock.now())
        await Promise.all([bench.send(device, ping(bench.clock.now())), bench.send(device, ping(bench.clock.now()))])
      }
      const expected = messages
        .slice(1)
        .map((to, i) => ({ from: messages[i] ?? 0, to }))
        .filter((gap) => gap.to - gap.from > limit)
      const gaps = await bench.query(
        'select started_at::float8 as "from", ended_at::float8 as "to" from communication_gap where device_id = $1 order by 1',
        [device.deviceId],
      )
      expect(gaps).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

test('A clock of the server that goes back makes no gap that ends before it began', async () => {
  const device = await bench.device(await bench.machine())
  await bench.send(device, ping(bench.clock.now()))
  bench.clock.advance(-3_600_000)
  await bench.send(device, ping(bench.clock.now()))
  const contacts = await contactOf(device.deviceId)
  for (const { from, to } of contacts ?? []) if (to !== null) expect(to).toBeGreaterThan(from)
  expect(await bench.query('select 1 from communication_gap where device_id = $1', [device.deviceId])).toEqual([])
})
