import type { Clock } from '../clock.ts'
import type { Tx } from '../tx.ts'
import { insertMail, type NewMail } from './store-directory.ts'
import { bodyText, subjectLine } from './text.ts'

/**
 * Stores a mail that is sent after the transaction commits. Control characters in subject and body become blanks, but the body
 * keeps its line breaks. Does nothing when a mail with the same `idempotencyKey` is stored already.
 */
export async function enqueueMail(tx: Tx, clock: Clock, mail: NewMail): Promise<void> {
  await insertMail(tx, { ...mail, subject: subjectLine(mail.subject), body: bodyText(mail.body) }, clock.now())
}
