import type { Answer } from '@millwatch/contract/endpoint'
import { listSessions } from '@millwatch/contract/http/identity'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type OwnSession = Answer<typeof listSessions>['sessions'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
})

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

const named = (text: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([part]) => text.includes(part))?.[1]

/**
 * Returns the browser and the system of a user agent, `Chrome on Windows`, or the browser alone if the system is unknown. For
 * other programs it returns the first word, and for null or a blank text `Unknown program`.
 */
export function deviceWords(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown program'
  const [browser, system] = [named(userAgent, browsers), named(userAgent, systems)]
  if (browser === undefined) return userAgent.split(/[\s/]/)[0] || 'Unknown program'
  return system === undefined ? browser : `${browser} on ${system}`
}
