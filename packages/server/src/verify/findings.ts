import type { Ctx } from '../platform/ctx.ts'

/** Violation of an invariant in the stored data, with a text for people. */
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

/** Violation in the form that a check finds; company and invariant are added later. */
export type Found = Omit<Finding, 'companyId' | 'invariant'>

/** Check of one invariant over all data of one company; it reads only. */
export interface Check {
  readonly invariant: string
  /** Sentence that states the invariant. */
  readonly holds: string
  find(ctx: Ctx): Promise<readonly Found[]>
}
