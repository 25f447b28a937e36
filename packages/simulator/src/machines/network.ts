import type { DeviceEvent } from '@millwatch/contract/devices'
import { MINUTE_MS } from '@millwatch/domain/time'
import { randomFrom, seedOf } from '../base/random.ts'
import type { Span } from './day-plan.ts'
import type { Machine } from './machine.ts'

/** Time from `from` to before `to` (epoch ms) in which a device cannot reach the server. */
export type Outage = Span

/**
 * Network that fails once in each block of `blockMs` ms, for `shortestMs` to `longestMs`, and delivers the delayed messages after
 * the outage.
 */
export interface Network {
  readonly blockMs: number
  readonly shortestMs: number
  /** Length of the longest outage, ms. */
  readonly longestMs: number
  /** True: after an outage the device sends a ping with `since`, as evidence that it was alive. */
  readonly sendsPingAfterOutage: boolean
}

export const networks = {
  /** Network that fails for 3 to 20 minutes in every two hours. */
  flaky: { blockMs: 120 * MINUTE_MS, shortestMs: 3 * MINUTE_MS, longestMs: 20 * MINUTE_MS, sendsPingAfterOutage: true },
  /** Network that fails for 1.5 to 4 hours once a day, and then delivers the messages of that time. */
  late: {
    blockMs: 24 * 60 * MINUTE_MS,
    shortestMs: 90 * MINUTE_MS,
    longestMs: 240 * MINUTE_MS,
    sendsPingAfterOutage: false,
  },
} as const satisfies Readonly<Record<string, Network>>
export const LONGEST_DELAY_MS = 90_000

/**
 * Returns the outage in the block of time that contains `at` (epoch ms): one per block, never across its end. `at` itself may
 * be outside the outage.
 */
export function outageNear({ blockMs, shortestMs, longestMs }: Network, seed: number, at: number): Outage {
  const block = Math.floor(at / blockMs)
  const random = randomFrom(seedOf(seed, 'outage', block))
  const edge = 5 * MINUTE_MS
  const from = block * blockMs + Math.floor(edge + random() * (blockMs - longestMs - 2 * edge))
  return { from, to: from + Math.floor(shortestMs + random() * (longestMs - shortestMs)) }
}

/**
 * Returns the instants (epoch ms), ascending, at which a batch that is ready at `readyAt` reaches the server: one or, in 6 % of
 * cases, two. Each is delayed by chance, from `readyAt` or, if the network fails then, from the end of that outage.
 */
export function arrivals(network: Network, seed: number, readyAt: number): number[] {
  const outage = outageNear(network, seed, readyAt)
  const random = randomFrom(seedOf(seed, 'arrival', readyAt))
  const sendable = readyAt >= outage.from && readyAt < outage.to ? outage.to : readyAt
  const first = sendable + Math.floor(random() * 25_000)
  return random() < 0.06 ? [first, first + 10_000 + Math.floor(random() * 50_000)] : [first]
}

/**
 * Returns the machine with one more event at the end of each outage: a ping with `since`, the start of the outage, as a device
 * sends that buffers its events.
 */
export function withOutagePings(machine: Machine, network: Network, seed: number): Machine {
  return {
    events(from, to) {
      const out = machine.events(from, to)
      const pings: DeviceEvent[] = []
      for (let at = from; at < to + network.blockMs; at += network.blockMs) {
        const outage = outageNear(network, seed, at)
        if (outage.to >= from && outage.to < to) pings.push({ t: outage.to, type: 'ping', since: outage.from })
      }
      return pings.length === 0 ? out : [...out, ...pings].sort((a, b) => a.t - b.t)
    },
  }
}
