import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { plansDue } from '../shifts/index.ts'
import { machinesDue } from '../status/index.ts'

export interface AskDeps {
  readonly clock: Clock
  /**
   * Computes the status of these machines up to now, as time alone may have changed it. Runs before a question about
   * them is answered.
   */
  readonly ensureCurrent: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
}

/** Fixes the instant as of which a question is answered. */
export interface AsOfNow {
  readonly now: number
  /**
   * Throws unless the status of these machines is computed up to `now`. Call it before reading anything that depends on
   * status.
   */
  requireCurrent(equipmentIds: readonly number[]): Promise<void>
}

/**
 * Thrown when a machine's status is not computed up to the instant of the question. The caller computes it and retries.
 */
class StatusIsStale extends Error {
  readonly equipmentIds: readonly number[]
  constructor(equipmentIds: readonly number[]) {
    super('Machines have to be told first')
    this.equipmentIds = equipmentIds
  }
}

const MAX_RETRIES = 4

/**
 * Answers a question as of one instant, inside one transaction with a clock that stands still. When the status of a
 * machine is stale, computes it outside the transaction and starts the question again. After four retries it answers
 * with the status as stored.
 */
export async function askAsOfNow<T>(
  { clock, ensureCurrent: computeStatus }: AskDeps,
  companyId: number,
  inSnapshot: <R>(work: (ctx: Ctx) => Promise<R>) => Promise<R>,
  answer: (ctx: Ctx, asOf: AsOfNow) => Promise<T>,
): Promise<T> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
    try {
      return await inSnapshot((ctx) => {
        const now = clock.now()
        const requireCurrent = async (equipmentIds: readonly number[]) => {
          if (retriesLeft === 0 || equipmentIds.length === 0) return
          const [machines, plans] = await Promise.all([
            machinesDue(ctx, now, equipmentIds, equipmentIds.length),
            plansDue(ctx, now, equipmentIds, equipmentIds.length),
          ])
          if (machines.length + plans.length > 0) throw new StatusIsStale([...new Set([...machines, ...plans])])
        }
        return answer({ ...ctx, clock: { ...clock, now: () => now } }, { now, requireCurrent })
      })
    } catch (error) {
      if (!(error instanceof StatusIsStale)) throw error
      await computeStatus(companyId, error.equipmentIds)
    }
  }
}
