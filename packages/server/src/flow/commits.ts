import { isLive } from '@millwatch/domain/telemetry'
import { type CheckedBatch, noteRefusal, type Receipt } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { type DiskGuard, isStorageFull } from '../platform/disk/index.ts'
import { type AppError, TooMany } from '../platform/errors.ts'
import type { Logger } from '../platform/logger.ts'
import { type Advance, advance } from './advance.ts'
import { QuarantineFull } from './quarantine-room.ts'

/** Seconds after which a device retries when quarantine has no room for its events. */
const QUARANTINE_RETRY_S = 300
/** Interval in which the same reason is noted at most once per device, however many messages are refused. */
const NOTED_EVERY_MS = 10_000
const MOST_NOTED = 10_000

/**
 * Commits batches of messages by `advance`. A batch without room in quarantine is refused alone. Stores on a device why
 * its messages are refused.
 */
export class Commits {
  readonly #deps: Advance
  readonly #logger: Logger
  readonly #disk: DiskGuard
  /** Time of the last note (monotonic ms), by device and reason. */
  readonly #noted = new Map<string, number>()

  constructor(deps: Advance, logger: Logger, disk: DiskGuard) {
    this.#deps = deps
    this.#logger = logger
    this.#disk = disk
  }

  /**
   * Commits batches of one company. Returns for each batch its receipt, or the error with which its device must send it
   * again.
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

  /** Refuses the batches that quarantine has no room for, and commits the others. */
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
   * Notes on a device why its whole message was refused. Nobody waits for the write, and repeated refusals within 10 s
   * are noted once.
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
    const { database, clock } = this.#deps
    return database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock }), {
      pool: 'ingest',
    })
  }
}

/** Returns the times of live events: they are stored for sure, so their partitions are made before the commit begins. */
function* liveInstants(batches: readonly CheckedBatch[]): Generator<number> {
  for (const { events, receivedAt } of batches)
    for (const { occurredAt } of events) if (isLive(occurredAt, receivedAt)) yield occurredAt
}
