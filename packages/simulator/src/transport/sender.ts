import type { EnvelopeShape } from '@millwatch/contract/devices'

/** Identity of a device: its UUID and its key. */
export interface Credentials {
  readonly uuid: string
  readonly key: string
}

/** Called with each command for the device, as sent: any JSON. */
export type OnCommand = (command: unknown) => void

/**
 * Result of sending a batch. `counts` is null when the transport does not report them (MQTT); `reason` is text for people.
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
 * Connection that sends batches of one device. After a lost connection, or when the server is busy, it tries again under the
 * same batch id, without a limit.
 */
export interface Sender {
  /** Resolves when the server has acknowledged the batch or refused it for good; rejects with `Closed` after `close`. */
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
 * Returns `next`, which gives a waiting time in ms that doubles at each call from 200 ms to 15 s, times a random factor of
 * 0.5 to 1, and `reset`, which starts over. The factor prevents that many devices reconnect at the same moment.
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

/** Waits for `ms`; rejects with `Closed` as soon as `signal` is aborted. */
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
