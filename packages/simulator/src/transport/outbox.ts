import type { EnvelopeShape } from '@millwatch/contract/devices'
import { Closed, type Outcome, type Sender } from './sender.ts'

interface Waiting {
  readonly envelope: EnvelopeShape
  /** True time (epoch ms) at which it was to be sent. */
  readonly dueAt: number
}

/** What a device keeps until it is acknowledged: first in, first out, one in flight, what is too old is dropped. */
export interface Outbox {
  put(envelope: EnvelopeShape, dueAt: number): void
  /** Forgets what waits since before `at` (epoch ms); the one in flight stays. */
  dropBefore(at: number): void
  /** When the oldest that is not acknowledged was due; null when all is. */
  oldestDueAt(): number | null
}

/** `onOutcome` hears what became of each; a refused batch is not tried again. */
export function outbox(sender: Sender, onOutcome: (outcome: Outcome, envelope: EnvelopeShape) => void): Outbox {
  let waiting: Waiting[] = []
  let busy = false

  const drain = async () => {
    if (busy) return
    busy = true
    try {
      for (let head = waiting[0]; head; head = waiting[0]) {
        const outcome = await sender.send(head.envelope)
        waiting.shift()
        onOutcome(outcome, head.envelope)
      }
    } catch (error) {
      if (!(error instanceof Closed)) throw error
    } finally {
      busy = false
    }
  }

  return {
    put(envelope, dueAt) {
      waiting.push({ envelope, dueAt })
      void drain()
    },
    dropBefore(at) {
      waiting = waiting.filter((one, index) => (busy && index === 0) || one.dueAt >= at)
    },
    oldestDueAt: () => waiting[0]?.dueAt ?? null,
  }
}
