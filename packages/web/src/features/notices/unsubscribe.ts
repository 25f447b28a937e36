import { readUnsubscription, unsubscribeByLink } from '@millwatch/contract/http/notices'
import { call } from '../../lib/api.ts'

/** Returns the alarms or reports that the link of a mail is about; changes nothing. */
export const readStop = (token: string) => call(readUnsubscription, { query: { token } })

/** Stops the mails that the link of a mail is about. */
export const stopMails = (token: string) => call(unsubscribeByLink, { query: { token } })
