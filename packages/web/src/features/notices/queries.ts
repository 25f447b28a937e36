import { listMails } from '@millwatch/contract/http/notices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

const FRESH_MS = 10_000

/** Mails that the demo kept instead of sending; an installation that sends mail answers 404. */
export const mailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: async ({ signal }) => (await call(listMails, { signal })).mails,
  staleTime: FRESH_MS,
  retry: false,
})
