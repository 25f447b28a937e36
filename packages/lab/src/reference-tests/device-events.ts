/** Random events of devices of three kinds over some hours, made from a seed; and the same events for the reference model. */
import type { ReferenceEvent } from '../reference/status-data.ts'

export type Kind = 'cycles' | 'status' | 'inputs'

export interface Sent {
  readonly t: number
  readonly type: string
  readonly [name: string]: unknown
}

/**
 * Returns a pseudo-random generator of numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same numbers in the
 * same order.
 */
export function dice(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 3_266_489_917) >>> 0
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
  }
}

const pick = <One>(roll: () => number, ...choices: readonly One[]): One =>
  choices[Math.floor(roll() * choices.length)] as One

/**
 * Returns 3 to 42 random events of a device, ascending; the last is at `until` (epoch ms). The same arguments give the same
 * events. With the kind `cycles` no event states running or down (events of power are among them); the other kinds add status or
 * input events.
 */
export function eventsUntil(kind: Kind, until: number, seed: number): Sent[] {
  const roll = dice(seed)
  const count = 3 + Math.floor(roll() * 40)
  const periodMs = pick(roll, 20_000, 60_000, 240_000, 300_000, 900_000)
  const steps = Array.from({ length: count }, () =>
    Math.round(
      pick(roll, periodMs, periodMs, periodMs + 1000, periodMs * 1.2, 601_000, 2_100_000, 9000, roll() * 5_000_000),
    ),
  )
  let t = until - steps.reduce((sum, ms) => sum + ms, 0)
  return steps.map((ms) => {
    t += ms
    return eventOf(kind, t, periodMs, roll)
  })
}

function eventOf(kind: Kind, t: number, periodMs: number, roll: () => number): Sent {
  const temperature = roll() < 0.4 ? { temperature_1: Math.round(roll() * 800) / 8 } : {}
  const analog = roll() < 0.3 ? { analog_in_1: Math.floor(roll() * 1024) } : {}
  const chance = roll()
  if (chance < 0.05) return { t, type: 'power', on: roll() < 0.4 }
  if (chance < 0.15) return { t, type: 'tlm', ...temperature, ...analog }
  if (chance < 0.2) return { t, type: 'ping', ...(roll() < 0.5 ? { since: t - Math.round(roll() * 7_200_000) } : {}) }
  if (kind === 'status' && chance < 0.6) return { t, type: 'status', status: pick(roll, 'running', 'down') }
  if (kind === 'inputs' && chance < 0.8) {
    return { t, type: 'input', input: pick(roll, '24v0', '24v0', '24v1'), value: pick(roll, 0, 1) }
  }
  const ownTime = roll() < 0.7 ? { cycle_time: Math.round(periodMs * pick(roll, 0.5, 0.9, 1, 1, 3)) / 1000 } : {}
  return { t, type: 'cycle', ...ownTime, ...temperature, ...analog, count: pick(roll, 1, 1, 1, 1, 2, 5, 0) }
}

export function referenceEventOf(batchId: string, position: number, sent: Sent): ReferenceEvent {
  const base = { at: sent.t, batchId, position }
  if (sent.type === 'cycle') {
    const ownTime = sent.cycle_time === undefined ? {} : { cycleMs: Math.round(Number(sent.cycle_time) * 1000) }
    return { ...base, type: 'cycle', ...ownTime, count: Number(sent.count ?? 1) }
  }
  if (sent.type === 'status') return { ...base, type: 'status', running: sent.status === 'running' }
  if (sent.type === 'power') return { ...base, type: 'power', on: sent.on === true }
  if (sent.type === 'ping') return { ...base, type: 'ping', sinceAt: sent.since as number | undefined }
  if (sent.type === 'input') {
    return { ...base, type: 'input', input: sent.input as '24v0', level: sent.value === 1 ? 1 : 0 }
  }
  return { ...base, type: 'tlm' }
}
