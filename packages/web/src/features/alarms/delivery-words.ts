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

/** Reasons of the delivery log in words. */
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

/** Words of a message whose recipient is refused, by channel. */
const refusals: Readonly<Record<AlarmDelivery['channel'], string>> = {
  email: 'The mail server refuses the address',
  sms: 'The SMS service refuses the number or the text',
  webhook: 'The receiver accepts no more messages, or its address is not allowed',
}

const outcomes = { sent: 'Sent', given_up: 'Given up', dropped: 'Not sent' } as const

interface ResultWords {
  readonly words: string
  /** Reason for which it was not sent. */
  readonly reason: string | undefined
}

const reasonWords = (channel: AlarmDelivery['channel'], reason: string): string =>
  reason === 'refused' ? refusals[channel] : (reasons[reason] ?? 'Not delivered')

/** Returns the result of a notice in words: `Sent`; `Given up` with its reason; `Waiting` after failed attempts. */
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
