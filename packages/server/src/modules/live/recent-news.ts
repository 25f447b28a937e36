import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { unitsAbove } from './units-above.ts'

/** Age (ms) after which news of a machine is forgotten; pages read older data again in any case. */
export const REMEMBERED_MS = 30_000

interface NewsOfCompany {
  /** Instant of the latest change that is not about single machines (monotonic, ms). */
  changedMs: number
  /** Instant of the latest hint about each machine (monotonic, ms), by machine id, the oldest first. */
  readonly hintedMs: Map<number, number>
}

/**
 * Remembers the instants at which this server last published news about a company and its machines, also if nobody was in the
 * rooms. A page that joins a room learns from them if it may have missed a message since it read its data. Instants are
 * monotonic, ms.
 */
export class RecentNews {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #byCompany = new Map<number, NewsOfCompany>()
  #missedMs: number

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
    this.#missedMs = clock.monotonicMs()
  }

  /** Remembers the present instant for a change of a company that may concern any of its rooms. */
  changed(companyId: number): void {
    this.#of(companyId).changedMs = this.#clock.monotonicMs()
  }

  /** Remembers the present instant for hints about machines, and forgets hints older than 30 s. */
  hinted(companyId: number, equipmentIds: Iterable<number>): void {
    const now = this.#clock.monotonicMs()
    const { hintedMs } = this.#of(companyId)
    // A map keeps its order of insertion, so the oldest are first.
    for (const id of equipmentIds) {
      hintedMs.delete(id)
      hintedMs.set(id, now)
    }
    for (const [id, at] of hintedMs) {
      if (at >= now - REMEMBERED_MS) break
      hintedMs.delete(id)
    }
  }

  /** Remembers the present instant as one at which facts were missed, so that data of any company may have changed. */
  missed(): void {
    this.#missedMs = this.#clock.monotonicMs()
  }

  /**
   * Returns the time (ms) since news that concerns a room was last published or missed (at most since the start of the server): a
   * machine, a unit, or the changes of a company, its admins or a user. Returns 0 for other rooms. If no hint of the last 30 s
   * concerns a machine or unit, its last hint counts as at least 30 s old.
   */
  async quietMs(ctx: Ctx, room: string): Promise<number> {
    const [, kind, id] = /^(company|admins|user|o|e):(\d+)$/.exec(room) ?? []
    if (kind === undefined) return 0
    const { changedMs } = this.#of(ctx.companyId)
    const hintedMs =
      kind === 'o' || kind === 'e' ? await this.#hintedMs(ctx, kind, Number(id)) : Number.NEGATIVE_INFINITY
    return Math.floor(this.#clock.monotonicMs() - Math.max(this.#missedMs, changedMs, hintedMs))
  }

  async #hintedMs(ctx: Ctx, kind: 'o' | 'e', id: number): Promise<number> {
    const none = this.#clock.monotonicMs() - REMEMBERED_MS
    const hinted = this.#of(ctx.companyId).hintedMs
    if (kind === 'e') return hinted.get(id) ?? none
    const recent = [...hinted].filter(([, at]) => at > none)
    if (recent.length === 0) return none
    const units = await unitsAbove(
      ctx,
      recent.map(([machine]) => machine),
    )
    return Math.max(none, ...recent.filter(([machine]) => units.get(machine)?.includes(id)).map(([, at]) => at))
  }

  #of(companyId: number): NewsOfCompany {
    const found = this.#byCompany.get(companyId)
    if (found !== undefined) return found
    const made: NewsOfCompany = { changedMs: Number.NEGATIVE_INFINITY, hintedMs: new Map() }
    this.#byCompany.set(companyId, made)
    return made
  }
}
