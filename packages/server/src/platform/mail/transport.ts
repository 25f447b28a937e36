import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { Undelivered } from '../outgoing/undelivered.ts'

export interface SmtpSettings {
  /** `smtp://` (encrypted if the server offers it) or `smtps://`, with user and password if the server needs them. */
  readonly url: string
  /** Bare address of the sender. */
  readonly from: string
  /** Time that the server may be silent within a dialogue (ms); 60,000 unless given. */
  readonly silenceMs?: number
}

/** File that is attached to a mail; `content` is its text. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: string
}

/** One mail to one recipient, as it is given to the mail server. */
export interface OutgoingMail {
  /**
   * Key of this one mail. The id of the message derives from the key, so every attempt to send the mail has the same id.
   */
  readonly idempotencyKey: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** The same content as HTML; absent: the mail is plain text. */
  readonly html?: string
  /** Further headers, for example `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly Attachment[]
}

export interface Transport {
  /** Resolves once the server has accepted the mail. Throws `Undelivered` if it did not. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const plainPort = 587
const encryptedPort = 465
const connections = 3
const answerMs = 10_000
const usualSilenceMs = 60_000
const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host)

/**
 * Creates a pool of up to three connections to the server of `SMTP_URL`, which connect when there is mail to send. A connection
 * with a password to another machine must be encrypted, or nothing is sent.
 */
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
    // A password is never sent unencrypted to another machine.
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
    async send({ recipient, subject, body, html, headers, attachments, idempotencyKey }) {
      const messageId = `<${hashOf(idempotencyKey)}@${from.slice(from.lastIndexOf('@') + 1)}>`
      try {
        await transport.sendMail({
          from: { name: 'Millwatch', address: from },
          to: { name: '', address: recipient },
          envelope: { from, to: [recipient] },
          subject,
          text: body,
          ...(html === undefined ? {} : { html }),
          ...(attachments === undefined ? {} : { attachments: [...attachments] }),
          // The same for every attempt, so that a recipient can recognize a duplicate.
          messageId,
          headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw undelivered(error)
      }
    },
    close: () => transport.close(),
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32)

/**
 * Converts an error into `Undelivered`. The error is final if the server refused the recipient or the text with a code 5xx, since
 * it will refuse them later too. All other errors may pass.
 */
function undelivered(error: unknown): Undelivered {
  if (!(error instanceof Error)) return new Undelivered(String(error), false)
  const { responseCode, command } = error as Error & { responseCode?: unknown; command?: unknown }
  const isRefused = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  const isFinal = isRefused && (command === 'RCPT TO' || command === 'DATA')
  return new Undelivered(error.message, isFinal, null, command === 'DATA' ? 'content' : 'recipient')
}
