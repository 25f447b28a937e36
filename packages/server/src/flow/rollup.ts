import { addStates, buildRollups, latestBuilt, machinesToBuild, rollupCompanies } from '../modules/utilization/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import { type Database, isNoPartition } from '../platform/db/index.ts'
import { Unavailable } from '../platform/errors.ts'
import { makePartition } from './make-partition.ts'
import { Months, PartitionsMissing } from './months.ts'
import { type RollupMarks, rollupTarget } from './rollup-marks.ts'

/**
 * Largest number of machines in one transaction. It is small, because this process does nothing else while it computes their
 * rollups.
 */
const MOST_MACHINES = 200
const MOST_DAYS = 300
/** Number of transactions at the same time; the database does most of their work. */
const AT_ONCE = 2
const MOST_TRIES = 4

export interface RollupDeps {
  readonly database: Database
  readonly clock: Clock
  readonly marks: RollupMarks
  /** Called with the error when the rollups of a machine or of a company could not be built. All others are built. */
  readonly failed: (error: unknown, about: FailedRollups) => void
}

/** Machine whose rollups could not be built; `equipmentId` null: none of the company could. */
export interface FailedRollups {
  readonly companyId: number
  readonly equipmentId: number | null
}

/**
 * Builder of the rollups of all companies. Several servers may build at once: each build locks its machines, and the others skip
 * them.
 */
export class RollupBuilder {
  readonly #deps: RollupDeps
  readonly #months: Months
  #lastTarget: number | undefined
  #isPaused = false
  #underWay: Promise<unknown> = Promise.resolve()

  constructor(deps: RollupDeps) {
    this.#deps = deps
    this.#months = new Months((companyId, at) => makePartition(deps, companyId, 'rollup_quarter', at))
  }

  /**
   * Builds all rollups that can be built at present, except those that another server is building, and resolves when they are
   * built. Ends with the first turn in which rollups fail, and throws the first error.
   */
  async all(): Promise<void> {
    const errors: unknown[] = []
    while ((await this.turn((error) => errors.push(error))) && errors.length === 0);
    if (errors.length > 0) throw errors[0]
  }

  /**
   * Builds some of the pending rollups of every company, and returns true if there may be more. A failure of a machine or a
   * company is passed to `failed`. Turns run one after the other, since a machine locked by another turn would look as if it were
   * built. Builds nothing during `pauseDuring`.
   */
  turn(failed = this.#deps.failed): Promise<boolean> {
    if (this.#isPaused) return Promise.resolve(false)
    const turn = this.#underWay.then(() => this.#takeTurn(failed))
    this.#underWay = turn.catch(() => undefined)
    return turn
  }

  /** Builds no rollups until `work` has ended, and returns its result. Waits first for the turn that is under way. */
  async pauseDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isPaused = true
    try {
      await this.#underWay
      return await work()
    } finally {
      this.#isPaused = false
    }
  }

  async #takeTurn(failed: RollupDeps['failed']): Promise<boolean> {
    const { database, clock } = this.#deps
    const target = rollupTarget(clock.now())
    // Machines without any rollup are looked for once in each quarter-hour, and whenever one of their rollups is dirty.
    const companies = await rollupCompanies(database, target, target !== this.#lastTarget)
    let more = false
    for (const companyId of companies) {
      try {
        if (await this.#buildSome(companyId, target, failed)) more = true
      } catch (error) {
        failed(error, { companyId, equipmentId: null })
      }
    }
    this.#lastTarget = target
    return more
  }

  async #buildSome(companyId: number, target: number, failed: RollupDeps['failed']): Promise<boolean> {
    const { marks } = this.#deps
    marks.expect(companyId, target)
    const added = await this.#inCompany(companyId, (ctx) => addStates(ctx, MOST_MACHINES))
    const most = MOST_MACHINES * AT_ONCE
    const ids = await this.#inCompany(companyId, (ctx) => machinesToBuild(ctx, target, most))
    let more = added === MOST_MACHINES || ids.length === most
    if (ids.length > 0) {
      const shares = Array.from({ length: AT_ONCE }, (_, n) => ids.filter((_, i) => i % AT_ONCE === n))
      const report = (error: unknown, equipmentId: number) => failed(error, { companyId, equipmentId })
      const built = await Promise.all(shares.map((some) => this.#buildShare(companyId, some, target, report)))
      if (built.includes(false)) more = true
    }
    marks.know(companyId, await this.#inCompany(companyId, latestBuilt))
    return more
  }

  /**
   * Builds rollups of machines like `#build`. If that fails, builds them one by one, so that one machine does not stop the
   * others, and reports each failure. If the failure is `Unavailable`, throws it instead.
   */
  async #buildShare(
    companyId: number,
    ids: readonly number[],
    target: number,
    report: (error: unknown, equipmentId: number) => void,
  ): Promise<boolean> {
    try {
      return await this.#build(companyId, ids, target)
    } catch (error) {
      const [only] = ids
      if (error instanceof Unavailable || only === undefined) throw error
      if (ids.length === 1) {
        report(error, only)
        return true
      }
    }
    let isDone = true
    for (const id of ids) if (!(await this.#buildShare(companyId, [id], target, report))) isDone = false
    return isDone
  }

  /**
   * Builds rollups of machines in one transaction, and returns false if more remain to be built for them. If partitions are
   * missing, the transaction is rolled back and repeated after they are made, up to three times.
   */
  async #build(companyId: number, ids: readonly number[], target: number): Promise<boolean> {
    const requirePartitions = (instants: Iterable<number>) => {
      const missing = this.#months.missing(instants)
      if (missing.length > 0) throw new PartitionsMissing(missing)
    }
    for (let tries = 1; ; tries++) {
      try {
        return await this.#inCompany(companyId, (ctx) => buildRollups(ctx, ids, target, MOST_DAYS, requirePartitions))
      } catch (error) {
        if (tries === MOST_TRIES) throw error
        if (error instanceof PartitionsMissing) await this.#months.ensure(companyId, error.instants)
        else if (isNoPartition(error)) this.#months.forget()
        else throw error
      }
    }
  }

  #inCompany<T>(companyId: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    return asSystem(this.#deps, companyId, work, { pool: 'ingest' })
  }
}
