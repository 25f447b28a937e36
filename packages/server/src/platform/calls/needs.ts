import type { Clock } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Logger } from '../logger.ts'

/**
 * Functions and values that modules get from outside; the app creates them once. A module that needs more adds a field
 * by declaration merging (`declare module '../../platform/calls/needs.ts'`), so that the compiler requires it of the
 * app.
 */
export interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly jobs: Jobs
  /** Key that hashes secrets and signs codes of this installation. */
  readonly signingKey: Buffer
  /**
   * Returns those of the subjects (ids) whose stored state is not computed up to `now` (epoch ms) yet, because time alone or a
   * requested recomputation changes it.
   */
  readonly staleAmong: (ctx: Ctx, now: number, ids: readonly number[]) => Promise<number[]>
  /** Computes the stored state of these subjects (ids) up to now, in transactions of its own. */
  readonly ensureCurrent: (companyId: number, ids: readonly number[]) => Promise<void>
}
