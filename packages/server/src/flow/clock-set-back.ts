import { listCompanies } from '../modules/identity/index.ts'
import { makeMachinesDue } from '../modules/status/index.ts'
import { asSystem } from '../platform/ctx.ts'
import type { Tick } from './tick.ts'

/**
 * Least step back of the clock (ms) that is treated as one. Smaller steps are corrections, after which a machine taken for silent
 * soon has been silent that long.
 */
const STEP_MS = 1000

/**
 * Returns a function to be called before each turn of the clock. When the clock was set back by more than a second since the
 * previous call, the function makes due all machines that ever had an event of a primary device: while the clock was ahead,
 * machines may have been taken for silent that were not. A company that fails is reported to `failed`; the others are done. The
 * clock of the database bounds that of a server, but both are set together where they run on the same machine.
 */
export function recomputingAfterStepBack({ database, clock, failed }: Tick): () => Promise<void> {
  let latest = clock.now()
  return async () => {
    const now = clock.now()
    const isSetBack = now < latest - STEP_MS
    // Noted after the work, so that a database that is away leaves it to the next turn.
    if (!isSetBack) {
      latest = now
      return
    }
    for (const { companyId } of await listCompanies(database))
      await asSystem({ database, clock }, companyId, (ctx) => makeMachinesDue(ctx, now), { pool: 'ingest' }).catch(
        (error) => failed(error, companyId),
      )
    latest = now
  }
}
