import type { ReportPlace } from '../report-page.tsx'

/** Machine whose shifts are shown. */
export interface ShiftMachine {
  readonly id: number
  readonly name: string
  /** Job that has locked its shift history, and since when (epoch ms); undefined: it is not locked. */
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

/** Returns the machines of a report about shifts, by name. */
export function machinesOf({ unit, machine }: Pick<ReportPlace, 'unit' | 'machine'>): ShiftMachine[] {
  const all: readonly Lockable[] = unit?.equipment ?? (machine === undefined ? [] : [machine])
  return all.map(machineOf).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id - b.id)
}
