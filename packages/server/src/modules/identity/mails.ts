import { type DateStyle, dateInMail } from '@millwatch/domain/time'
import type { NewMail } from '../../platform/mail/store-directory.ts'

/** Person to whom a mail about their account is addressed. */
export interface To {
  readonly userId: number
  readonly email: string
  readonly firstName: string
}

export const greeting = ({ firstName }: To) => (firstName.trim() === '' ? 'Hello' : `Hello ${firstName.trim()}`)

/**
 * Returns the mail with a link to reset a password, which is valid until `expiresAt` (epoch ms); sends nothing. It names that
 * instant, because a mail may wait for its server longer than the link is valid. Of several mails with the same `key` only one is
 * sent.
 */
export function resetMail(
  to: To & DateStyle,
  { link, expiresAt, key }: { readonly link: string; readonly expiresAt: number; readonly key: string },
): NewMail {
  const body = `${greeting(to)},

somebody asked for a new password for your account at Millwatch. If it was you, set it here until ${dateInMail(expiresAt, 'UTC', to)}:

${link}

The link works once. After that time, choose "Forgot password?" on the sign-in page again.

If it was not you, there is nothing to do: your password stays as it is.
`
  return { companyId: null, recipient: to.email, subject: 'Reset your password', body, idempotencyKey: `reset:${key}` }
}

/**
 * Returns the mail that reports a password change at `at` (epoch ms), so that the owner notices a change by somebody else; sends
 * nothing.
 */
export function passwordChangedMail(to: To & DateStyle, at: number): NewMail {
  const body = `${greeting(to)},

the password of your account at Millwatch was changed on ${dateInMail(at, 'UTC', to)}, and you were signed out
everywhere else. If it was not you, have a new one mailed with "Forgot password?" on the sign-in page, and tell who runs your Millwatch.
`
  const idempotencyKey = `password-changed:${to.userId}:${at}`
  return { companyId: null, recipient: to.email, subject: 'Your password was changed', body, idempotencyKey }
}

/**
 * Returns the mail that reports to the owner of an account that many wrong passwords were entered, up to `at` (epoch ms); sends
 * nothing. Its key allows one mail per person and `day` (days since the epoch).
 */
export function guessesMail(
  to: To & DateStyle,
  { at, signInPage, day }: { readonly at: number; readonly signInPage: string; readonly day: number },
): NewMail {
  const body = `${greeting(to)},

somebody entered more than ten wrong passwords for your account at Millwatch within five minutes, up to ${dateInMail(at, 'UTC', to)}.
For some minutes, passwords for it are refused in browsers and networks in which you never signed in.

If it was you, choose "Forgot password?" on the sign-in page: ${signInPage}

If it was not you, look at your sessions under Settings, and end those that you do not know. A browser in which you signed in during the last 90 days still signs you in.
Elsewhere you may have to wait for up to ten minutes, or use "Forgot password?". If you use the same password anywhere else, change it.
`
  const idempotencyKey = `guesses:${to.userId}:${day}`
  return { companyId: null, recipient: to.email, subject: 'Wrong passwords for your account', body, idempotencyKey }
}
