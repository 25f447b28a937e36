import type { Tx } from '../../platform/db/index.ts'

export interface KeptMail {
  readonly mailId: number
  readonly recipient: string
  readonly subject: string
  readonly body: string | null
  readonly createdAt: number
  readonly sentAt: number | null
  readonly failedAt: number | null
}

const caught = {
  name: 'directory_mail_caught',
  text: `select mail_id as "mailId", recipient, subject, body, created_at as "createdAt", sent_at as "sentAt",
      failed_at as "failedAt"
    from mail
    where company_id = $1 or (company_id is null and recipient in (select email from app_user u
      where exists (select from membership where user_id = u.user_id and company_id = $1)
        and not exists (select from membership where user_id = u.user_id and company_id <> $1)))
    order by mail_id desc limit $2`,
}

/**
 * Returns the last `most` mails, newest first, that concern a company or are addressed to its people who are in no
 * other company.
 */
export async function listMailOfCompany(tx: Tx, companyId: number, most: number): Promise<KeptMail[]> {
  return tx.prepared<KeptMail>(caught, [companyId, most])
}
