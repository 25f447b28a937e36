import { FlowBench } from '@millwatch/lab/app/flow'
import { afterAll, expect, test } from 'vitest'

const NOW = 1_790_000_000_000
const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())

test('Questions asked while devices speak, of two servers whose clocks tick, disturb nobody', async () => {
  const servers = [bench.flow, bench.anotherServer()]
  for (const server of servers) server.start()
  const machines = await Promise.all(Array.from({ length: 6 }, () => bench.machine()))
  const devices = await Promise.all(machines.map((machine) => bench.device(machine)))
  let speaking = true
  const asking = servers.map(async (server) => {
    while (speaking) {
      bench.clock.advance(1000)
      await server.ensureCurrent(bench.companyId, machines)
    }
  })
  await Promise.all(
    devices.map(async (device, i) => {
      for (let b = 0; b < 60; b++) {
        const events = [0, 1, 2, 3, 4].map((k) => ({
          t: NOW - 6 * 3_600_000 + (b * 5 + k) * 1000 * (i + 1),
          type: 'cycle',
          cycle_time: 1,
        }))
        await bench.send(device, { batch_id: `b-${b}`, events }, servers[(b + i) % 2])
      }
    }),
  )
  speaking = false
  await Promise.all([...asking, ...servers.map((server) => server.stop())])
  for (const [i, machine] of machines.entries()) {
    const from = NOW - 6 * 3_600_000
    const last = from + 299 * 1000 * (i + 1)
    expect(await bench.intervals(machine)).toEqual([
      { status: 1, startedAt: from - 1000, endedAt: last },
      { status: 3, startedAt: last, endedAt: null },
    ])
  }
})
