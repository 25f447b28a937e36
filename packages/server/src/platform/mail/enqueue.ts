import type { Clock } from '../clock.ts'
import { insertMail, type NewMail } from '../directory/mail.ts'
import type { Tx } from '../tx.ts'
import { bodyText, subjectLine } from './text.ts'

/** Has a mail sent once the transaction commits; one whose key is known is there already. */
export async function enqueueMail(tx: Tx, clock: Clock, mail: NewMail): Promise<void> {
  await insertMail(tx, { ...mail, subject: subjectLine(mail.subject), body: bodyText(mail.body) }, clock.now())
}
