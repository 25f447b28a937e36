import type { Ctx } from '../platform/ctx.ts'
import type { Machine } from './machines.ts'
import type { Fresh, Told } from './tell.ts'

/** What one commit did to one machine: where it stood, what came, where it stands. */
export interface Followed extends Told {
  readonly before: Machine
  readonly news: Fresh
}

/**
 * What is kept beside a machine's status follows it, in the same transaction and in this order. Called with what was
 * written of the intervals already.
 */
export async function follow(_ctx: Ctx, _told: readonly Followed[]): Promise<void> {}
