import { type Room, roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import type { Ctx } from '../../platform/ctx.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Sockets } from '../../platform/sockets/server.ts'
import { Coalescer } from './coalesce.ts'
import type { Hint } from './hint.ts'
import { presentHints } from './present.ts'
import type { RecentNews } from './recent-news.ts'
import { internalRoom } from './rooms.ts'
import { unitsAbove } from './units-above.ts'

interface MachineNews {
  readonly logger: Logger
  readonly news: Pick<RecentNews, 'hinted'>
  readonly sockets: Pick<Sockets, 'emit' | 'emitToAll' | 'isOccupied' | 'isAnyOccupied'>
  readonly within: <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/** Shortest interval (ms) between two messages about machines to the rooms of units. */
const unitEveryMs = 250

/**
 * Publishes hints about machines to the rooms of this server: to rooms of machines at once, to rooms of units at most every 250
 * ms, merged by machine. Rooms without sockets cost nothing. If the units cannot be read, that is logged, and all pages on this
 * server are made to read their data again (`resync`).
 */
export class MachinePublisher {
  readonly #news: MachineNews
  readonly #ofCompany = new Map<number, Coalescer>()

  constructor(news: MachineNews) {
    this.#news = news
  }

  publish(companyId: number, machines: Iterable<readonly [equipmentId: number, hint: Hint]>): void {
    const hints = [...machines]
    this.#news.news.hinted(
      companyId,
      hints.map(([id]) => id),
    )
    for (const [id, hint] of hints) this.#toRoom(companyId, roomOfEquipment(id), [[id, hint]])
    if (hints.length === 0) return
    if (!this.#news.sockets.isAnyOccupied(`c${companyId}:o`)) return void this.#forget(companyId)
    const units =
      this.#ofCompany.get(companyId) ?? new Coalescer(unitEveryMs, (merged) => this.#toUnits(companyId, merged))
    this.#ofCompany.set(companyId, units)
    for (const [id, hint] of hints) units.add(id, hint)
    units.ready()
  }

  stop(): void {
    for (const companyId of [...this.#ofCompany.keys()]) this.#forget(companyId)
  }

  #forget(companyId: number): void {
    this.#ofCompany.get(companyId)?.stop()
    this.#ofCompany.delete(companyId)
  }

  async #toUnits(companyId: number, hints: ReadonlyMap<number, Hint>): Promise<void> {
    const { logger, sockets, within } = this.#news
    if (!sockets.isAnyOccupied(`c${companyId}:o`)) return
    try {
      const unitsOf = await within(companyId, (ctx) => unitsAbove(ctx, [...hints.keys()]))
      const placed = [...hints].flatMap((hint) => (unitsOf.get(hint[0]) ?? []).map((unitId) => [unitId, hint] as const))
      for (const [unitId, ofUnit] of Map.groupBy(placed, ([unitId]) => unitId)) {
        const below = ofUnit.map(([, hint]) => hint)
        this.#toRoom(companyId, roomOfOrgUnit(unitId), below)
      }
    } catch (error) {
      // Pages in these rooms missed messages and must read the data again.
      logger.warn({ err: error }, 'Hints could not be published to rooms of units')
      sockets.emitToAll('resync')
    }
  }

  #toRoom(companyId: number, room: Room, hints: readonly (readonly [equipmentId: number, hint: Hint])[]): void {
    const { sockets } = this.#news
    const internal = internalRoom(companyId, room)
    if (!sockets.isOccupied(internal)) return
    const news = presentHints(hints)
    if (Object.keys(news).length > 0) sockets.emit(internal, 'machines', { room, news })
  }
}
