import type { EnvelopeShape } from '@millwatch/contract/devices'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Alive } from './alive.ts'
import { startPlant } from './live.ts'
import type { PlantFile } from './plant-file.ts'
import type { OnCommand, Sender } from './transport/sender.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-03-11T16:00:00Z')
const common = { zone: 'Etc/UTC', shifts: 'roundTheClock', windowMs: 10_000, transport: 'http' } as const
const plant: PlantFile = {
  time: { seed: 's', detailFrom: NOW - 60 * MINUTE, liveAt: NOW, recording: { name: 'cnc-mill', device: 'Mazak01' } },
  sentUntil: NOW - MINUTE,
  devices: [
    { uuid: 'keeps-little', key: 'k', machine: { ...common, name: 'A', kind: 'machining', holdMs: 2 * MINUTE } },
    {
      uuid: 'flaky',
      key: 'k',
      machine: { ...common, name: 'C', kind: 'press', holdMs: 60 * MINUTE, network: 'flaky' },
    },
    { uuid: 'keeps-much', key: 'k', machine: { ...common, name: 'B', kind: 'machining', holdMs: 60 * MINUTE } },
  ],
}

let sent: Map<string, EnvelopeShape[]>
let kept: Map<string, number>
const alive: Alive = {
  until: (uuid) => kept.get(uuid) ?? null,
  save: (until) => {
    kept = new Map(until)
  },
}
const commandTo = new Map<string, OnCommand>()
const connect = (_: string, { uuid }: { uuid: string }, onCommand: OnCommand): Sender => {
  commandTo.set(uuid, onCommand)
  return senderOf(uuid)
}
const senderOf = (uuid: string): Sender => ({
  send: async (envelope) => {
    sent.set(uuid, [...(sent.get(uuid) ?? []), envelope])
    return { kind: 'acknowledged', counts: null }
  },
  close: async () => undefined,
})
const start = () =>
  startPlant({ plant, clock: { now: () => Date.now() }, alive, connect, onRefused: (_, reason) => expect.fail(reason) })
const timesOf = (uuid: string) =>
  (sent.get(uuid) ?? []).flatMap(({ events }) => events.map((e) => (e as { t: number }).t))
const idsOf = (uuid: string) => (sent.get(uuid) ?? []).map(({ batch_id }) => batch_id)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  sent = new Map()
  kept = new Map()
})
afterEach(() => vi.useRealTimers())

test('a plant speaks on from where its history ends', async () => {
  const running = start()
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  await running.stop()
  for (const { uuid } of plant.devices) {
    const times = timesOf(uuid)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(plant.sentUntil)
    expect(kept.get(uuid)).toBe(NOW + 5 * MINUTE)
    if (uuid === 'flaky') continue
    expect(Math.min(...times)).toBeLessThan(plant.sentUntil + MINUTE)
    expect(Math.max(...times)).toBeGreaterThan(NOW + 4 * MINUTE)
    expect(new Set(idsOf(uuid)).size).toBe(idsOf(uuid).length)
  }
})

test('after a pause a device sends what it kept, and otherwise says how it stands', async () => {
  const before = start()
  await vi.advanceTimersByTimeAsync(MINUTE)
  await before.stop()
  sent.clear()
  vi.setSystemTime(NOW + 21 * MINUTE)
  const after = start()
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  await after.stop()

  const much = timesOf('keeps-much')
  expect(Math.min(...much)).toBeLessThan(NOW + 2 * MINUTE)
  expect(idsOf('keeps-much').some((id) => id.startsWith('back-'))).toBe(false)

  const [back] = sent.get('keeps-little') ?? []
  expect(back?.batch_id).toMatch(/^back-/)
  expect(back?.events).toContainEqual(expect.objectContaining({ t: NOW + 21 * MINUTE, type: 'status' }))
  expect(Math.min(...timesOf('keeps-little'))).toBeGreaterThanOrEqual(NOW + 19 * MINUTE - 10_000)
})

test('a device acknowledges what it shall switch, once more for a repeated command', async () => {
  const running = start()
  const command = { type: 'outputs', '24v': 1, '120v': 0, id: 12 }
  commandTo.get('keeps-little')?.({ type: 'config', poll_interval_s: null, input_setup: null })
  commandTo.get('keeps-little')?.(command)
  await vi.advanceTimersByTimeAsync(1_500)
  commandTo.get('keeps-little')?.(command)
  await vi.advanceTimersByTimeAsync(1_500)
  await running.stop()
  const acks = (sent.get('keeps-little') ?? []).filter(({ batch_id }) => batch_id.startsWith('ack-'))
  expect(acks.map(({ events }) => events)).toEqual([
    [{ t: NOW, type: 'ack', id: 12 }],
    [{ t: NOW + 1_500, type: 'ack', id: 12 }],
  ])
  expect(new Set(acks.map(({ batch_id }) => batch_id)).size).toBe(2)
})
