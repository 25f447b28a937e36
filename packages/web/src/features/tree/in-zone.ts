import { isTimeZone } from '@millwatch/domain/time'
import { usePlace } from '../../scope/place.ts'
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
 * Reads a page for the scope. Its period rests on the zone of the unit or machine (`o1`, `e1`), which only the answer tells: it
 * is taken to be what it was, or that of the page before, and asked for once more where that was wrong.
 */
export async function readInZone<T extends { actual_timezone: string }>(
  name: string,
  read: (asked: ScopeQuestion) => Promise<T>,
): Promise<T & { readAs: ReadAs }> {
  const zone = told.get(name) ?? usePlace.getState().zone ?? keptZone() ?? 'UTC'
  const asked = readScope(zone)
  const answer = await read(asked)
  const { actual_timezone: actual } = answer
  told.set(name, actual)
  keepZone(actual)
  if (actual !== zone && currentScope().timezone === null) return readInZone(name, read)
  const { shift, tz, dayStartMin } = asked
  return { ...answer, readAs: { shift, tz, dayStartMin } }
}
