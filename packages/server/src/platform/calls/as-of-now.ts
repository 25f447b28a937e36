import type { Ctx } from '../ctx.ts'
import type { SignedInCall } from '../http/route.ts'
import type { Needs } from './needs.ts'

/** Instant (epoch ms) as of which a question is answered, with the check that the stored state is computed up to it. */
export interface AsOfNow {
  readonly now: number
  /**
   * Throws `StateIsStale`, which makes `askAsOfNow` compute the state and start again, unless the stored state of these subjects
   * (ids) is computed up to `now`. On the last attempt it checks nothing. To be called before any read that depends on the state.
   */
  requireCurrent(ids: readonly number[]): Promise<void>
}

/** Thrown when stored state is older than the instant of the question. The caller computes it and retries. */
class StateIsStale extends Error {
  readonly ids: readonly number[]
  constructor(ids: readonly number[]) {
    super('State has to be computed first')
    this.ids = ids
  }
}

const MAX_RETRIES = 4
/** Largest number of subjects whose state one call of `ensureCurrent` computes. */
const COMPUTED_AT_ONCE = 500

/**
 * Runs `answer` as of one instant, in one snapshot with a clock that stands still, and returns its result. When `requireCurrent`
 * finds stale state, computes the state outside the transaction and starts `answer` again, so `answer` may run up to five times.
 * The last run uses the state as stored. Every question whose answer depends on time must go this way: code that computes first
 * and reads the clock afterwards misses the changes between.
 */
export async function askAsOfNow<T>(
  { clock, staleAmong, ensureCurrent: computeState }: Pick<Needs, 'clock' | 'staleAmong' | 'ensureCurrent'>,
  companyId: number,
  inSnapshot: <R>(work: (ctx: Ctx) => Promise<R>) => Promise<R>,
  answer: (ctx: Ctx, asOf: AsOfNow) => Promise<T>,
): Promise<T> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
    try {
      return await inSnapshot((ctx) => {
        const now = clock.now()
        const requireCurrent = async (ids: readonly number[]) => {
          if (retriesLeft === 0 || ids.length === 0) return
          const stale = await staleAmong(ctx, now, ids)
          if (stale.length > 0) throw new StateIsStale(stale)
        }
        return answer({ ...ctx, clock: { ...clock, now: () => now } }, { now, requireCurrent })
      })
    } catch (error) {
      if (!(error instanceof StateIsStale)) throw error
      for (let i = 0; i < error.ids.length; i += COMPUTED_AT_ONCE)
        await computeState(companyId, error.ids.slice(i, i + COMPUTED_AT_ONCE))
    }
  }
}

/** Answers a question of a signed-in caller by `askAsOfNow`, in the caller's company. */
export const askOf = <T>(
  needs: Needs,
  { caller, inSnapshot }: Pick<SignedInCall<never>, 'caller' | 'inSnapshot'>,
  answer: (ctx: Ctx, asOf: AsOfNow) => Promise<T>,
): Promise<T> => askAsOfNow(needs, caller.companyId, inSnapshot, answer)
