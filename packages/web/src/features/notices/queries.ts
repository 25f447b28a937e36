import { listMails } from '@millwatch/contract/http/notices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

const FRESH_MS = 10_000

/**
 * Query that reads the latest 200 mails and text messages that a demo keeps instead of sending them, newest first. It is not
 * retried, and fails with 404 in an installation that is no demo.
 */
export const mailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: async ({ signal }) => (await call(listMails, { signal })).mails,
  staleTime: FRESH_MS,
  retry: false,
})
