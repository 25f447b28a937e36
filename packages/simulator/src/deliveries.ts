import type { DeviceEvent } from '@millwatch/contract/devices'
import type { Machine } from './machines/machine.ts'
import { arrivals, LONGEST_DELAY_MS, type Network, outageNear } from './machines/network.ts'
import { moved } from './machines/shift.ts'

/**
 * Message with its events and the true time (epoch ms) at which it arrives at the server (`dueAt`). `sentAt` is that time by the
 * device's own clock.
 */
export interface Delivery {
  readonly dueAt: number
  /** True time (epoch ms) at which the device had the message ready, which is later than all its events. */
  readonly readyAt: number
  readonly batchId: string
  readonly sentAt: number
  readonly events: readonly DeviceEvent[]
}

/** Connection of a machine to the server: its network, its clock and the interval of its messages. */
export interface Line {
  readonly machine: Machine
  /** Length (ms) of the time window that one message covers. */
  readonly windowMs: number
  /** Network that fails, and the seed from which its failures follow; null: the network never fails. */
  readonly network: { readonly kind: Network; readonly seed: number } | null
  /** Returns by how many ms the device's clock is ahead at a true time (epoch ms). */
  readonly clockAheadMs: (at: number) => number
}

/** Returns the events in the same order, with their times by the device's own clock. */
function byItsClock(line: Line, events: readonly DeviceEvent[]): DeviceEvent[] {
  return events.map((event) => {
    const ahead = line.clockAheadMs(event.t)
    return ahead === 0 ? event : moved(event, ahead)
  })
}

/** Returns the events from `from` (included) to `to` (excluded; epoch ms, true time), with times by the device's own clock. */
export const eventsOf = (line: Line, from: number, to: number): DeviceEvent[] =>
  byItsClock(line, line.machine.events(from, to))

/**
 * Returns the events of the device from `from` to before `to` (epoch ms, true time) in two lists: those that arrive in time, and
 * those that an outage of the network delays until its end. With a network after whose outages the device sends a ping, all count
 * as in time. All have times by the device's own clock.
 */
export function partsOf(line: Line, from: number, to: number): { inTime: DeviceEvent[]; late: DeviceEvent[] } {
  const { network } = line
  const isHeld = ({ t }: DeviceEvent) => {
    if (network === null || network.kind.sendsPingAfterOutage) return false
    const outage = outageNear(network.kind, network.seed, t)
    return t >= outage.from && t < outage.to
  }
  const all = line.machine.events(from, to)
  return {
    inTime: byItsClock(
      line,
      all.filter((event) => !isHeld(event)),
    ),
    late: byItsClock(line, all.filter(isHeld)),
  }
}

/**
 * Returns the messages that arrive after `from` and up to `to` (epoch ms, true time), in order of arrival. Each covers one window
 * of time; windows without events give no message. Equal arguments give equal messages, and a message that the network delivers
 * twice has the same batch id and content both times.
 */
export function deliveries(line: Line, from: number, to: number): Delivery[] {
  const { windowMs, network } = line
  const reach = network === null ? 0 : network.kind.longestMs + LONGEST_DELAY_MS
  const out: Delivery[] = []
  for (let window = Math.floor((from - reach) / windowMs); (window + 1) * windowMs <= to; window++) {
    const readyAt = (window + 1) * windowMs
    const all = network === null ? [readyAt] : arrivals(network.kind, network.seed, readyAt)
    const due = all.filter((at) => at > from && at <= to)
    if (due.length === 0) continue
    const events = eventsOf(line, window * windowMs, readyAt)
    if (events.length === 0) continue
    for (const dueAt of due) {
      out.push({ dueAt, readyAt, batchId: `w${window.toString(36)}`, sentAt: dueAt + line.clockAheadMs(dueAt), events })
    }
  }
  return out.sort((a, b) => a.dueAt - b.dueAt)
}

const LOOK_BACK_MS = 26 * 3_600_000

/**
 * Returns the message that a device sends at `at` (epoch ms) after a pause: a ping, and its current power, status and input
 * levels, so that the server does not take an old state for the current one. Null for a machine that is off, or without events in
 * the 26 hours before.
 */
export function comeBack(line: Line, at: number): Delivery | null {
  const past = line.machine.events(at - LOOK_BACK_MS, at)
  const power = past.findLast((event) => event.type === 'power')
  const status = past.findLast((event) => event.type === 'status')
  const inputs = new Map(past.flatMap((event) => (event.type === 'input' ? [[event.input, event] as const] : [])))
  if (past.length === 0 || (power && !power.on)) return null
  const events: DeviceEvent[] = [{ t: at, type: 'ping' }]
  if (power) events.push({ t: at, type: 'power', on: true })
  if (status) events.push({ ...status, t: at })
  for (const level of inputs.values()) events.push({ ...level, t: at })
  return {
    dueAt: at,
    readyAt: at,
    batchId: `back-${at.toString(36)}`,
    sentAt: at + line.clockAheadMs(at),
    events: byItsClock(line, events),
  }
}
