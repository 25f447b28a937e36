import type { EnvelopeShape } from '@millwatch/contract/devices'

/** Identity of a device: its UUID and its key. */
export interface Credentials {
  readonly uuid: string
  readonly key: string
}

/** Callback that gets each command for the device as the server sent it: any JSON value, not checked. */
export type OnCommand = (command: unknown) => void

/**
 * Result of sending a batch. `counts` is null if the transport does not report numbers of events (MQTT); `reason` is a text for
 * people.
 */
export type Outcome =
  | { readonly kind: 'acknowledged'; readonly counts: Counts | null }
  | { readonly kind: 'refused'; readonly reason: string }

export interface Counts {
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
}

/**
 * Connection that sends batches of one device. After a lost connection, or if the server is busy, it sends the batch again under
 * the same id, without a limit of attempts.
 */
export interface Sender {
  /** Resolves once the server has acknowledged the batch or refused it for good; rejects with `Closed` after `close`. */
  send(envelope: EnvelopeShape): Promise<Outcome>
  close(): Promise<void>
}

export class Closed extends Error {
  constructor() {
    super('The connection was closed')
  }
}

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 15_000

/**
 * Returns `next`, which returns a waiting time in ms: 200 ms at first, doubled at each call up to 15 s, times a random factor of
 * 0.5 to 1 so that devices do not reconnect at the same moment. `reset` starts again at 200 ms.
 */
export function backoff(random: () => number = Math.random): { next(): number; reset(): void } {
  let tries = 0
  return {
    next: () => Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries++) * (0.5 + random() / 2)),
    reset: () => {
      tries = 0
    },
  }
}

/** Resolves after `ms`; rejects with `Closed` as soon as `signal` is aborted, also if it already is. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Closed())
    const onAbort = () => {
      clearTimeout(timer)
      reject(new Closed())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
