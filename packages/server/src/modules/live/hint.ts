import type { MachineAdvance } from '@millwatch/domain/facts'

/**
 * News about one machine for browsers: changes of a commit (`MachineAdvance`), its stop that became excessive, the lock of its
 * shift history, and its alarms. An absent field did not change.
 */
export interface Hint extends MachineAdvance {
  /** Start (epoch ms) of the stop that has become excessive. */
  x?: number
  /** Start (epoch ms) and id of the job that has locked the shift history; null: it is not locked any more. */
  l?: readonly [lockedAt: number, jobId: number] | null
  /** Id of the alarm that changed; null: several. */
  a?: number | null
}
