import { byNaturalOrder } from '@millwatch/domain/tree'
import type { ReportPlace } from '../report-page.tsx'

/** Machine whose shifts are shown. */
export interface ShiftMachine {
  readonly id: number
  readonly name: string
  /** Job that has locked the shift history of the machine, and the start of the lock (epoch ms); undefined without a lock. */
  readonly lock: { readonly jobId: number; readonly since: number } | undefined
}

interface Lockable {
  readonly id: number
  readonly name: string
  readonly shift_mgmt_locked_at: string | null
  readonly shift_mgmt_locked_by: number | null
}

const machineOf = ({ id, name, shift_mgmt_locked_at: at, shift_mgmt_locked_by: jobId }: Lockable): ShiftMachine => ({
  id,
  name,
  lock: at === null || jobId === null ? undefined : { jobId, since: Date.parse(at) },
})

/**
 * Returns the machines of a report about shifts, sorted by name with numbers compared as numbers: those of the unit, or the
 * machine itself; empty without either.
 */
export function machinesOf({ unit, machine }: Pick<ReportPlace, 'unit' | 'machine'>): ShiftMachine[] {
  const all: readonly Lockable[] = unit?.equipment ?? (machine === undefined ? [] : [machine])
  return all.map(machineOf).sort((a, b) => byNaturalOrder(a.name, b.name) || a.id - b.id)
}
