import { usePlace } from '../../scope/place.ts'
import { readScope, type ScopeQuestion } from '../../scope/scope.ts'
import { currentScope } from '../../scope/scope-store.ts'

/** Zones of units (`o1`) and machines (`e1`) as they were told last. */
const told = new Map<string, string>()

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
  const zone = told.get(name) ?? usePlace.getState().zone ?? 'UTC'
  const asked = readScope(zone)
  const answer = await read(asked)
  const { actual_timezone: actual } = answer
  told.set(name, actual)
  if (actual !== zone && currentScope().timezone === null) return readInZone(name, read)
  const { shift, tz, dayStartMin } = asked
  return { ...answer, readAs: { shift, tz, dayStartMin } }
}
