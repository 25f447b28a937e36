import { DAY_MS, type DateStyle, dateInMail } from '@millwatch/domain/time'
import type { NewMail } from '../../platform/mail/store-directory.ts'
import { greeting, type To } from './mails.ts'

type Owner = To & DateStyle

const changes = {
  on: [
    'Your second factor was switched on',
    'From now on, a sign-in takes a code of your authenticator app after the password.',
  ],
  app: [
    'An authenticator app was added to your account',
    'From now on, its codes are good for a sign-in after the password, as your passkeys are.',
  ],
  app_removed: [
    'The authenticator app was removed from your account',
    'From now on, a sign-in takes a passkey or a recovery code after the password.',
  ],
  off: ['Your second factor was switched off', 'From now on, a sign-in takes your password only.'],
  removed: [
    'Your second factor was removed',
    'A superuser of your company removed it. From now on, a sign-in takes your password only, until you set up another one.',
  ],
  operator: [
    'Your second factor was removed',
    'The operator of your Millwatch removed it. From now on, a sign-in takes your password only, until you set up another one.',
  ],
  codes: ['Your recovery codes were replaced', 'The recovery codes that you had before are no longer valid.'],
} as const

const inSentence = (subject: string): string => subject.charAt(0).toLowerCase() + subject.slice(1)

/** Kind of change of a second factor about which its owner is mailed. */
export type FactorChange = keyof typeof changes

const ifNotYou =
  'If you do not know about it, change your password under Settings and tell who runs your Millwatch at once: somebody else may have your password.'

/** Returns the mail that reports a change of a person's second factor at `at` (epoch ms); sends nothing. */
export function factorChangedMail(to: Owner, change: FactorChange, at: number): NewMail {
  const [subject, meaning] = changes[change]
  const body = `${greeting(to)},

${inSentence(subject)} on ${dateInMail(at, 'UTC', to)}. ${meaning}

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

/**
 * Returns the mail that reports the use of a recovery code at `at` (epoch ms) and the number of codes that are left; sends
 * nothing.
 */
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
 * Returns the mail that reports to the owner of an account that wrong codes, up to `at` (epoch ms), followed the right password;
 * sends nothing. Its key allows one mail per person and `day` (days since the epoch).
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

/** Kind of change of a passkey about which its person is mailed; `last_removed`: no second factor is left. */
export type PasskeyChange = 'added' | 'renamed' | 'removed' | 'last_removed'

const passkeyChanges: Readonly<Record<PasskeyChange, readonly [subject: string, meaning: string]>> = {
  added: [
    'A passkey was added to your account',
    'From now on, it is good for a sign-in after the password, as your other second factors are.',
  ],
  renamed: ['A passkey of your account was renamed', 'Nothing else has changed.'],
  removed: ['A passkey was removed from your account', 'It is no longer good for a sign-in.'],
  last_removed: [
    'A passkey was removed from your account',
    'It was your last second factor: from now on, a sign-in takes your password only.',
  ],
}

interface ChangedPasskey {
  readonly passkey: { readonly passkeyId: number; readonly name: string }
  readonly change: PasskeyChange
  /** Instant of the change, epoch ms. */
  readonly at: number
}

/** Returns the mail that reports a change of a passkey; sends nothing. */
export function passkeyChangedMail(to: Owner, { passkey, change, at }: ChangedPasskey): NewMail {
  const [subject, meaning] = passkeyChanges[change]
  const body = `${greeting(to)},

${inSentence(subject)} on ${dateInMail(at, 'UTC', to)}: "${passkey.name}". ${meaning}

${ifNotYou}
`
  const idempotencyKey = `passkey:${change}:${passkey.passkeyId}:${at}`
  return { companyId: null, recipient: to.email, subject, body, idempotencyKey }
}

/**
 * Returns the mail that reports to a person that a passkey was refused at `at` (epoch ms) because its counter went back; sends
 * nothing. Its key allows one mail per passkey and day (UTC).
 */
export function passkeyCopiedMail(to: Owner, passkey: ChangedPasskey['passkey'], at: number): NewMail {
  const body = `${greeting(to)},

your passkey "${passkey.name}" was refused at Millwatch on ${dateInMail(at, 'UTC', to)}, because its counter went back. Two copies of
it may exist, and somebody else may have one of them.

Sign in with another second factor or a recovery code, remove this passkey under Settings, Security, and change your password.
`
  const idempotencyKey = `passkey-copied:${passkey.passkeyId}:${Math.floor(at / DAY_MS)}`
  return {
    companyId: null,
    recipient: to.email,
    subject: 'A passkey of yours may have been copied',
    body,
    idempotencyKey,
  }
}
