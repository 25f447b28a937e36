import { QUARTER_MS } from '../modules/utilization/index.ts'

/** How far behind now rollups are built at most: what came just now is not worth building yet, for more will come. */
const LAG_MS = 45 * 60_000
/** How young what a commit touches must be to go without a dirty mark. */
const YOUNG_MS = 30 * 60_000

/** Up to where rollups may be built at `now`. */
export const rollupTarget = (now: number): number => Math.floor((now - LAG_MS) / QUARTER_MS) * QUARTER_MS

/**
 * Since when there cannot be any rollup, as this process knows: what touches only time after that marks nothing dirty, so
 * that live commits pay nothing. Another server may have built further than is known here, but not within `LAG_MS` of now;
 * a commit lasts less than the difference to `YOUNG_MS`, and clocks of servers differ by less. What this process builds it
 * says here first, so that it holds for its own clock whatever that does.
 */
export class RollupMarks {
  readonly #builtTo = new Map<number, number>()

  /** Of a company whose rollups were not looked at yet nothing is known: everything marks. */
  openFrom(companyId: number, now: number): number {
    return Math.max(now - YOUNG_MS, this.#builtTo.get(companyId) ?? Number.POSITIVE_INFINITY)
  }

  /** Before building: it may reach so far from now on. */
  expect(companyId: number, target: number): void {
    const known = this.#builtTo.get(companyId)
    if (known !== undefined) this.#builtTo.set(companyId, Math.max(known, target))
  }

  /** After building: so far it reaches. */
  know(companyId: number, builtTo: number | null): void {
    this.#builtTo.set(companyId, builtTo ?? Number.NEGATIVE_INFINITY)
  }
}
