import type { Answer } from '@millwatch/contract/endpoint'
import { listApiKeys } from '@millwatch/contract/http/api-keys'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type KeyList = Answer<typeof listApiKeys>
export type ApiKey = KeyList['api_keys'][number]

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
})
