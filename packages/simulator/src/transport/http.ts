import type { EnvelopeShape } from '@millwatch/contract/devices'
import {
  backoff,
  Closed,
  type Counts,
  type Credentials,
  type OnCommand,
  type Outcome,
  pause,
  type Sender,
} from './sender.ts'

const ANSWER_WITHIN_MS = 60_000
/** Interval (ms) at which a device reads its commands. */
const READ_COMMANDS_MS = 10_000
/** HTTP statuses after which the same message may succeed later. */
const TRY_AGAIN = new Set([408, 425, 429, 500, 502, 503, 504])

function counted(body: unknown): Counts | null {
  const { accepted, duplicates, quarantined } = (body ?? {}) as Record<string, unknown>
  if (typeof accepted !== 'number' || typeof duplicates !== 'number' || typeof quarantined !== 'number') return null
  return { accepted, duplicates, quarantined }
}

/**
 * Returns the delay (ms) of a `Retry-After` header, given as seconds or a date (RFC 9110); 0 without the header, for a date in
 * the past, or for a date in an answer without a `date` header.
 */
function retryAfterMs(answer: Response): number {
  const value = answer.headers.get('retry-after')
  if (value === null) return 0
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const dated = answer.headers.get('date')
  const at = Date.parse(value)
  return dated === null || Number.isNaN(at) ? 0 : Math.max(0, at - Date.parse(dated))
}

/**
 * Returns a sender for a device over HTTP: it calls `POST /v0/ingest` at `base` (`http://host:port`). Statuses 408, 425, 429 and
 * 500 to 504 except 501, a broken connection, and 60 s without an answer are retried; other errors are refusals. With `onCommand`
 * it reads `GET /v0/device/config` every 10 s, and passes on the outputs command if it differs from the last one.
 */
export function httpSender(base: string, { uuid, key }: Credentials, onCommand?: OnCommand): Sender {
  const url = new URL('/v0/ingest', base)
  const ending = new AbortController()
  const headers = { 'content-type': 'application/json', authorization: `Device ${uuid}:${key}` }

  const attempt = async (body: string): Promise<Outcome | { kind: 'again'; waitMs: number }> => {
    const limit = AbortSignal.any([ending.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, signal: limit })
      const text = await answer.text()
      if (answer.ok) return { kind: 'acknowledged', counts: counted(JSON.parse(text)) }
      if (TRY_AGAIN.has(answer.status)) return { kind: 'again', waitMs: retryAfterMs(answer) }
      return { kind: 'refused', reason: `${answer.status} ${text.slice(0, 200)}` }
    } catch {
      if (ending.signal.aborted) throw new Closed()
      return { kind: 'again', waitMs: 0 }
    }
  }

  if (onCommand !== undefined)
    void readCommands(new URL('/v0/device/config', base), headers.authorization, onCommand, ending.signal)

  return {
    async send(envelope: EnvelopeShape) {
      const body = JSON.stringify(envelope)
      const waits = backoff()
      for (;;) {
        const outcome = await attempt(body)
        if (outcome.kind !== 'again') return outcome
        await pause(Math.max(outcome.waitMs, waits.next()), ending.signal)
      }
    },
    async close() {
      ending.abort()
    },
  }
}

/**
 * Reads commands every 10 s until the signal ends this, and passes each outputs command that differs from the last to
 * `onCommand`. Failed attempts are ignored.
 */
async function readCommands(url: URL, authorization: string, onCommand: OnCommand, signal: AbortSignal): Promise<void> {
  let latest = 'null'
  while (!signal.aborted) {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
      const answer = await fetch(url, { headers: { authorization }, signal: limit })
      const { outputs = null } = answer.ok ? ((await answer.json()) as { outputs?: unknown }) : {}
      const text = JSON.stringify(outputs)
      if (outputs !== null && text !== latest) {
        latest = text
        onCommand(outputs)
      }
    } catch {
      // No connection: the next attempt follows.
    }
    await pause(READ_COMMANDS_MS, signal).catch(() => undefined)
  }
}
