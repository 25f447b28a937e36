import type { BoundClock } from '../bound-clock.ts'
import type { Logger } from '../logger.ts'
import { repeat } from '../repeat.ts'
import type { Database } from '../tx.ts'
import { timeOfDatabase } from './store-directory-time.ts'

/**
 * Interval of adjustments (ms). It is short because the monotonic time stands still while a computer sleeps, so that the bound is
 * too early until the next adjustment.
 */
const ADJUST_EVERY_MS = 1000

/**
 * Adjusts `clock` to the database once, then every second until the returned function is called. Throws if the first adjustment
 * fails. A later failure is logged, and the last adjustment stays in force.
 */
export async function followClock(clock: BoundClock, database: Database, logger: Logger): Promise<() => Promise<void>> {
  const adjust = () => clock.adjust(() => timeOfDatabase(database))
  await adjust()
  const failed = (error: unknown) => logger.debug({ err: error }, 'The clock was not adjusted')
  return repeat(adjust, { everyMs: ADJUST_EVERY_MS, failed }).stop
}
