import { getSetup } from '@millwatch/contract/http/company-setup'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/**
 * Query that reads the facts of the installation, once: if it has no company yet (`needed`), its password policy, if it is a demo
 * (`demo`), and if it sends mails (`mail`) and text messages (`sms`), or shows them at `/setup/mail` as a demo does.
 */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
