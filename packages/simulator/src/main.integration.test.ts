import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlantFile } from './plant-file.ts'

const NOW = Date.parse('2026-03-11T16:00:00Z')
const program = fileURLToPath(new URL('./main.ts', import.meta.url))
/** Addresses without a server: a simulator that cannot send must still end. */
const nowhere = ['--http', 'http://127.0.0.1:9', '--mqtt', 'mqtt://127.0.0.1:9']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwatch-simulator-'))
  const common = { zone: 'Etc/UTC', shifts: 'roundTheClock', windowMs: 10_000, holdMs: 120_000 } as const
  const plant: PlantFile = {
    time: { seed: 's', detailFrom: NOW, liveAt: NOW, recording: { name: 'cnc-mill', device: 'Mazak01' } },
    sentUntil: NOW,
    devices: [
      { uuid: randomUUID(), key: 'k', machine: { ...common, name: 'A', kind: 'press', transport: 'http' } },
      { uuid: randomUUID(), key: 'k', machine: { ...common, name: 'B', kind: 'press', transport: 'mqtt' } },
    ],
  }
  writeFileSync(join(folder, 'plant.json'), JSON.stringify(plant))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(...args: string[]) {
  const simulator = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env: {} })
  let output = ''
  for (const stream of [simulator.stdout, simulator.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((resolve) => simulator.once('close', resolve))
  return { simulator, ended, output: () => output }
}

test('the simulator ends when the process that started it is gone', async () => {
  const { simulator, ended } = start('--plant', join(folder, 'plant.json'), ...nowhere, '--tethered')
  simulator.stdin.destroy()
  expect(await ended).toBe(0)
})

test('the simulator says what is wrong with its arguments', async () => {
  const without = start('--plant', join(folder, 'plant.json'))
  expect(await without.ended).toBe(2)
  expect(without.output()).toMatch(/--plant, --http and --mqtt are needed/)
  writeFileSync(join(folder, 'plant.json'), '{"devices": []}')
  const broken = start('--plant', join(folder, 'plant.json'), ...nowhere)
  expect(await broken.ended).not.toBe(0)
  expect(broken.output()).toMatch(/is no plant file/)
})
