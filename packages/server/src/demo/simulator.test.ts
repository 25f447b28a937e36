import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { startSimulator } from './index.ts'
import { writePlant } from './keys.ts'

test('a simulator that ends at once is started again after a second', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'millwatch-simulator-'))
  const time = { seed: 'a', detailFrom: 0, liveAt: 0, recording: { name: 'cnc-mill', device: 'Mazak01' } }
  writePlant(dataFolder, { time, sentUntil: 0, devices: [] })
  const lines: { waitMs?: number }[] = []
  const logger = createLogger({ destination: { write: (line) => void lines.push(JSON.parse(line)) } })
  // Without an address of the server it ends at once.
  const simulator = startSimulator({ dataFolder, httpUrl: '', mqttUrl: '', logger, clock: manualClock(0) })
  onTestFinished(async () => {
    await simulator?.stop()
    rmSync(dataFolder, { recursive: true })
  })
  const firstWaitMs = () => lines.find(({ waitMs }) => waitMs !== undefined)?.waitMs
  await expect.poll(firstWaitMs, { timeout: 20_000 }).toBe(1000)
})
