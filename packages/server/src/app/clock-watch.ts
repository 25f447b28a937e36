import { type ClockDoubt, serverClockDoubt } from '@millwatch/domain/devices'
import { listCompanies } from '../modules/identity/index.ts'
import { clockEvidence } from '../modules/ingest/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { type Repetition, repeat } from '../platform/repeat.ts'

interface ClockWatchSettings {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
}

const LOOK_MS = 60_000
const FIRST_LOOK_MS = 2_000
/** Age (ms) up to which a measurement of a device's clock is used. */
const MEASURED_MS = 3_600_000

/** Check of the server's clock, every minute, against the newest stored receipt and the clocks of devices. */
export class ClockWatch {
  readonly #settings: ClockWatchSettings
  #looking: Repetition | undefined
  #doubt: ClockDoubt | null = null

  constructor(settings: ClockWatchSettings) {
    this.#settings = settings
    const behindS = () => (this.#doubt?.behindMs ?? 0) / 1000
    settings.metrics.gauge('clock_behind_seconds', 'Time by which the clock of the server is probably behind', behindS)
  }

  start(): void {
    const { logger } = this.#settings
    const failed = (error: unknown) => logger.warn({ err: error }, 'The clock cannot be compared')
    this.#looking = repeat(() => this.look(), { everyMs: LOOK_MS, firstMs: FIRST_LOOK_MS, failed })
  }

  async stop(): Promise<void> {
    await this.#looking?.stop()
  }

  /** Compares the clock once, and logs when it becomes doubtful and when it is right again. */
  async look(): Promise<void> {
    const { database, clock, logger } = this.#settings
    const now = clock.now()
    const before = this.#doubt
    const lasts: number[] = []
    const skewsMs: number[] = []
    for (const { companyId } of await listCompanies(database)) {
      const evidence = await asSystem({ database, clock }, companyId, (ctx) => clockEvidence(ctx, now - MEASURED_MS), {
        pool: 'jobs',
      })
      if (evidence.lastReceiptAt !== null) lasts.push(evidence.lastReceiptAt)
      for (const skewMs of evidence.skewsMs) skewsMs.push(skewMs)
    }
    this.#doubt = serverClockDoubt(now, { lastReceiptAt: lasts.length === 0 ? null : Math.max(...lasts), skewsMs })
    if (this.#doubt && !before) logger.error({ ...this.#doubt, now }, 'The clock of this server is probably wrong')
    if (!this.#doubt && before) logger.info({ now }, 'The clock of this server is right again')
  }

  /** Returns the warning for `/health/ready` if the clock is probably behind; undefined if the last comparison found no doubt. */
  readonly warning = (): string | undefined => {
    if (this.#doubt === null) return undefined
    const minutes = Math.max(1, Math.round(this.#doubt.behindMs / 60_000))
    const evidence =
      this.#doubt.kind === 'behind_devices' ? 'the clocks of most devices' : 'the last message that was received'
    return `The clock of this server is probably wrong: it is ${minutes} min behind ${evidence}. Set the clock.`
  }
}
