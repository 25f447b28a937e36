import type { Answer, Body } from '@millwatch/contract/endpoint'
import { checkSetup, createSetup, getSetup } from '@millwatch/contract/http/company-setup'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Query that returns whether the installation has no company yet, and the password policy. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Throws when the code is not the one that the server printed at its start. */
export const checkCode = async (code: string): Promise<void> => {
  await call(checkSetup, { body: { code } })
}

export type FirstCompany = Omit<Body<typeof createSetup>, 'cookie'>
export type Made = Answer<typeof createSetup>

/** Creates the first company, its superuser and first machine, and signs the browser in. */
export const setUp = (wanted: FirstCompany): Promise<Made> => call(createSetup, { body: { ...wanted, cookie: true } })
