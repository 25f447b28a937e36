import type { NewMail } from '../../platform/mail/store-directory.ts'

interface Invited {
  readonly email: string
  readonly firstName: string
  readonly companyName: string
}

interface Content {
  readonly link: string
  /** True for a member of another company, who has a password already. */
  readonly isMember: boolean
  readonly linkDays: number
  readonly key: string
}

/** Returns the mail that invites a person to a company; sends nothing. Only one mail of each `key` is sent. */
export function invitationMail(
  { email, firstName, companyName }: Invited,
  { link, isMember, linkDays, key }: Content,
): NewMail {
  const way = isMember
    ? `Sign in as usual, and accept the invitation under Settings:

${link}

If you do not want to join, decline it there. Your account stays as it is.`
    : `Choose your own password here within ${linkDays} days, and sign in:

${link}

The link works once. If you did not expect this mail, there is nothing to do: without a password nobody can sign in.`
  const body = `Hello ${firstName.trim()},

you are invited to ${companyName} at Millwatch, the equipment monitoring of the plant.

${way}
`
  const subject = `You are invited to ${companyName}`.replace(/\s+/g, ' ')
  return { companyId: null, recipient: email, subject, body, idempotencyKey: `invite:${key}` }
}
