import type { Ctx } from '../platform/ctx.ts'

/** Violation of an invariant: its number, place and time. */
export interface Finding {
  /** Number in the catalogue of invariants, `I1` to `I13`. */
  readonly invariant: string
  readonly companyId: number
  readonly equipmentId?: number
  readonly deviceId?: number
  /** Instant of the violation (epoch ms). */
  readonly at?: number
  readonly text: string
}

/** Finding of a check, without its company and invariant. */
export type Found = Omit<Finding, 'companyId' | 'invariant'>

/** Check of all data of one company; it reads only. */
export interface Check {
  readonly invariant: string
  /** Sentence that states the invariant. */
  readonly holds: string
  find(ctx: Ctx): Promise<readonly Found[]>
}
