import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import type { FaultMachine } from './plant.ts'

/** A batch as its device knows it. */
export interface Entry {
  readonly envelope: EnvelopeShape
  /** Once it was: the server may never forget it. Until then it may be there or not, but whole, and once. */
  isAcknowledged: boolean
  /** It was sent when what lies before this instant was not taken any more. */
  readonly horizonAt: number | null
}

/** What a device sent and what was acknowledged to it: the client's side of the story. */
export class Ledger {
  readonly machine: FaultMachine
  readonly entries = new Map<string, Entry>()
  acknowledgedEvents = 0
  /** The machine's horizon: single events before it may be gone. */
  horizonAt: number | null = null

  constructor(machine: FaultMachine) {
    this.machine = machine
  }

  begin(envelope: EnvelopeShape): Entry {
    const entry = { envelope, isAcknowledged: false, horizonAt: this.horizonAt }
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

/** The event of an entry, where it is one that is stored and told; undefined: it belongs into quarantine. */
export function readable({ horizonAt }: Pick<Entry, 'horizonAt'>, event: unknown): DeviceEvent | undefined {
  const { t, type } = event as { t: number; type: string }
  return types.has(type) && t >= Math.max(CLOCK_SET_FROM, horizonAt ?? 0) ? (event as DeviceEvent) : undefined
}
