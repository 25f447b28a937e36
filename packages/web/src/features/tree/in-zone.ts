import { periodOf } from '@millwatch/domain/scope'
import { isTimeZone } from '@millwatch/domain/time'
import { now } from '../../lib/clock.ts'
import { usePlace } from '../../scope/place.ts'
import { readingAt } from '../../scope/reading.ts'
import { readScope, type ScopeQuestion } from '../../scope/scope.ts'
import { currentScope } from '../../scope/scope-store.ts'

/** Zones of units (`o1`) and machines (`e1`) as they were told last. */
const told = new Map<string, string>()

/** The zone that was told last in an earlier visit: nearly always that of the first page of the next. */
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
    // A browser without storage asks once more at each visit.
  }
}

/** As which period, shift and calendar figures were read. */
export type ReadAs = Pick<ScopeQuestion, 'shift' | 'tz' | 'dayStartMin'>

/**
 * Reads a page for the scope. Where that has no zone of its own, days are those of the unit or machine (`o1`, `e1`), which only
 * the answer tells: none is asked for then. The period may rest on it too: it is that of the zone the page had, or the page
 * before, and is asked for once more where it is another in the zone that was told.
 */
export async function readInZone<T extends { actual_timezone: string }>(
  name: string,
  read: (asked: ScopeQuestion) => Promise<T>,
): Promise<T & { readAs: ReadAs }> {
  const scope = currentScope()
  const at = now()
  const asked = readScope(told.get(name) ?? usePlace.getState().zone ?? keptZone() ?? 'UTC', at)
  const { shift, dayStartMin } = asked
  if (scope.timezone !== null) return { ...(await read(asked)), readAs: { shift, tz: asked.tz, dayStartMin } }
  const { tz: _, ...choices } = asked.choices
  const answer = await read({ ...asked, choices })
  const { actual_timezone: tz } = answer
  told.set(name, tz)
  keepZone(tz)
  const { from, to } = periodOf(scope, readingAt(at, tz))
  if (from !== asked.from || to !== asked.to) return readInZone(name, read)
  return { ...answer, readAs: { shift, tz, dayStartMin } }
}
