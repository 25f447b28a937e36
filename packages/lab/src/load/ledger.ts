import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import type { FaultMachine } from './plant.ts'

/** A batch as recorded on the side of its device. */
export interface SentBatch {
  readonly envelope: EnvelopeShape
  /**
   * True once the server acknowledged it: then it must stay stored. Until then it may be stored or not, but wholly and once.
   */
  isAcknowledged: boolean
  /** Instant (epoch ms) of the first acknowledgement. */
  acknowledgedAt?: number
  /** Horizon of the machine when the batch was sent: events before this instant were no longer accepted; null for none. */
  readonly horizonAt: number | null
}

/** The batches that a device sent, and those that were acknowledged to it. */
export class Ledger {
  readonly machine: FaultMachine
  readonly entries = new Map<string, SentBatch>()
  acknowledgedEvents = 0
  /** Horizon of the machine: the server may have removed single events before it. */
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

/** Returns the event if it counts for the status; undefined if it belongs in quarantine. */
export function readable({ horizonAt }: Pick<SentBatch, 'horizonAt'>, event: unknown): DeviceEvent | undefined {
  const { t, type } = event as { t: number; type: string }
  return types.has(type) && t >= Math.max(CLOCK_SET_FROM, horizonAt ?? 0) ? (event as DeviceEvent) : undefined
}
