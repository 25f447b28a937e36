import { createHash, createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { asOwner } from '@millwatch/lab/load/owner'
import { type AcceptedMessage, MAIL_DOMAIN } from './message-services.ts'

/** Message as the database holds it, with the id that services know it by. */
export interface StoredMessage {
  readonly id: string
  readonly channel: AcceptedMessage['channel']
  readonly userId: number | null
  readonly form: string
  readonly isSent: boolean
  /** Alarm of its first notice. */
  readonly alarmId: number
}

const POLL_MS = 20
const GONE_WITHIN_MS = 30_000

/** Messages that were sent again because a kill fell between the yes of the service and the commit. */
export class NoticeLedger {
  readonly #databaseUrl: string
  /** Number of times that a message was accepted and its server killed before the commit, by its id. */
  readonly #unstored = new Map<string, number>()

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /** Returns the number of further copies that a message may have. */
  allowed = (id: string): number => this.#unstored.get(id) ?? 0

  /**
   * Notes which messages were accepted but not stored as sent. No server may run. Then lets the time pass that leases and pauses
   * between attempts last, so that the next server sends at once.
   */
  async observe(accepted: readonly AcceptedMessage[]): Promise<void> {
    await this.#connectionsGone()
    const copies = copiesOf(accepted)
    for (const { id, isSent } of await storedMessages(this.#databaseUrl)) {
      if (isSent) continue
      const further = (copies.get(id)?.length ?? 0) - this.allowed(id)
      if (further > 1)
        throw new FaultFinding(`Message ${id} was sent ${further} times before any server could know of a yes`)
      if (further === 1) this.#unstored.set(id, this.allowed(id) + 1)
    }
    await asOwner(this.#databaseUrl, (client) =>
      client.query(
        `update notice_message set leased_until = 0,
            due_at = case when last_error is null then due_at else least(due_at, $1::bigint) end
          where sent_at is null and failed_at is null`,
        [Date.now()],
      ),
    )
  }

  /** Waits until the database has ended what killed servers had begun. */
  async #connectionsGone(): Promise<void> {
    const question = `select count(*)::int as n from pg_stat_activity
      where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`
    for (const began = performance.now(); ; await delay(POLL_MS)) {
      const { rows } = await asOwner(this.#databaseUrl, (client) => client.query<{ n: number }>(question))
      if (rows[0]?.n === 0) return
      if (performance.now() - began > GONE_WITHIN_MS) throw new Error('Connections of killed servers do not end')
    }
  }
}

/** Returns the accepted copies of each message, by its id. */
export function copiesOf(accepted: readonly AcceptedMessage[]): Map<string, AcceptedMessage[]> {
  return Map.groupBy(accepted, ({ id }) => id)
}

interface Row {
  readonly companyId: number
  readonly messageId: number
  readonly channel: AcceptedMessage['channel']
  readonly userId: number | null
  readonly form: string
  readonly isSent: boolean
  readonly alarmId: number
}

/** Returns all messages of notices. */
export function storedMessages(databaseUrl: string): Promise<StoredMessage[]> {
  return asOwner(databaseUrl, async (client) => {
    const secrets = await client.query<{ secret: string }>(
      `select value ->> 'secret' as secret from installation where name = 'notices'`,
    )
    const secret = Buffer.from(secrets.rows[0]?.secret ?? '', 'base64url')
    const { rows } = await client.query<Row>(
      `select m.company_id::int as "companyId", m.notice_message_id::int as "messageId", m.channel, m.user_id::int as "userId", form,
          sent_at is not null as "isSent", n.subject_id::int as "alarmId"
        from notice_message m join notice n on n.notice_id = m.first_notice_id order by 2`,
    )
    return rows.map(({ companyId, messageId, ...row }) => {
      const key = createHmac('sha256', secret).update(`message/${companyId}/${messageId}`).digest('hex').slice(0, 32)
      return { ...row, id: idOf(row.channel, key) }
    })
  })
}

/** Returns the id by which a service knows a message, as derived from its key. */
function idOf(channel: AcceptedMessage['channel'], key: string): string {
  if (channel === 'sms') return key
  if (channel === 'webhook') return `msg_${key}`
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${MAIL_DOMAIN}>`
}
