import type { EventKey } from '../telemetry/index.ts'
import type { MachineEvent, Signal } from './types.ts'

/** What a device said, in so far as a machine's status may depend on it. Times are whole ms. */
export type Said =
  | { readonly type: 'cycle'; readonly cycleMs: number | null; readonly count: number }
  | { readonly type: 'tlm' }
  | { readonly type: 'input'; readonly input: string; readonly level: 0 | 1 }
  | { readonly type: 'status'; readonly running: boolean }
  | { readonly type: 'power'; readonly on: boolean }
  | { readonly type: 'ping'; readonly since: number | null }

/**
 * What a device's event means to the machine it belongs to: itself, and, for a ping with `since`, that the device was alive
 * from then on, placed at that instant (and so perhaps long before what was told last) but not before `primaryFrom`, when
 * it became the machine's primary (null for the machine's first). Only for events whose time has come.
 */
export function expand(key: EventKey, said: Said, primaryFrom: number | null): MachineEvent[] {
  const event: MachineEvent = { ...keyOf(key), signal: signalOf(said) }
  if (said.type !== 'ping' || said.since === null) return [event]
  const since = Math.max(said.since, primaryFrom ?? said.since)
  if (since >= key.at) return [event]
  return [{ ...keyOf(key), at: since, signal: { kind: 'alive', until: key.at } }, event]
}

function signalOf(said: Said): Signal {
  if (said.type === 'cycle' && said.count > 0) return { kind: 'cycle', cycleMs: said.cycleMs, count: said.count }
  if (said.type === 'status') return { kind: 'status', running: said.running }
  if (said.type === 'power') return { kind: 'power', on: said.on }
  if (said.type === 'input') return { kind: 'input', input: said.input, level: said.level }
  return { kind: 'evidence' }
}

const keyOf = ({ at, batchId, position }: EventKey): EventKey => ({ at, batchId, position })
