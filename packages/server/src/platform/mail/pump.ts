import { setTimeout as delay } from 'node:timers/promises'
import { gapAfterAttempt, isGivenUp } from '@millwatch/domain/notices'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { Undelivered } from '../outgoing/undelivered.ts'
import { repeat } from '../repeat.ts'
import { isMailable } from './address.ts'
import { countMail, type DueMail, markMailSent, markMailUnsent, takeDueMail } from './store-directory.ts'
import { openTransport, type SmtpSettings, type Transport } from './transport.ts'

export interface MailDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** SMTP settings; absent: no mail is sent. */
  readonly smtp?: SmtpSettings | undefined
  /** Returns true if mail is caught and shown instead of sent, as in a demo without SMTP. */
  readonly isDemo: () => Promise<boolean>
}

export interface Mail {
  /**
   * Sends all mail that is due now, and resolves when each has been tried once. A mail that was not sent waits for its next
   * attempt.
   */
  settle(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 1000
const countEveryMs = 15_000
/**
 * Time (ms) for which a taken mail belongs to one server. It is longer than a batch can take, so that no other server sends the
 * same mail.
 */
const leaseMs = 5 * 60_000
const mostAtOnce = 6
const longestError = 500
/** Time that a stop waits for mail being sent. */
const stopMs = 2000

/**
 * Starts to send stored mail every second; each mail is taken by one server at a time. A mail that was not sent is tried again
 * as a notice is, for 24 hours and eight attempts at least, and then given up; one that can never be delivered is given up at
 * once. Without SMTP settings nothing is sent, but in a demo mail is marked as sent and kept to be shown. Adds the gauges about
 * mail.
 */
export function startMail(deps: MailDeps): Mail {
  const { clock, logger, smtp, metrics, database } = deps
  const transport = smtp && openTransport(smtp)
  let counts = { waiting: 0, failed: 0 }
  let countedAt = Number.NEGATIVE_INFINITY
  metrics.gauge('mail_waiting', 'Mails that wait to be sent', () => counts.waiting)
  metrics.gauge('mail_failed', 'Mails that were given up', () => counts.failed)

  const turn = async () => {
    const hasSent = await sendDue(deps, transport)
    const now = clock.monotonicMs()
    if (!hasSent && now - countedAt < countEveryMs) return
    countedAt = now
    counts = await countMail(database)
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'Due mail could not be read')
  const sending = repeat(turn, { everyMs, failed })
  return {
    settle: sending.now,
    async stop() {
      // Mail that a mail server leaves hanging is sent by another Millwatch server once its lease is over.
      await Promise.race([sending.stop(), delay(stopMs, undefined, { ref: false })])
      transport?.close()
    },
  }
}

/**
 * Makes one attempt at each due mail, in batches; returns true if there was one. Takes no mail without a transport, except in a
 * demo.
 */
async function sendDue(deps: MailDeps, transport: Transport | undefined): Promise<boolean> {
  const { database, clock } = deps
  if (!transport && !(await deps.isDemo())) return false
  let hasSent = false
  for (;;) {
    const now = clock.now()
    const due = await takeDueMail(database, now, now + leaseMs, mostAtOnce)
    if (due.length === 0) return hasSent
    hasSent = true
    await Promise.all(due.map((mail) => sendOne(deps, transport, mail)))
  }
}

async function sendOne(deps: MailDeps, transport: Transport | undefined, mail: DueMail): Promise<void> {
  const { database, clock, logger } = deps
  try {
    if (!isMailable(mail.recipient)) throw new Undelivered('No mail can be sent to this address', true)
    await transport?.send(mail)
    await markMailSent(database, mail.mailId, clock.now(), transport === undefined)
  } catch (error) {
    if (!(error instanceof Undelivered)) throw error
    const now = clock.now()
    const isOver = error.isFinal || isGivenUp(mail.createdAt, mail.attempts, now)
    const dueAt = now + Math.max(error.waitMs ?? 0, gapAfterAttempt(mail.attempts))
    await markMailUnsent(database, mail.mailId, {
      dueAt,
      failedAt: isOver ? now : null,
      error: error.message.slice(0, longestError),
    })
    logger.warn({ mailId: mail.mailId, attempts: mail.attempts, isOver }, 'A mail was not sent')
  }
}
