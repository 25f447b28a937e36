import type { EnvelopeShape } from '@millwatch/contract/devices'
import { MINUTE_MS } from '@millwatch/domain/time'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Alive } from './alive.ts'
import { startPlant } from './live.ts'
import type { PlantFile } from './plant-file.ts'
import type { OnCommand, Sender } from './transport/sender.ts'

const NOW = Date.parse('2026-03-11T16:00:00Z')
const common = { zone: 'Etc/UTC', shifts: 'roundTheClock', windowMs: 10_000, transport: 'http' } as const
const plant: PlantFile = {
  time: {
    seed: 's',
    detailFrom: NOW - 60 * MINUTE_MS,
    liveAt: NOW,
    recording: { name: 'cnc-mill', device: 'Mazak01' },
  },
  sentUntil: NOW - MINUTE_MS,
  devices: [
    { uuid: 'keeps-little', key: 'k', machine: { ...common, name: 'A', kind: 'machining', holdMs: 2 * MINUTE_MS } },
    {
      uuid: 'flaky',
      key: 'k',
      machine: { ...common, name: 'C', kind: 'press', holdMs: 60 * MINUTE_MS, network: 'flaky' },
    },
    { uuid: 'keeps-much', key: 'k', machine: { ...common, name: 'B', kind: 'machining', holdMs: 60 * MINUTE_MS } },
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
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  await running.stop()
  for (const { uuid } of plant.devices) {
    const times = timesOf(uuid)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(plant.sentUntil)
    expect(kept.get(uuid)).toBe(NOW + 5 * MINUTE_MS)
    if (uuid === 'flaky') continue
    expect(Math.min(...times)).toBeLessThan(plant.sentUntil + MINUTE_MS)
    expect(Math.max(...times)).toBeGreaterThan(NOW + 4 * MINUTE_MS)
    expect(new Set(idsOf(uuid)).size).toBe(idsOf(uuid).length)
  }
})

test('after a pause a device sends what it kept, and otherwise says how it stands', async () => {
  const before = start()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await before.stop()
  sent.clear()
  vi.setSystemTime(NOW + 21 * MINUTE_MS)
  const after = start()
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  await after.stop()

  const much = timesOf('keeps-much')
  expect(Math.min(...much)).toBeLessThan(NOW + 2 * MINUTE_MS)
  expect(idsOf('keeps-much').some((id) => id.startsWith('back-'))).toBe(false)

  const [back] = sent.get('keeps-little') ?? []
  expect(back?.batch_id).toMatch(/^back-/)
  expect(back?.events).toContainEqual(expect.objectContaining({ t: NOW + 21 * MINUTE_MS, type: 'status' }))
  expect(Math.min(...timesOf('keeps-little'))).toBeGreaterThanOrEqual(NOW + 19 * MINUTE_MS - 10_000)
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
