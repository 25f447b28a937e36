import { usePaths } from './links.ts'
import type { Subject } from './subject.ts'

/**
 * Returns a function that returns the address of the excessive downtime report of a unit or machine, with a search text, or for
 * null with only the stops that have no reason.
 */
export function useDowntimePath(subject: Subject): (search: string | null) => string {
  const path = usePaths().report(subject, 'downtime')
  const joint = path.includes('?') ? '&' : '?'
  return (search) => `${path}${joint}${new URLSearchParams(search === null ? { shown: 'unexplained' } : { search })}`
}
