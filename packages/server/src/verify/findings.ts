import type { Ctx } from '../platform/ctx.ts'

/** Something that can never be so: which rule, where, when. */
export interface Finding {
  /** As in the catalogue of invariants, `I1` to `I13`. */
  readonly invariant: string
  readonly companyId: number
  readonly equipmentId?: number
  readonly deviceId?: number
  /** The instant it is about, epoch ms. */
  readonly at?: number
  readonly text: string
}

/** What a check finds, before it is said in which company. */
export type Found = Omit<Finding, 'companyId' | 'invariant'>

/** One check of a company, or of each of its machines; it reads, and changes nothing. */
export interface Check {
  readonly invariant: string
  /** What holds, in one sentence. */
  readonly holds: string
  find(ctx: Ctx): Promise<readonly Found[]>
}
