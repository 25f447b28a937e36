import type { Clock } from '../clock.ts'
import { retryAfterMs } from '../outgoing/retry-after.ts'
import { Undelivered } from '../outgoing/undelivered.ts'

export interface SmsSettings {
  /** Address of the message call of the service, shaped as Twilio's, with user and password if it needs them. */
  readonly url: string
  /** Number of the sender (E.164), or the name or id that the service knows. */
  readonly from: string
  /** Time in which the service must answer (ms); 15 seconds unless given. */
  readonly withinMs?: number
}

export interface OutgoingSms {
  /** Key that is the same for every attempt, so that the service can recognize a repeat. */
  readonly idempotencyKey: string
  /** Number of the recipient, E.164. */
  readonly to: string
  readonly text: string
}

export interface SmsTransport {
  /** Resolves once the service has accepted the message. Throws `Undelivered` if it did not. */
  send(sms: OutgoingSms): Promise<void>
}

const usualWithinMs = 15_000

/** Statuses by which a service refuses the message itself: its number or its text. */
const refusesMessage = new Set([400, 410, 422])

/**
 * Creates the sender of text messages by the message call of Twilio or a compatible service: a form with To, From and Body. An
 * `Undelivered` error is final for a redirect (status below 400) and for a refusal of the message (400, 410, 422). All other
 * failures may pass, also a refusal of the account (401, 403, 404), because an operator can correct that. No error contains the
 * address or its password.
 */
export function openSms({ url, from, withinMs = usualWithinMs }: SmsSettings, clock: Clock): SmsTransport {
  const { username, password, origin, pathname, search } = new URL(url)
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  return {
    async send({ idempotencyKey, to, text }) {
      const answer = await fetch(`${origin}${pathname}${search}`, {
        method: 'POST',
        headers: { ...authorization, 'idempotency-key': idempotencyKey, 'i-twilio-idempotency-token': idempotencyKey },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: 'manual',
        signal: AbortSignal.timeout(withinMs),
      }).catch((error: unknown) => {
        const isLate = error instanceof Error && error.name === 'TimeoutError'
        throw new Undelivered(
          isLate ? 'The SMS service did not answer in time' : 'The SMS service cannot be reached',
          false,
        )
      })
      await answer.body?.cancel().catch(() => undefined)
      if (answer.ok) return
      const isFinal = answer.status < 400 || refusesMessage.has(answer.status)
      const waitMs = retryAfterMs(answer.headers.get('retry-after'), clock.now())
      throw new Undelivered(`The SMS service answered ${answer.status}`, isFinal, waitMs)
    },
  }
}
