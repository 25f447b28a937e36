import { isLive } from '@millwatch/domain/telemetry'
import { type CheckedBatch, noteRefusal, type Receipt } from '../modules/ingest/index.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import { type DiskGuard, isStorageFull } from '../platform/disk/index.ts'
import { type AppError, TooMany } from '../platform/errors.ts'
import type { Logger } from '../platform/logger.ts'
import { type Advance, advance } from './advance.ts'
import { QuarantineFull } from './quarantine-room.ts'

/** Time (s) after which a device may retry when quarantine has no room for its events. */
const QUARANTINE_RETRY_S = 300
/** Interval (ms) in which the same reason is stored at most once per device, however many messages are refused. */
const NOTED_EVERY_MS = 10_000
const MOST_NOTED = 10_000

/**
 * Committer of batches of messages by `advance`. A batch without room in quarantine is refused alone. It stores on a device the
 * reason for which its messages are refused.
 */
export class Commits {
  readonly #deps: Advance
  readonly #logger: Logger
  readonly #disk: DiskGuard
  /** Time of the last stored refusal (monotonic ms), by device and reason. */
  readonly #noted = new Map<string, number>()

  constructor(deps: Advance, logger: Logger, disk: DiskGuard) {
    this.#deps = deps
    this.#logger = logger
    this.#disk = disk
  }

  /**
   * Commits batches of one company. Returns for each batch, in order, its receipt or the error with which its device must send it
   * again. Throws if no batch could be committed. Reports to the disk guard that the database wrote, or that its disk is full.
   */
  async commit(companyId: number, batches: readonly CheckedBatch[]): Promise<(Receipt | AppError)[]> {
    try {
      await this.#deps.months.ensure(companyId, liveInstants(batches))
      const receipts = await advance(this.#deps, companyId, { batches })
      this.#disk.written()
      return receipts
    } catch (error) {
      if (error instanceof QuarantineFull) return this.#withoutFull(companyId, batches, error.batches)
      if (isStorageFull(error)) this.#disk.failed()
      this.#logger.warn({ err: error, companyId, batches: batches.length }, 'A commit of the flow failed')
      throw error
    }
  }

  /**
   * Refuses the batches for which quarantine has no room (429, retry after 300 s), and commits the others. Returns the outcomes
   * in the order of all batches.
   */
  async #withoutFull(
    companyId: number,
    batches: readonly CheckedBatch[],
    full: ReadonlySet<CheckedBatch>,
  ): Promise<(Receipt | AppError)[]> {
    for (const { deviceId } of full)
      this.noteRefusal({ companyId, deviceId }, 'Too many of its events wait in quarantine for their release')
    const others = batches.filter((batch) => !full.has(batch))
    const outcomes = others.length === 0 ? [] : await this.commit(companyId, others)
    const outcomeOf = new Map(others.map((batch, i) => [batch, outcomes[i] as Receipt | AppError]))
    return batches.map((batch) => outcomeOf.get(batch) ?? new TooMany('quarantine_full', QUARANTINE_RETRY_S))
  }

  /**
   * Stores on a device the reason for which its whole message was refused, and logs it. Does not wait for the write, and ignores
   * the same reason for the same device within 10 s.
   */
  noteRefusal({ companyId, deviceId }: { companyId: number; deviceId: number }, reason: string): void {
    const key = `${deviceId}/${reason}`
    const now = this.#deps.clock.monotonicMs()
    const notedAt = this.#noted.get(key)
    if (notedAt !== undefined && now - notedAt < NOTED_EVERY_MS) return
    if (this.#noted.size >= MOST_NOTED) this.#noted.clear()
    this.#noted.set(key, now)
    this.#logger.warn({ companyId, deviceId, reason }, 'A message was refused')
    this.#asSystem(companyId, (ctx) => noteRefusal(ctx, deviceId, reason)).catch((error) =>
      this.#logger.warn({ err: error }, 'A refusal could not be stored'),
    )
  }

  #asSystem(companyId: number, work: (ctx: Ctx) => Promise<void>): Promise<void> {
    return asSystem(this.#deps, companyId, work, { pool: 'ingest' })
  }
}

/**
 * Yields the instants (epoch ms) of live events. Nearly all of these are stored (not those of a duplicate batch), so their
 * partitions are made before the commit begins.
 */
function* liveInstants(batches: readonly CheckedBatch[]): Generator<number> {
  for (const { events, receivedAt } of batches)
    for (const { occurredAt } of events) if (isLive(occurredAt, receivedAt)) yield occurredAt
}
