import { readUnsubscription, unsubscribeByLink } from '@millwatch/contract/http/notices'
import { call } from '../../lib/api.ts'

/** Reads which alarms or reports the unsubscribe link of a mail stops; changes nothing. Throws an error for an invalid link. */
export const readStop = (token: string) => call(readUnsubscription, { query: { token } })

/** Ends the mails about the alarms or reports of an unsubscribe link, and returns the answer of the server. */
export const stopMails = (token: string) => call(unsubscribeByLink, { query: { token } })
