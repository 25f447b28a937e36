import type { Answer, Body } from '@millwatch/contract/endpoint'
import { type createKiosk, createKioskCode, listKiosks } from '@millwatch/contract/http/kiosks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Kiosk = Answer<typeof listKiosks>['kiosks'][number]
export type KioskPage = Body<typeof createKiosk>['page']
/** Address that turns a browser into a kiosk display; it works once, until `expires_at`. */
export type Link = Pick<Answer<typeof createKioskCode>, 'url' | 'expires_at'>

/** Interval at which the list of displays with their last use is read again, ms. */
const REFRESH_MS = 30_000

export const kiosksQuery = queryOptions({
  queryKey: ['kiosks'],
  queryFn: async ({ signal }) => (await call(listKiosks, { signal })).kiosks,
  refetchInterval: REFRESH_MS,
})

export const newLink = (id: number) => call(createKioskCode, { params: { id } })
