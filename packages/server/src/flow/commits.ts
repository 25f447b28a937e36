import { type JudgedBatch, noteRefusal, type Receipt } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Logger } from '../platform/logger.ts'
import { type Advance, advance } from './advance.ts'

/** What the flow writes of messages: whole commits, or why one was refused. */
export class Commits {
  readonly #deps: Advance
  readonly #logger: Logger

  constructor(deps: Advance, logger: Logger) {
    this.#deps = deps
    this.#logger = logger
  }

  /** One commit of batches of one company. */
  async commit(companyId: number, batches: readonly JudgedBatch[]): Promise<Receipt[]> {
    try {
      return await advance(this.#deps, companyId, { batches })
    } catch (error) {
      this.#logger.warn({ err: error, companyId, batches: batches.length }, 'A commit of the flow failed')
      throw error
    }
  }

  /** Notes on a device why a whole message of it was refused; nobody waits for it. */
  noteRefusal({ companyId, deviceId }: { companyId: number; deviceId: number }, reason: string): void {
    this.#logger.warn({ companyId, deviceId, reason }, 'A message was refused')
    this.#asSystem(companyId, (ctx) => noteRefusal(ctx, deviceId, reason)).catch((error) =>
      this.#logger.warn({ err: error }, 'A refusal was not noted'),
    )
  }

  #asSystem(companyId: number, work: (ctx: Ctx) => Promise<void>): Promise<void> {
    const { database, clock } = this.#deps
    return database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock }), {
      pool: 'ingest',
    })
  }
}
