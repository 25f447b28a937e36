import { DOWN } from '@millwatch/domain/status'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { repeat } from '../../platform/repeat.ts'
import { currentStatuses } from '../status/index.ts'
import { allEquipment, settingsOver } from '../tree/index.ts'
import { excessiveSince, leftUntilExcessive } from '../utilization/index.ts'
import { MachinePublisher } from './publish-machines.ts'
import { REMEMBERED_MS } from './recent-news.ts'
import type { LiveDeps } from './subscribe.ts'

const EVERY_MS = 1000
/** Interval (ms) at which the open stops of a company are read. */
const LIST_EVERY_MS = 10_000
/** Time (ms) after which a stop is examined again that is long enough, but ignored or not tracked. */
const LATER_MS = 60_000
const room = /^c([0-9]+):[eo]:[0-9]+$/

/**
 * Starts to publish each stop that time alone made excessive, within a second, or within 10 s if the stop was short, to those
 * rooms of its machine and of the units above that have sockets on this server. Facts announce what else makes a stop excessive:
 * late data and changes by people. A company that fails is logged, and the others are done. Returns the function that stops it.
 */
export function watchExcessiveStops(deps: LiveDeps): () => Promise<void> {
  const machines = new MachinePublisher({ ...deps, within: (companyId, work) => asSystem(deps, companyId, work) })
  const watched = new Map<number, OpenStops>()
  const failed = (error: unknown) => warn(deps, error)
  const looking = repeat(() => look(deps, machines, watched), { everyMs: EVERY_MS, failed })
  return async () => {
    await looking.stop()
    machines.stop()
  }
}

const warn = ({ logger }: LiveDeps, error: unknown, companyId?: number): void =>
  logger.warn({ err: error, companyId }, 'Excessive stops could not be published')

async function look(deps: LiveDeps, machines: MachinePublisher, watched: Map<number, OpenStops>): Promise<void> {
  const companyIds = new Set([...deps.sockets.occupied()].flatMap((name) => room.exec(name)?.[1] ?? []).map(Number))
  for (const companyId of watched.keys()) if (!companyIds.has(companyId)) watched.delete(companyId)
  for (const companyId of companyIds) {
    const stops = watched.get(companyId) ?? new OpenStops()
    watched.set(companyId, stops)
    if (!stops.isDue(deps.clock.now())) continue
    try {
      const found = await asSystem(deps, companyId, (ctx) => stops.becameExcessive(ctx))
      machines.publish(
        companyId,
        [...found].map(([equipmentId, startedAt]) => [equipmentId, { x: startedAt }]),
      )
    } catch (error) {
      warn(deps, error, companyId)
    }
  }
}

/** Stop that goes on. `examineAt` (epoch ms) is no later than it can become excessive; infinite once it is. */
interface OpenStop {
  readonly startedAt: number
  readonly examineAt: number
}

/** Stops of one company that go on. */
class OpenStops {
  readonly #stops = new Map<number, OpenStop>()
  #readAt: number | undefined

  /** Returns true if the stops must be read again at `now` (epoch ms), or one of them examined. */
  isDue(now: number): boolean {
    return this.#isToRead(now) || [...this.#stops.values()].some(({ examineAt }) => examineAt <= now)
  }

  #isToRead(now: number): boolean {
    return this.#readAt === undefined || Math.abs(now - this.#readAt) >= LIST_EVERY_MS
  }

  /**
   * Returns by machine id the start (epoch ms) of each stop that has become excessive since the last call; in the first call, of
   * each that did so with its last 30 s of scheduled time.
   */
  async becameExcessive(ctx: Ctx): Promise<ReadonlyMap<number, number>> {
    const now = ctx.clock.now()
    const isFirst = this.#readAt === undefined
    if (this.#isToRead(now)) await this.#read(ctx, now)
    const due = [...this.#stops].flatMap(([id, { examineAt }]) => (examineAt <= now ? [id] : []))
    return due.length === 0 ? new Map() : this.#examine(ctx, due, now, isFirst)
  }

  async #read(ctx: Ctx, now: number): Promise<void> {
    const ids = (await allEquipment(ctx)).filter(({ active }) => active).map(({ equipmentId }) => equipmentId)
    const statuses = await currentStatuses(ctx, ids)
    for (const id of this.#stops.keys()) if (statuses.get(id)?.statusId !== DOWN) this.#stops.delete(id)
    for (const { equipmentId, statusId, startedAt } of statuses.values())
      if (statusId === DOWN && this.#stops.get(equipmentId)?.startedAt !== startedAt)
        this.#stops.set(equipmentId, { startedAt, examineAt: now })
    this.#readAt = now
  }

  async #examine(ctx: Ctx, ids: readonly number[], now: number, isFirst: boolean): Promise<Map<number, number>> {
    const statuses = await currentStatuses(ctx, ids)
    const stops = [...statuses.values()].filter(({ statusId }) => statusId === DOWN)
    const histories = await settingsOver(ctx, ids)
    const left = await leftUntilExcessive(ctx, stops, histories, now)
    const found = await excessiveSince(ctx, statuses, histories, now)
    for (const id of ids) this.#stops.delete(id)
    for (const { equipmentId, startedAt } of stops) {
      const leftMs = left.get(equipmentId) ?? 0
      const examineAt = found.has(equipmentId) ? Number.POSITIVE_INFINITY : now + (leftMs > 0 ? leftMs : LATER_MS)
      this.#stops.set(equipmentId, { startedAt, examineAt })
      if (isFirst && leftMs < -REMEMBERED_MS) found.delete(equipmentId)
    }
    return found
  }
}
