import { type DateStyle, dateInMail } from '@millwatch/domain/time'
import type { NewMail } from '../../platform/mail/store-directory.ts'
import { greeting, type To } from './mails.ts'

type Owner = To & DateStyle

const changes = {
  on: [
    'Your second factor was switched on',
    'From now on, a sign-in takes a code of your authenticator app after the password.',
  ],
  off: ['Your second factor was switched off', 'From now on, a sign-in takes your password only.'],
  removed: [
    'Your second factor was removed',
    'A superuser of your company removed it. From now on, a sign-in takes your password only, until you set up another app.',
  ],
  operator: [
    'Your second factor was removed',
    'The operator of your Millwatch removed it. From now on, a sign-in takes your password only, until you set up another app.',
  ],
  codes: ['Your recovery codes were replaced', 'The recovery codes that you had before are no longer valid.'],
} as const

/** Change of a second factor that its owner is mailed about. */
export type FactorChange = keyof typeof changes

const ifNotYou =
  'If you do not know about it, change your password under Settings and tell who runs your Millwatch at once: somebody else may have your password.'

/** Builds the mail that reports a change of a person's second factor at `at` (epoch ms); sends nothing. */
export function factorChangedMail(to: Owner, change: FactorChange, at: number): NewMail {
  const [subject, meaning] = changes[change]
  const body = `${greeting(to)},

${subject.replace('Your', 'your')} on ${dateInMail(at, 'UTC', to)}. ${meaning}

${ifNotYou}
`
  return {
    companyId: null,
    recipient: to.email,
    subject,
    body,
    idempotencyKey: `second-factor:${change}:${to.userId}:${at}`,
  }
}

/** Builds the mail that reports the use of a recovery code at `at` (epoch ms), of which `left` are left; sends nothing. */
export function recoveryUsedMail(to: Owner, { at, left }: { readonly at: number; readonly left: number }): NewMail {
  const body = `${greeting(to)},

a recovery code of your account at Millwatch was used on ${dateInMail(at, 'UTC', to)}. ${left} of your codes are left.
You can make new ones under Settings, Security.

${ifNotYou}
`
  const idempotencyKey = `recovery-code:${to.userId}:${left}:${at}`
  return { companyId: null, recipient: to.email, subject: 'A recovery code was used', body, idempotencyKey }
}

/**
 * Builds the mail that tells the owner of an account at `at` (epoch ms) that wrong codes followed the right password; sends
 * nothing. One mail per person and `day` (days since the epoch) is sent.
 */
export function wrongCodesMail(to: Owner, { at, day }: { readonly at: number; readonly day: number }): NewMail {
  const body = `${greeting(to)},

somebody entered the right password of your account at Millwatch and then many wrong codes, up to ${dateInMail(at, 'UTC', to)}.
They were not let in.

If it was not you, somebody knows your password: change it under Settings now, and everywhere else where you use it.
If it was you, check that the clock of your phone is right, or use a recovery code.
`
  const idempotencyKey = `wrong-codes:${to.userId}:${day}`
  return { companyId: null, recipient: to.email, subject: 'Somebody knows your password', body, idempotencyKey }
}
