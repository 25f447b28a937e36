import type { BoundClock } from '../bound-clock.ts'
import type { Logger } from '../logger.ts'
import type { Database } from '../tx.ts'
import { timeOfDatabase } from './store-directory-time.ts'

/** Short, because the monotonic time stands still while a computer sleeps: until the next adjustment the bound is too early. */
const ADJUST_EVERY_MS = 1000

/**
 * Adjusts a clock to that of the database, and goes on to do so until the returned function is called. While the database is
 * away, the last adjustment holds.
 */
export async function followClock(clock: BoundClock, database: Database, logger: Logger): Promise<() => Promise<void>> {
  const adjust = () => clock.adjust(() => timeOfDatabase(database))
  await adjust()
  let adjusting: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    adjusting = adjusting.then(adjust).catch((error) => logger.debug({ err: error }, 'The clock was not adjusted'))
  }, ADJUST_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await adjusting
  }
}
