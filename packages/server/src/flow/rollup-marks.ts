import { QUARTER_MS } from '../modules/utilization/index.ts'

/** Age (ms) of the newest data for which rollups are built. Younger quarter-hours would still change. */
const LAG_MS = 45 * 60_000
/**
 * Age (ms) up to which a change needs no mark, because no rollup exists yet. A commit takes less time than the difference to
 * `LAG_MS`, and clocks of servers differ by less.
 */
const YOUNG_MS = 30 * 60_000

/**
 * Returns the instant (epoch ms) up to which rollups may be built at `now`: the last full quarter-hour in UTC that is at least 45
 * minutes ago.
 */
export const rollupTarget = (now: number): number => Math.floor((now - LAG_MS) / QUARTER_MS) * QUARTER_MS

/**
 * Instants by company from which on no rollup exists yet, as far as this process knows. Changes from then on need no dirty mark,
 * so live commits do no work for rollups. Another server may have built further, but never within the last 45 minutes. Call
 * `expect` before a build of this process, `know` after it.
 */
export class RollupMarks {
  readonly #builtTo = new Map<number, number>()

  /**
   * Returns the instant (epoch ms) from which on changes need no mark: the end of the rollups or 30 minutes before `now`,
   * whichever is later. Infinity until `know` was called for the company, so that every change needs a mark.
   */
  openFrom(companyId: number, now: number): number {
    return Math.max(now - YOUNG_MS, this.#builtTo.get(companyId) ?? Number.POSITIVE_INFINITY)
  }

  /** Registers before a build the instant up to which it may build (epoch ms). */
  expect(companyId: number, target: number): void {
    const builtTo = this.#builtTo.get(companyId)
    if (builtTo !== undefined) this.#builtTo.set(companyId, Math.max(builtTo, target))
  }

  /** Registers after a build the instant up to which rollups exist (epoch ms); null: there are none. */
  know(companyId: number, builtTo: number | null): void {
    this.#builtTo.set(companyId, builtTo ?? Number.NEGATIVE_INFINITY)
  }
}
