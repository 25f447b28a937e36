import { periodOf } from '@millwatch/domain/scope'
import { isTimeZone } from '@millwatch/domain/time'
import { now } from '../../lib/clock.ts'
import { readStored, writeStored } from '../../lib/stored.ts'
import { scopeOfQueries } from '../../scope/page-scope.tsx'
import { usePlace } from '../../scope/place.ts'
import { readingAt } from '../../scope/reading.ts'
import { readScope, type ScopeQuestion } from '../../scope/scope.ts'

/** Time zones of units and machines by their name (`o1`, `e1`), from their latest answers. */
const zones = new Map<string, string>()

/**
 * Name in localStorage of the last time zone, which is nearly always the one of the next visit's first page. Without storage,
 * each visit needs one more request.
 */
const KEPT_AS = 'millwatch.zone'

function keptZone(): string | undefined {
  const kept = readStored(KEPT_AS)
  return kept !== null && isTimeZone(kept) ? kept : undefined
}

/** Shift, time zone and start of the day with which figures were read. */
export type ReadAs = Pick<ScopeQuestion, 'shift' | 'tz' | 'dayStartMin'>

/**
 * Reads a page over the period on screen with `read`, and returns the answer with the shift, zone and day start that were used.
 * If no zone is chosen, the period depends on the zone of the unit or machine `name` (`o1`, `e1`), which only the answer
 * contains: it is first read for the last known zone, and again if the zone in the answer gives another period. That zone is kept
 * in memory and localStorage.
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
  writeStored(KEPT_AS, tz)
  const { from, to } = periodOf(scope, readingAt(at, tz))
  if (from !== question.from || to !== question.to) return readInZone(name, read)
  return { ...answer, readAs: { shift, tz, dayStartMin } }
}
