import { useState } from 'react'
import type { Maintenance } from '../../features/maintenance/queries.ts'

type Groups = ReadonlyMap<number, Maintenance['group']>

const groupsOf = (rows: readonly Maintenance[]): Groups => new Map(rows.map(({ id, group }) => [id, group]))

const areSame = (a: Groups, b: Groups): boolean =>
  a.size === b.size && [...a].every(([id, group]) => b.get(id) === group)

/** Returns the groups of rows as they were when a person began to point at the list or to work in it (`isHeld`). */
export function useHeldGroups(rows: readonly Maintenance[], isHeld: boolean): Groups {
  const [kept, setKept] = useState(() => groupsOf(rows))
  if (isHeld) return kept
  const present = groupsOf(rows)
  if (areSame(kept, present)) return kept
  setKept(present)
  return present
}
