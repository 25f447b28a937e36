import { readUnsubscription, unsubscribeByLink } from '@millwatch/contract/http/notices'
import { call } from '../../lib/api.ts'

/** Returns the alarms that the link of a mail is about; changes nothing. */
export const readStop = async (token: string): Promise<readonly string[]> =>
  (await call(readUnsubscription, { query: { token } })).alarms

/** Stops the mails that the link of a mail is about, and returns the alarms. */
export const stopMails = async (token: string): Promise<readonly string[]> =>
  (await call(unsubscribeByLink, { query: { token } })).alarms
