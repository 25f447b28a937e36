import type { EnvelopeShape } from '@millwatch/contract/devices'

/** What a device is known by. */
export interface Credentials {
  readonly uuid: string
  readonly key: string
}

/** What became of a batch: `counts` where the transport tells them (MQTT does not). */
export type Outcome =
  | { readonly kind: 'acknowledged'; readonly counts: Counts | null }
  | { readonly kind: 'refused'; readonly reason: string }

export interface Counts {
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
}

/** Sends until it has an answer: lost connections and busy servers are tried again under the same batch_id. */
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

/** Waits that double, with some chance in them, so that many devices do not come back in the same moment. */
export function backoff(random: () => number = Math.random): { next(): number; reset(): void } {
  let tries = 0
  return {
    next: () => Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries++) * (0.5 + random() / 2)),
    reset: () => {
      tries = 0
    },
  }
}

/** Waits, or rejects with `Closed` as soon as `signal` fires. */
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
