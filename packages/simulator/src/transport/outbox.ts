import type { EnvelopeShape } from '@millwatch/contract/devices'
import { Closed, type Outcome, type Sender } from './sender.ts'

interface Waiting {
  readonly envelope: EnvelopeShape
  /** True time (epoch ms) at which the message was due. */
  readonly dueAt: number
}

/** Queue of messages of a device, in memory until the server acknowledges or refuses them: first in, first out, one in flight. */
export interface Outbox {
  put(envelope: EnvelopeShape, dueAt: number): void
  /** Drops messages that were due before `at` (epoch ms), except the one in flight. */
  dropBefore(at: number): void
  /** Returns the instant (epoch ms) at which the oldest message still in the queue was due; null if the queue is empty. */
  oldestDueAt(): number | null
}

/**
 * Creates an outbox that sends by `sender` from the first `put` on, and calls `onOutcome` with the result of each message. A
 * refused message is not sent again. Once the sender is closed, no more messages are sent.
 */
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
      waiting = waiting.filter((message, index) => (busy && index === 0) || message.dueAt >= at)
    },
    oldestDueAt: () => waiting[0]?.dueAt ?? null,
  }
}
