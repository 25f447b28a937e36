import type { AlarmDelivery } from './queries.ts'

export const channelWords: Readonly<Record<AlarmDelivery['channel'], string>> = {
  email: 'Email',
  sms: 'Text message',
  webhook: 'Webhook',
}

/** Returns the event of a notice in words: `Repeat 2` for `repeat:2`, `Tripped` for `tripped`. */
export function aboutWords(about: string): string {
  const [event = '', number] = about.split(':')
  const word = event.charAt(0).toUpperCase() + event.slice(1)
  return number === undefined ? word : `${word} ${number}`
}

/** Words for the reasons why a notice was not sent, by the code of the reason in the delivery log. */
const reasons: Readonly<Record<string, string>> = {
  unsubscribed: 'No longer subscribed',
  stopped_by_link: 'Stopped by the link in a mail',
  left: 'No longer a member',
  left_group: 'No longer in the group',
  no_phone: 'No phone # setup',
  no_service: 'This installation has no service for this channel',
  over: 'The alarm was over before it could be sent',
  superseded: 'A later notice took its place',
  trip_not_sent: 'The notice of its trip was not sent',
  by_mail: 'More than 20 text messages within an hour: sent by email',
  refused_content: 'The mail server refuses the text of the message',
  expired: 'Not delivered within 24 hours',
}

/** Words for a refused message (reason `refused`), by channel. */
const refusals: Readonly<Record<AlarmDelivery['channel'], string>> = {
  email: 'The mail server refuses the address',
  sms: 'The SMS service refuses the number or the text',
  webhook: 'The receiver accepts no more messages, or its address is not allowed',
}

const outcomes = { sent: 'Sent', given_up: 'Given up', dropped: 'Not sent' } as const

interface ResultWords {
  readonly words: string
  /** Reason why the notice was not sent, or the number of failed attempts; undefined: none. */
  readonly reason: string | undefined
}

const reasonWords = (channel: AlarmDelivery['channel'], reason: string): string =>
  reason === 'refused' ? refusals[channel] : (reasons[reason] ?? 'Not delivered')

/**
 * Returns the result of a notice in words: `Sent`, `Given up` or `Not sent` with its reason if one is stored, and `Waiting`
 * without an outcome, with the number of failed attempts if there were any.
 */
export function resultWords({
  channel,
  outcome,
  reason,
  attempts,
}: Pick<AlarmDelivery, 'channel' | 'outcome' | 'reason' | 'attempts'>): ResultWords {
  const tries = attempts === 1 ? '1 failed attempt' : `${attempts} failed attempts`
  if (outcome === null) return { words: 'Waiting', reason: attempts > 0 ? tries : undefined }
  return { words: outcomes[outcome], reason: reason === null ? undefined : reasonWords(channel, reason) }
}
