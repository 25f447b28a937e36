import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { DueMail } from '../directory/mail.ts'

export interface SmtpSettings {
  /** `smtp://` (encrypted where the server offers it) or `smtps://`, with user and password where it wants them. */
  readonly url: string
  /** The sender: a bare address. */
  readonly from: string
  /** How long the other side may say nothing, in the middle of it; a minute unless given. */
  readonly silenceMs?: number
}

/** Why a mail did not go; `isFinal` where trying again is of no use. */
export class Undelivered extends Error {
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.name = 'Undelivered'
    this.isFinal = isFinal
  }
}

export interface Transport {
  /** Resolves once the server has taken the mail; throws Undelivered. */
  send(mail: DueMail): Promise<void>
  close(): void
}

const plainPort = 587
const encryptedPort = 465
const connections = 3
const answerMs = 10_000
const usualSilenceMs = 60_000
const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host)

/** A few connections to the server of `SMTP_URL`, opened when there is something to send. */
export function openTransport({ url, from, silenceMs = usualSilenceMs }: SmtpSettings): Transport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? encryptedPort : plainPort)),
    secure,
    ...auth,
    // A password is not said in the clear to another machine.
    requireTLS: !secure && username !== '' && !isLoopback(hostname),
    maxConnections: connections,
    maxRequeues: 0,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ recipient, subject, body, idempotencyKey }) {
      const messageId = `<${hashOf(idempotencyKey)}@${from.slice(from.lastIndexOf('@') + 1)}>`
      try {
        await transport.sendMail({
          from: { name: 'Millwatch', address: from },
          to: { name: '', address: recipient },
          envelope: { from, to: [recipient] },
          subject,
          text: body,
          // The same for every try: who gets it twice can tell.
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw undelivered(error)
      }
    },
    close: () => transport.close(),
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32)

/** A server that does not want this recipient or this text will not want it later; everything else may pass. */
function undelivered(error: unknown): Undelivered {
  if (!(error instanceof Error)) return new Undelivered(String(error), false)
  const { responseCode, command } = error as Error & { responseCode?: unknown; command?: unknown }
  const isRefused = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  return new Undelivered(error.message, isRefused && (command === 'RCPT TO' || command === 'DATA'))
}
