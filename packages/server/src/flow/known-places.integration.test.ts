import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { afterAll, expect, test } from 'vitest'
import { requestRecompute } from '../modules/status/index.ts'
import { holdForChange } from './hold.ts'

const NOW = 1_790_000_000_000

const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())

test('a device that was put elsewhere is found there, though another one made its old machine known anew', async () => {
  const [old, next] = [await bench.machine(), await bench.machine()]
  const moved = await bench.device(old)
  const stays = await bench.device(old, { primary: false })
  for (const device of [moved, stays, moved]) expect(await machineOfNext(device)).toBe(old)
  bench.clock.advance(1000)
  await move(moved, old, next)
  bench.clock.advance(1000)
  expect(await machineOfNext(stays)).toBe(old)
  expect(await machineOfNext(moved)).toBe(next)
  expect(await machineOfNext(moved)).toBe(next)
})

test('where a device stands is read once, as long as nobody else touches its machine', async () => {
  const machine = await bench.machine()
  const device = await bench.device(machine, { primary: false })
  await machineOfNext(device)
  // Written directly into the table, so that the cached assignments are not outdated.
  await bench.query('update device_assignment set equipment_id = $2 where device_id = $1', [
    device.deviceId,
    await bench.machine(),
  ])
  expect(await machineOfNext(device)).toBe(machine)
  await bench.inCompany((ctx) => holdForChange(ctx, [machine]))
  expect(await machineOfNext(device)).not.toBe(machine)
})

let batches = 0
async function machineOfNext(device: TestDevice): Promise<number> {
  const batchId = `b-${batches++}`
  await bench.send(device, { batch_id: batchId, events: [{ t: bench.clock.now(), type: 'ping' }] })
  const [row] = await bench.query<{ id: number }>('select equipment_id::int as id from event where batch_id = $1', [
    batchId,
  ])
  return row?.id ?? 0
}

async function move({ deviceId }: TestDevice, from: number, to: number): Promise<void> {
  await bench.inCompany((ctx) => holdForChange(ctx, [from, to]))
  await bench.query('update device_assignment set valid_to = $2 where device_id = $1', [deviceId, bench.clock.now()])
  await bench.assign(deviceId, to, bench.clock.now(), true)
  await bench.inCompany((ctx) => requestRecompute(ctx, from, bench.clock.now()))
}
