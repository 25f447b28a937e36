import type { Answer, Body } from '@millwatch/contract/endpoint'
import { checkSetup, createSetup, getSetup } from '@millwatch/contract/http/setup'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Whether the installation waits for its first company. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Throws unless this is the code that the start printed. */
export const checkCode = async (code: string): Promise<void> => {
  await call(checkSetup, { body: { code } })
}

export type FirstCompany = Omit<Body<typeof createSetup>, 'cookie'>
export type Made = Answer<typeof createSetup>

/** Makes company, superuser and first machine; the browser is signed in afterwards. */
export const setUp = (wanted: FirstCompany): Promise<Made> => call(createSetup, { body: { ...wanted, cookie: true } })
