import type { EventKey } from '../telemetry/index.ts'
import type { MachineEvent, Signal } from './types.ts'

/** Content of a device event, reduced to what the status of a machine depends on. Times are whole ms; `since` is epoch ms. */
export type EventContent =
  | { readonly type: 'cycle'; readonly cycleMs: number | null; readonly count: number }
  | { readonly type: 'tlm' }
  | { readonly type: 'input'; readonly input: string; readonly level: 0 | 1 }
  | { readonly type: 'status'; readonly running: boolean }
  | { readonly type: 'power'; readonly on: boolean }
  | { readonly type: 'ping'; readonly since: number | null }

/**
 * Returns the machine events that follow from a device event, ascending: the event itself and, for a ping with `since` before it,
 * an event at `since` from which the device was alive. That event is never earlier than `primaryFrom` (epoch ms), when the device
 * became the machine's primary (null: its first primary), but may lie long before the last computed event. Call it only for
 * events that are not in the future.
 */
export function expand(key: EventKey, message: EventContent, primaryFrom: number | null): MachineEvent[] {
  const event: MachineEvent = { ...keyOf(key), signal: signalOf(message) }
  if (message.type !== 'ping' || message.since === null) return [event]
  const since = Math.max(message.since, primaryFrom ?? message.since)
  if (since >= key.at) return [event]
  return [{ ...keyOf(key), at: since, signal: { kind: 'alive', until: key.at } }, event]
}

function signalOf(message: EventContent): Signal {
  if (message.type === 'cycle' && message.count > 0)
    return { kind: 'cycle', cycleMs: message.cycleMs, count: message.count }
  if (message.type === 'status') return { kind: 'status', running: message.running }
  if (message.type === 'power') return { kind: 'power', on: message.on }
  if (message.type === 'input') return { kind: 'input', input: message.input, level: message.level }
  return { kind: 'evidence' }
}

const keyOf = ({ at, batchId, position }: EventKey): EventKey => ({ at, batchId, position })
