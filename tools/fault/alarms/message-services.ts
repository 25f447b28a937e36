import { type HttpSink, httpSink, type ReceivedRequest, type SinkAnswer } from '@millwatch/lab/app/http-sink'
import { type Arrived, type SmtpSink, smtpSink } from '@millwatch/lab/app/smtp-sink'

/** Message that a service accepted from a server. */
export interface AcceptedMessage {
  /**
   * Id by which the service knows the message: `Message-ID` of a mail, idempotency key of a text message, id of a webhook
   * message.
   */
  readonly id: string
  readonly channel: 'email' | 'sms' | 'webhook'
  /** Recipient of the message: mail address, phone number, or path of the webhook. */
  readonly recipient: string
  readonly text: string
}

/**
 * State of a service, which decides its answers: `up` accepts, `away` refuses connections or answers 503, `busy` answers 451 or
 * 429, `hangs` never answers.
 */
export type ServiceState = 'up' | 'away' | 'busy' | 'hangs'

/**
 * Addresses of the services for a single server, as its environment variables, so that messages are known to come from that
 * server.
 */
export interface ServiceLine {
  readonly env: Readonly<Record<string, string>>
  /**
   * Function called when a whole mail or text message has arrived, before it is accepted. If it returns false, the message is
   * neither accepted nor answered.
   */
  onMessage: (() => boolean) | undefined
}

export const MAIL_DOMAIN = 'plant.example'
const hookPath = '/hook'

/**
 * Mail server, service of text messages and receiver of webhooks on loopback, which keep all messages that they accept. The
 * receiver of webhooks always accepts.
 */
export class MessageServices {
  mail: ServiceState = 'up'
  sms: ServiceState = 'up'
  readonly #http: HttpSink
  readonly #mailSinks: SmtpSink[] = []
  readonly #lines: ServiceLine[] = []
  readonly #posted: AcceptedMessage[] = []

  private constructor(http: HttpSink) {
    this.#http = http
    http.behave((request) => this.#answer(request))
  }

  static open = async (): Promise<MessageServices> => new MessageServices(await httpSink())

  get webhookUrl(): string {
    return `${this.#http.url}${hookPath}`
  }

  /** Opens addresses of the services for a single server and returns them. */
  async line(): Promise<ServiceLine> {
    const sink = await smtpSink()
    this.#mailSinks.push(sink)
    const line: ServiceLine = {
      env: {
        SMTP_URL: sink.url,
        MAIL_FROM: `millwatch@${MAIL_DOMAIN}`,
        SMS_URL: `${this.#http.url}/sms/${this.#lines.length}`,
        SMS_FROM: '+15550100',
        WEBHOOK_ALLOW: '127.0.0.1',
        PUBLIC_URL: `http://${MAIL_DOMAIN}`,
      },
      onMessage: undefined,
    }
    this.#lines.push(line)
    sink.behave((step) => this.#answerMail(line, step))
    return line
  }

  /**
   * Returns all messages accepted so far: first the mails, server by server, then text messages and webhook messages in the order
   * of their arrival.
   */
  accepted(): AcceptedMessage[] {
    return [...this.#mailSinks.flatMap(({ arrived }) => arrived.map(mailOf)), ...this.#posted]
  }

  async close(): Promise<void> {
    for (const sink of this.#mailSinks) await sink.close()
    await this.#http.close()
  }

  #answerMail(line: ServiceLine, step: string): string | null | undefined {
    if (this.mail === 'hangs') return null
    if (this.mail === 'away' && step === 'CONNECT') return '421 away'
    if (step !== '.') return undefined
    if (this.mail !== 'up') return '451 try again'
    return line.onMessage?.() === false ? null : undefined
  }

  #answer(request: ReceivedRequest): SinkAnswer {
    const { path, headers, body } = request
    if (path === hookPath) {
      this.#posted.push({ id: String(headers['webhook-id']), channel: 'webhook', recipient: path, text: body })
      return { status: 204 }
    }
    if (this.sms === 'hangs') return null
    if (this.sms === 'busy') return { status: 429, headers: { 'retry-after': '1' } }
    if (this.sms === 'away') return { status: 503 }
    const line = this.#lines[Number(path.replace('/sms/', ''))]
    if (line?.onMessage?.() === false) return null
    const form = new URLSearchParams(body)
    const id = String(headers['idempotency-key'])
    this.#posted.push({ id, channel: 'sms', recipient: form.get('To') ?? '', text: form.get('Body') ?? '' })
    return { status: 201 }
  }
}

const mailOf = ({ headers, to, body }: Arrived): AcceptedMessage => ({
  id: headers.get('message-id') ?? '',
  channel: 'email',
  recipient: to[0] ?? '',
  text: body,
})
