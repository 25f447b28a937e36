import type { DeviceEvent } from '@millwatch/contract/devices'
import { randomFrom, seedOf } from '../base/random.ts'
import type { Machine } from './machine.ts'

/** A time `[from, to)` (epoch ms) in which a device reaches nobody. */
export interface Outage {
  readonly from: number
  readonly to: number
}

const BLOCK_MS = 2 * 3_600_000
const MINUTE = 60_000
/** No outage is longer, and nothing is held back longer after one. */
export const LONGEST_OUTAGE_MS = 20 * MINUTE
export const LONGEST_DELAY_MS = 90_000

/** The outage of the two hours that hold `at`: one in each, from 3 to 20 minutes, never over the edge. */
function outageNear(seed: number, at: number): Outage {
  const block = Math.floor(at / BLOCK_MS)
  const random = randomFrom(seedOf(seed, 'outage', block))
  const from = block * BLOCK_MS + Math.floor((5 + random() * 90) * MINUTE)
  return { from, to: from + Math.floor(3 * MINUTE + random() * (LONGEST_OUTAGE_MS - 3 * MINUTE)) }
}

/** When a batch that is ready at `readyAt` reaches the server over a flaky network: once, late, or twice. */
export function arrivals(seed: number, readyAt: number): number[] {
  const outage = outageNear(seed, readyAt)
  const random = randomFrom(seedOf(seed, 'arrival', readyAt))
  const sendable = readyAt >= outage.from && readyAt < outage.to ? outage.to : readyAt
  const first = sendable + Math.floor(random() * 25_000)
  return random() < 0.06 ? [first, first + 10_000 + Math.floor(random() * 50_000)] : [first]
}

/** After each outage a device that buffers vouches for it: `ping` with `since`. */
export function vouching(machine: Machine, seed: number): Machine {
  return {
    events(from, to) {
      const out = machine.events(from, to)
      const pings: DeviceEvent[] = []
      for (let at = from; at < to + BLOCK_MS; at += BLOCK_MS) {
        const outage = outageNear(seed, at)
        if (outage.to >= from && outage.to < to) pings.push({ t: outage.to, type: 'ping', since: outage.from })
      }
      return pings.length === 0 ? out : [...out, ...pings].sort((a, b) => a.t - b.t)
    },
  }
}
