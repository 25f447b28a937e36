import type { Answer, Body } from '@millwatch/contract/endpoint'
import { checkSetup, createSetup, getSetup } from '@millwatch/contract/http/company-setup'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Query that reads, once, if the installation still has no company (`needed`), and its password policy. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Checks the set-up code that the server printed at its start; rejects when `code` is another one. */
export const checkCode = async (code: string): Promise<void> => {
  await call(checkSetup, { body: { code } })
}

export type FirstCompany = Omit<Body<typeof createSetup>, 'cookie'>
export type Made = Answer<typeof createSetup>

/** Creates the first company, its superuser and a first machine, and signs the browser in as that superuser. */
export const setUp = (wanted: FirstCompany): Promise<Made> => call(createSetup, { body: { ...wanted, cookie: true } })
