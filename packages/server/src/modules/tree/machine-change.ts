import type { ShiftRow } from '@millwatch/domain/shifts'
import type { SettingEffect, SettingsFrom } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'

/** Part of a machine that people change and that status, shift history or figures depend on. */
export type ChangedPart =
  /** A setting of the machine, by its row in `machineSettings`. */
  | SettingEffect
  /** The primary device, or an attached event. */
  | 'primary'
  | 'input_setup'
  | 'analog'
  /** The inherited time zone. */
  | 'zone'
  /** The own or inherited schedule. */
  | 'schedule'
  /** Shift history edited by a person. */
  | 'shifts'
  | 'run'

/** A change of one machine's data as of `from` (epoch ms), up to `to` if it ends; input of `machinesChanged`. */
export interface MachineChange {
  readonly equipmentId: number
  readonly from: number
  readonly to?: number
  readonly parts: readonly ChangedPart[]
  /** Values before the change, when past figures may differ now; a restatement is then recorded. */
  readonly was?: MachineBefore
}

export interface MachineBefore {
  /** Rows of shift history that touched the time of the change. */
  readonly shifts?: readonly ShiftRow[]
  /** All settings over time. */
  readonly settings?: readonly SettingsFrom[]
}

/**
 * Applies the consequences of changes of machines (status, shift history, rollups). Modules call it in the transaction
 * of the change, so that all is in the same commit. The flow provides the function and decides which consequences
 * follow.
 */
export type MachinesChanged = (ctx: Ctx, changes: readonly MachineChange[]) => Promise<void>
