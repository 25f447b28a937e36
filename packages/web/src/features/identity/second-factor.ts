import type { Answer } from '@millwatch/contract/endpoint'
import { type beginSecondFactor, getSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Secret for an authenticator app as text and as an address (`otpauth:`); it is not in force until a code confirms it. */
export type NewSecret = Pick<Answer<typeof beginSecondFactor>, 'secret' | 'address'>

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
})
