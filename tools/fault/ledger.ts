import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import type { FaultMachine } from './plant.ts'

/** A batch as its device knows it. */
export interface Entry {
  readonly envelope: EnvelopeShape
  /** Once it was: the server may never forget it. Until then it may be there or not, but whole, and once. */
  isAcknowledged: boolean
}

/** What a device sent and what was acknowledged to it: the client's side of the story. */
export class Ledger {
  readonly machine: FaultMachine
  readonly entries = new Map<string, Entry>()
  acknowledgedEvents = 0

  constructor(machine: FaultMachine) {
    this.machine = machine
  }

  begin(envelope: EnvelopeShape): Entry {
    const entry = { envelope, isAcknowledged: false }
    this.entries.set(envelope.batch_id, entry)
    return entry
  }

  acknowledge(entry: Entry): void {
    if (entry.isAcknowledged) return
    entry.isAcknowledged = true
    this.acknowledgedEvents += entry.envelope.events.length
  }
}

const CLOCK_SET_FROM = Date.UTC(2000, 0, 1)
const types = new Set(['cycle', 'tlm', 'status', 'power', 'ping', 'input'])

/** The event, where it is one that is stored and told; undefined: it belongs into quarantine. */
export function readable(event: unknown): DeviceEvent | undefined {
  const { t, type } = event as { t: number; type: string }
  return types.has(type) && t >= CLOCK_SET_FROM ? (event as DeviceEvent) : undefined
}
