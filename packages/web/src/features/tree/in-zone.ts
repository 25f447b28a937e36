import { periodOf } from '@millwatch/domain/scope'
import { isTimeZone } from '@millwatch/domain/time'
import { now } from '../../lib/clock.ts'
import { scopeOfQueries } from '../../scope/page-scope.tsx'
import { usePlace } from '../../scope/place.ts'
import { readingAt } from '../../scope/reading.ts'
import { readScope, type ScopeQuestion } from '../../scope/scope.ts'

/** Zones of units (`o1`) and machines (`e1`) from their latest answers. */
const zones = new Map<string, string>()

/** Key of the zone kept from an earlier visit, which is nearly always the zone of the next visit's first page. */
const KEPT_AS = 'millwatch.zone'

function keptZone(): string | undefined {
  try {
    const kept = localStorage.getItem(KEPT_AS)
    return kept !== null && isTimeZone(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function keepZone(zone: string): void {
  try {
    localStorage.setItem(KEPT_AS, zone)
  } catch {
    // Without storage, each visit needs one more request.
  }
}

/** Shift, zone and day start with which figures were read. */
export type ReadAs = Pick<ScopeQuestion, 'shift' | 'tz' | 'dayStartMin'>

/**
 * Reads a page for the scope; `read` makes the call. Without a zone in the scope, the period depends on the zone of the unit
 * or machine (`o1`, `e1`), which only the answer contains. So it is first computed in the last known zone, and read again if
 * the answer's zone gives another period. It keeps that zone in memory and in localStorage for the next time.
 */
export async function readInZone<T extends { actual_timezone: string }>(
  name: string,
  read: (question: ScopeQuestion) => Promise<T>,
): Promise<T & { readAs: ReadAs }> {
  const scope = scopeOfQueries()
  const at = now()
  const question = readScope(zones.get(name) ?? usePlace.getState().zone ?? keptZone() ?? 'UTC', at)
  const { shift, dayStartMin } = question
  if (scope.timezone !== null) return { ...(await read(question)), readAs: { shift, tz: question.tz, dayStartMin } }
  const { tz: _, ...choices } = question.choices
  const answer = await read({ ...question, choices })
  const { actual_timezone: tz } = answer
  zones.set(name, tz)
  keepZone(tz)
  const { from, to } = periodOf(scope, readingAt(at, tz))
  if (from !== question.from || to !== question.to) return readInZone(name, read)
  return { ...answer, readAs: { shift, tz, dayStartMin } }
}
