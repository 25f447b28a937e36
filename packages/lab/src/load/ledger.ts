import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import type { FaultMachine } from './plant.ts'

/** Batch of events as its device records it: what was sent, and if the server acknowledged it. */
export interface SentBatch {
  readonly envelope: EnvelopeShape
  /**
   * True once the server acknowledged the batch, which must then stay stored. Until then the batch must be stored wholly and
   * once, or not at all.
   */
  isAcknowledged: boolean
  /** Instant (epoch ms) of the first acknowledgement; absent until then. */
  acknowledgedAt?: number
  /**
   * Horizon of the machine (epoch ms) when the batch was first sent: events before it are no longer accepted. Null if there was
   * none.
   */
  readonly horizonAt: number | null
}

/** Record of all batches that a device sent, by batch id, of their acknowledgements, and of the number of acknowledged events. */
export class Ledger {
  readonly machine: FaultMachine
  readonly entries = new Map<string, SentBatch>()
  acknowledgedEvents = 0
  /** Horizon of the machine (epoch ms), null for none. The server may have removed single events before it. */
  horizonAt: number | null = null

  constructor(machine: FaultMachine) {
    this.machine = machine
  }

  begin(envelope: EnvelopeShape): SentBatch {
    const entry = { envelope, isAcknowledged: false, horizonAt: this.horizonAt }
    this.entries.set(envelope.batch_id, entry)
    return entry
  }

  acknowledge(entry: SentBatch): void {
    if (entry.isAcknowledged) return
    entry.isAcknowledged = true
    entry.acknowledgedAt ??= Date.now()
    this.acknowledgedEvents += entry.envelope.events.length
  }
}

const CLOCK_SET_FROM = Date.UTC(2000, 0, 1)
const types = new Set(['cycle', 'tlm', 'status', 'power', 'ping', 'input', 'impact', 'ack'])

/**
 * Returns the event if the server must store it as an event. Returns undefined if it belongs in quarantine: an unknown type, or a
 * time before 2000-01-01 or before the horizon of its batch.
 */
export function readable({ horizonAt }: Pick<SentBatch, 'horizonAt'>, event: unknown): DeviceEvent | undefined {
  const { t, type } = event as { t: number; type: string }
  return types.has(type) && t >= Math.max(CLOCK_SET_FROM, horizonAt ?? 0) ? (event as DeviceEvent) : undefined
}
