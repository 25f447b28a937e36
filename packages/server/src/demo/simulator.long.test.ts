import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { afterAll, expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { fillDemo, startSimulator } from './index.ts'
import { readPlant } from './keys.ts'
import type { DemoSite } from './plant.ts'

/** Two machines that replay the busiest time of the recording from the first start on: one over HTTP, one over MQTT. */
const replay = { maker: 'Mazak', model: 'VTC-200', kind: 'recording', windowMs: 1_000, holdMs: 120_000 } as const
const sites: DemoSite[] = [
  {
    name: 'Site',
    zone: 'Etc/UTC',
    units: [
      {
        name: 'Unit',
        machines: [
          { ...replay, name: 'Over HTTP', transport: 'http' },
          { ...replay, name: 'Over MQTT', transport: 'mqtt' },
        ],
      },
    ],
  },
]

const { app, db, listen } = await openApp()
const dataFolder = mkdtempSync(join(tmpdir(), 'millwatch-demo-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

async function receivedByDevice(): Promise<Map<string, number>> {
  const { rows } = await db.owner.query<{ device_uuid: string; received: string }>(
    'select device_uuid, received from device_tally join device using (company_id, device_id)',
  )
  return new Map(rows.map((row) => [row.device_uuid, Number(row.received)]))
}

test('the plant goes on living after its history, over HTTP and MQTT, and stops at once', {
  timeout: 120_000,
}, async () => {
  const filled = await fillDemo({
    flow: app.flow,
    database: db.database,
    clock: systemClock,
    logger: silentLogger,
    signingKey: app.signingKey,
    dataFolder,
    demoPassword: undefined,
    empty: false,
    progress: () => undefined,
    days: 2,
    sites,
  })
  expect(filled).not.toBeNull()
  const before = await receivedByDevice()
  // It is not known if the two machines of the second company work at this hour.
  expect(before.size).toBe(4)
  const recorded = (readPlant(dataFolder)?.devices ?? []).filter(({ machine }) => machine.kind === 'recording')
  expect(recorded).toHaveLength(2)

  const simulator = startSimulator({
    dataFolder,
    ...(await listen()),
    logger: silentLogger,
    clock: systemClock,
  })
  expect(simulator).toMatchObject({ machines: 4, replayed: ['Over HTTP', 'Over MQTT'] })
  await vi.waitFor(
    async () => {
      const now = await receivedByDevice()
      for (const { uuid } of recorded) expect(now.get(uuid), uuid).toBeGreaterThan(before.get(uuid) ?? 0)
    },
    { timeout: 60_000, interval: 200 },
  )
  const delay = monitorEventLoopDelay()
  delay.enable()
  const began = performance.now()
  await simulator?.stop()
  const ms = performance.now() - began
  delay.disable()
  // Without the time in which this process stood, because other test files had the processor.
  expect(ms - delay.max / 1e6).toBeLessThan(1_500)

  const { rows } = await db.owner.query<{ again: number }>(
    'select sum(duplicates + quarantined)::int as again from device_tally',
  )
  expect(rows).toEqual([{ again: 0 }])
})
