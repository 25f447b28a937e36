import type { Sender } from '../transport/sender.ts'
import type { Message } from './plan.ts'

/**
 * Result of a play: numbers of batches and events. If the transport reports no counts (MQTT), `accepted`, `duplicates` and
 * `quarantined` stay 0.
 */
export interface Tally {
  batches: number
  sent: number
  accepted: number
  duplicates: number
  quarantined: number
  /** Number of batches that the server refused for good; `firstReason` is the reason of the first, null if there is none. */
  refused: number
  firstReason: string | null
  /** False if the transport did not report for some batch how its events were counted. */
  counted: boolean
}

export interface Play {
  readonly messages: readonly Message[]
  readonly senders: ReadonlyMap<string, Sender>
  /** True: the messages of each device are sent in their order. False: a common queue of all devices is used. */
  readonly inOrder: boolean
  /** Number of batches in flight at most: per device if in order, else in total. */
  readonly parallel: number
  /** Speed as a multiple of the recorded one; null: as fast as the server accepts messages. */
  readonly speed: number | null
  readonly clock: { now(): number }
  onProgress(done: number, all: number): void
}

const nothing = (): Tally => ({
  batches: 0,
  sent: 0,
  accepted: 0,
  duplicates: 0,
  quarantined: 0,
  refused: 0,
  firstReason: null,
  counted: true,
})

async function until(clock: Play['clock'], at: number): Promise<void> {
  const ms = at - clock.now()
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}

/** Calls `handle` for every item of `list`, in order, with at most `workers` calls at a time. */
async function work<T>(list: readonly T[], workers: number, handle: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let item = list[next++]; item !== undefined; item = list[next++]) await handle(item)
  }
  await Promise.all(Array.from({ length: Math.min(workers, list.length) }, worker))
}

/**
 * Sends all messages, waits for every answer, and returns the counts. A refused batch is counted and does not stop the play.
 * Rejects if a sender is closed meanwhile, or if there is no sender for the device of a message.
 */
export async function play({ messages, senders, inOrder, parallel, speed, clock, onProgress }: Play): Promise<Tally> {
  const tally = nothing()
  const startedAt = clock.now()
  const sendOne = async ({ device, envelope, afterMs }: Message) => {
    const sender = senders.get(device)
    if (!sender) throw new Error(`no device stands for "${device}"`)
    if (speed !== null) await until(clock, startedAt + afterMs / speed)
    const outcome = await sender.send(envelope)
    tally.batches++
    tally.sent += envelope.events.length
    onProgress(tally.batches, messages.length)
    if (outcome.kind === 'refused') {
      tally.refused++
      tally.firstReason ??= outcome.reason
    } else if (outcome.counts === null) tally.counted = false
    else {
      tally.accepted += outcome.counts.accepted
      tally.duplicates += outcome.counts.duplicates
      tally.quarantined += outcome.counts.quarantined
    }
  }
  if (inOrder) {
    const queues = [...Map.groupBy(messages, (message) => message.device).values()]
    await Promise.all(queues.map((queue) => work(queue, parallel, sendOne)))
  } else await work(messages, parallel, sendOne)
  return tally
}
