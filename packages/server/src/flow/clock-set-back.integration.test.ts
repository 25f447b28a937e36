import { HOUR_MS } from '@millwatch/domain/time'
import { FlowBench } from '@millwatch/lab/app/flow'
import { afterAll, expect, test } from 'vitest'

const NOW = 1_790_000_000_000
const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())

test('a clock that was an hour ahead leaves no machine offline that is in contact', async () => {
  // The company of this bench has no root otherwise, as one that is not founded yet.
  await bench.test.owner.query('update company set root_org_unit_id = $1', [bench.unitId])
  const machine = await bench.machine()
  const device = await bench.device(machine)
  const events = [{ t: NOW - 30_000, type: 'status', status: 'running' }]
  await bench.send(device, { batch_id: 'b', events })
  const statuses = async () => (await bench.intervals(machine)).map(({ status }) => status)
  const whileRunning = await statuses()
  bench.flow.start()
  try {
    bench.clock.advance(HOUR_MS)
    await expect.poll(statuses, { timeout: 20_000 }).toContain(3)
    bench.clock.set(NOW)
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(whileRunning)
  } finally {
    await bench.flow.stop()
  }
})
