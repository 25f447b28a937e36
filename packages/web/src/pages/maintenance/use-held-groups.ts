import { useState } from 'react'
import type { DueMaintenance } from '../../features/maintenance/queries.ts'

type Groups = ReadonlyMap<number, DueMaintenance['group']>

const groupsOf = (rows: readonly DueMaintenance[]): Groups => new Map(rows.map(({ id, group }) => [id, group]))

const areSame = (a: Groups, b: Groups): boolean =>
  a.size === b.size && [...a].every(([id, group]) => b.get(id) === group)

/**
 * Returns the group of each row by its id. While `isHeld` (the pointer is over the list), the groups stay as they were when that
 * began, and newer rows have none.
 */
export function useHeldGroups(rows: readonly DueMaintenance[], isHeld: boolean): Groups {
  const [kept, setKept] = useState(() => groupsOf(rows))
  if (isHeld) return kept
  const present = groupsOf(rows)
  if (areSame(kept, present)) return kept
  setKept(present)
  return present
}
