import { FaultFinding } from '@millwatch/lab/load/finding'
import { asOwner } from '@millwatch/lab/load/owner'
import type { AlarmedMachine } from './alarm-plant.ts'
import type { AcceptedMessage } from './message-services.ts'
import { copiesOf, type NoticeLedger, type StoredMessage, storedMessages } from './notice-ledger.ts'

export interface NoticeCounts {
  /** Number of expected notices, each of which was sent. */
  readonly sent: number
  /**
   * Number of messages that services accepted a further time, because a kill fell between their answer and the commit of the
   * server.
   */
  readonly twice: number
}

export interface ComparedNotices {
  readonly machines: readonly AlarmedMachine[]
  /** Number of trips and clears of each alarm, by the id of the alarm. */
  readonly changes: ReadonlyMap<number, number>
  readonly accepted: readonly AcceptedMessage[]
  readonly ledger: NoticeLedger
}

const MOST_LISTED = 10
const LONGEST_TEXT = 200

/**
 * Compares trips, notices and accepted messages with the changes that the devices sent, and returns the counts. Throws a
 * `FaultFinding` if a notice is missing, comes twice, or went to somebody else, or if a message was sent twice without a kill
 * that explains it.
 */
export async function compareNotices(databaseUrl: string, input: ComparedNotices): Promise<NoticeCounts> {
  const stored = await storedMessages(databaseUrl)
  const wrong = [...(await wrongNotices(databaseUrl, input)), ...wrongMessages(stored, input)]
  if (wrong.length > 0)
    throw new FaultFinding(`${wrong.length} faults were found, such as\n  ${wrong.slice(0, MOST_LISTED).join('\n  ')}`)
  const sent = [...expectedNotices(input).values()].reduce((sum, count) => sum + count, 0)
  return { sent, twice: input.accepted.length - stored.length }
}

/**
 * Returns the number of expected notices by a text of alarm, event, channel, person (0 for the webhook) and outcome, as the query
 * of stored notices makes it.
 */
function expectedNotices({ machines, changes }: ComparedNotices): Map<string, number> {
  const expected = new Map<string, number>()
  for (const { alarmId, people } of machines) {
    const count = changes.get(alarmId) ?? 0
    const recipients = people.flatMap(({ userId }) => [`email ${userId}`, `sms ${userId}`])
    for (const recipient of [...recipients, 'webhook 0']) {
      expected.set(`alarm ${alarmId} tripped ${recipient} sent`, Math.ceil(count / 2))
      expected.set(`alarm ${alarmId} cleared ${recipient} sent`, Math.floor(count / 2))
    }
  }
  return expected
}

async function wrongNotices(databaseUrl: string, input: ComparedNotices): Promise<string[]> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<{ key: string; count: number; topics: number }>(
      `select concat_ws(' ', 'alarm', subject_id, event, channel, coalesce(user_id, 0), coalesce(outcome, 'waiting'), reason) as key,
          count(*)::int as count, count(distinct topic)::int as topics
        from notice where kind = 'alarm' group by 1`,
    ),
  )
  const expected = expectedNotices(input)
  const found = new Map(rows.map(({ key, count }) => [key, count]))
  return [
    ...[...expected].flatMap(([key, count]) =>
      (found.get(key) ?? 0) === count ? [] : [`${key}: ${found.get(key) ?? 0} times instead of ${count}`],
    ),
    ...rows.flatMap(({ key, count, topics }) => [
      ...(expected.has(key) ? [] : [`${key}: ${count} times, not expected`]),
      ...(topics === count ? [] : [`${key}: ${count} notices of ${topics} trips`]),
    ]),
  ]
}

/**
 * Returns the faults of the accepted messages, one line each: messages that are not stored, not sent, sent too often or too
 * rarely, sent to somebody else, or about another alarm. Empty if there is none.
 */
export function wrongMessages(
  stored: readonly StoredMessage[],
  input: Pick<ComparedNotices, 'machines' | 'accepted'> & { readonly ledger: Pick<NoticeLedger, 'allowed'> },
): string[] {
  const copies = copiesOf(input.accepted)
  const storedIds = new Set(stored.map(({ id }) => id))
  const people = new Map(input.machines.flatMap((machine) => machine.people.map((person) => [person.userId, person])))
  const unknown = input.accepted
    .filter(({ id }) => !storedIds.has(id))
    .map(({ recipient, text }) => `a message to ${recipient} was sent, not stored: ${text.slice(0, LONGEST_TEXT)}`)
  const wrong = stored.flatMap((message) => {
    const ofMessage = copies.get(message.id) ?? []
    const subject = `${message.channel} ${message.id} about alarm ${message.alarmId}`
    const wanted = 1 + input.ledger.allowed(message.id)
    const person = people.get(message.userId ?? 0)
    const address = { email: person?.email, sms: person?.phone, webhook: '/hook' }[message.channel]
    return [
      ...(message.isSent ? [] : [`${subject} is not sent`]),
      ...(ofMessage.length === wanted ? [] : [`${subject} was sent ${ofMessage.length} times instead of ${wanted}`]),
      ...(ofMessage.every(({ recipient }) => recipient === address) ? [] : [`${subject} went to somebody else`]),
      ...(ofMessage.every((copy) => isAbout(copy, message)) ? [] : [`${subject} is about something else`]),
    ]
  })
  return [...unknown, ...wrong]
}

/**
 * Returns true if the text of a message about a single notice names the alarm. Other forms of messages are not looked at and give
 * true.
 */
function isAbout({ channel, text }: AcceptedMessage, { form, alarmId }: StoredMessage): boolean {
  if (form !== 'single') return true
  if (channel === 'webhook') return (JSON.parse(text) as { data: { alarm_id: number } }).data.alarm_id === alarmId
  return new RegExp(`alarm=${alarmId}(?!\\d)`).test(text)
}
