import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Right that the link of a mail gives to its holder: to stop the notices of an alarm, those of all alarms in a message, or the
 * daily or weekly reports by email.
 */
export interface Unsubscription {
  readonly companyId: number
  readonly userId: number
  readonly about: (typeof subjects)[number]
  /** Id of the alarm or message; 0 for reports. */
  readonly id: number
}

const subjects = ['alarm', 'message', 'daily', 'weekly'] as const
const macBytes = 16

const macOf = (secret: Buffer, content: string) =>
  createHmac('sha256', secret).update(`unsubscribe/${content}`).digest().subarray(0, macBytes)

/** Returns the signed text of a link that stops notices. It does not expire, and works any number of times. */
export function unsubscribeToken(secret: Buffer, { companyId, userId, about, id }: Unsubscription): string {
  const content = [companyId, userId, about, id].join('.')
  return `${content}.${macOf(secret, content).toString('base64url')}`
}

const form = /^((\d{1,15})\.(\d{1,15})\.(alarm|message|daily|weekly)\.(\d{1,15}))\.([\w-]{22})$/

/** Returns the right that a token proves; null: it is malformed or was not signed by this installation. */
export function readUnsubscribeToken(secret: Buffer, token: string): Unsubscription | null {
  const [, content = '', companyId, userId, about, id, mac = ''] = form.exec(token) ?? []
  if (content === '') return null
  const sent = Buffer.from(mac, 'base64url')
  if (sent.length !== macBytes || !timingSafeEqual(sent, macOf(secret, content))) return null
  return {
    companyId: Number(companyId),
    userId: Number(userId),
    about: subjects.find((subject) => subject === about) ?? 'alarm',
    id: Number(id),
  }
}
