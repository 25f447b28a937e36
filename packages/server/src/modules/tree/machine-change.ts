import type { ShiftRow } from '@millwatch/domain/shifts'
import type { SettingsFrom } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'

/** What of a machine people can change that figures rest on. */
export type ChangedPart =
  /** Which device is primary, or an event was attached. */
  | 'primary'
  | 'input_setup'
  | 'analog'
  | 'maximum_cycle'
  | 'source'
  | 'threshold'
  | 'active'
  | 'parent'
  /** The time zone it inherits. */
  | 'zone'
  /** The schedule it has or inherits. */
  | 'schedule'
  /** Its shift history, by a person. */
  | 'shifts'
  | 'run'

/** A change of one machine as of `from` (epoch ms), up to `to` where it has an end. */
export interface MachineChange {
  readonly equipmentId: number
  readonly from: number
  readonly to?: number
  readonly parts: readonly ChangedPart[]
  /** What was there before, where what was told of that time may come to other figures now: it is then recorded. */
  readonly was?: MachineBefore
}

export interface MachineBefore {
  /** Shift history that touched the time of the change. */
  readonly shifts?: readonly ShiftRow[]
  /** All the settings, over time. */
  readonly settings?: readonly SettingsFrom[]
}

/**
 * Called in the transaction that makes the change, so that what follows from it (a retelling, shift history written anew,
 * rollups to be built again) is in the same commit. Modules are given it; the flow knows what follows from what.
 */
export type MachinesChanged = (ctx: Ctx, changes: readonly MachineChange[]) => Promise<void>
