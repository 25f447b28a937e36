import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { directoryRows } from '../../platform/db/statements.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import type { NewMail } from '../../platform/mail/store-directory.ts'

export interface KeptMail {
  readonly mailId: number
  readonly recipient: string
  readonly subject: string
  readonly body: string | null
  readonly createdAt: number
  readonly sentAt: number | null
  readonly failedAt: number | null
}

/**
 * Returns the latest `most` mails, newest first, that concern a company or are addressed to its people. These are its members and
 * the people whom it invited by mail, except those who are in another company or invited by one.
 */
export const listMailOfCompany = directoryRows<KeptMail, [companyId: number, most: number]>(
  'directory_mail_caught',
  `select mail_id as "mailId", recipient, subject, body, created_at as "createdAt", sent_at as "sentAt",
      failed_at as "failedAt"
    from mail
    where company_id = $1 or (company_id is null and recipient in (select email from app_user u
      where (exists (select from membership where user_id = u.user_id and company_id = $1)
          or exists (select from invitation where user_id = u.user_id and company_id = $1 and mailed_at is not null))
        and not exists (select from membership where user_id = u.user_id and company_id <> $1)
        and not exists (select from invitation where user_id = u.user_id and company_id <> $1)))
    order by mail_id desc limit $2`,
)

/** Stores a mail about an account, to be sent; it belongs to no company. */
export async function writeAccountMail(database: Database, clock: Clock, mail: NewMail): Promise<void> {
  await database.inDirectory((tx) => enqueueMail(tx, clock, mail))
}
