import type { EventKey } from '../telemetry/index.ts'
import type { MachineEvent, Signal } from './types.ts'

/** Content of a device event, as far as the status of a machine can depend on it. Times are whole ms. */
export type EventContent =
  | { readonly type: 'cycle'; readonly cycleMs: number | null; readonly count: number }
  | { readonly type: 'tlm' }
  | { readonly type: 'input'; readonly input: string; readonly level: 0 | 1 }
  | { readonly type: 'status'; readonly running: boolean }
  | { readonly type: 'power'; readonly on: boolean }
  | { readonly type: 'ping'; readonly since: number | null }

/**
 * Returns the machine events that a device event stands for: the event itself and, for a ping with `since`, one more
 * event at `since`, from which the device was alive. `since` may lie long before the last computed event. The second
 * event is never placed before `primaryFrom`, when the device became the machine's primary (null: its first primary).
 * Call it only for events that are not in the future.
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
