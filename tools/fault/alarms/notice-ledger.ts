import { createHash, createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { asOwner } from '@millwatch/lab/load/owner'
import { type AcceptedMessage, MAIL_DOMAIN } from './message-services.ts'

/** Message of notices as stored in the database, with the id by which services know it. */
export interface StoredMessage {
  readonly id: string
  readonly channel: AcceptedMessage['channel']
  readonly userId: number | null
  readonly form: string
  readonly isSent: boolean
  /** Id of the alarm of the first notice in the message. */
  readonly alarmId: number
}

const POLL_MS = 20
const GONE_WITHIN_MS = 30_000

/** Record of the messages that may be sent again, because a kill fell between the answer of the service and the commit. */
export class NoticeLedger {
  readonly #databaseUrl: string
  /** Number of times that a message was accepted and its server killed before the commit, by the id of the message. */
  readonly #unstored = new Map<string, number>()

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /** Returns the number of further copies of a message that services may have accepted; 0 for most messages. */
  allowed = (id: string): number => this.#unstored.get(id) ?? 0

  /**
   * Records the messages that services accepted but the database does not have as sent; no server may run. Then it ends leases
   * and pauses between attempts, so that the next server sends at once. Throws a `FaultFinding` if a message was accepted more
   * than once since the last call.
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

  /**
   * Waits until no other connection to the database is open, so that work of killed servers is over. Throws an error after 30 s.
   */
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

/** Returns the accepted copies of each message, by its id, in the order of the list. */
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

/** Reads all messages of notices from the database, ordered by their number, and derives the ids by which services know them. */
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

/** Returns the id by which the service of a channel knows a message with this key. */
function idOf(channel: AcceptedMessage['channel'], key: string): string {
  if (channel === 'sms') return key
  if (channel === 'webhook') return `msg_${key}`
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${MAIL_DOMAIN}>`
}
