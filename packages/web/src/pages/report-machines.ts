import type { OrgUnit } from '../features/tree/types.ts'
import { count } from '../lib/format.ts'

/** Returns the number of machines under a unit now in words: `26 machines`, or `27 machines, 1 of them archived`. */
export function machinesWords({ equipment }: Pick<OrgUnit, 'equipment'>): string {
  const archived = equipment.filter((machine) => machine.archived).length
  const all = `${count(equipment.length)} ${equipment.length === 1 ? 'machine' : 'machines'}`
  return archived === 0 ? all : `${all}, ${count(archived)} of them archived`
}
