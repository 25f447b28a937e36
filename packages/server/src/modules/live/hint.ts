import type { MachineAdvance } from '@millwatch/domain/facts'

/**
 * News about one machine for browsers: what changed in a commit (`MachineAdvance`), the lock of its shift history, and its
 * alarms. A field that is absent did not change.
 */
export interface Hint extends MachineAdvance {
  /** Start and id of the job that has locked the shift history; null: no job has. */
  l?: readonly [lockedAt: number, jobId: number] | null
  /** Alarm that changed; null: several. */
  a?: number | null
}
