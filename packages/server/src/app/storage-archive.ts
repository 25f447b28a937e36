import { LogSender } from '../db/archive/send-archive.ts'
import type { Logger } from '../platform/logger.ts'
import type { Bucket } from '../platform/s3/bucket.ts'

/** Most rounds that are left out after failures: half a minute. */
const MOST_PAUSED = 15

/**
 * Sends the archive of the log to a storage, one run after the other. Logs once that it fails, and once that it works
 * again. The database does not wait for it: segments that are not sent stay in the folder.
 */
export class StorageArchive {
  readonly #sender: LogSender
  readonly #address: string
  readonly #logger: Logger
  readonly #archiveOf: () => string | undefined
  #failures = 0
  #paused = 0
  #running: Promise<void> | undefined
  #unknownSince: number | undefined
  /** Archive before the present one, as long as some of it is not sent. */
  #before: string | undefined
  #present: string | undefined

  constructor(bucket: Bucket, logger: Logger, archiveOf: () => string | undefined) {
    this.#sender = new LogSender(bucket)
    this.#address = bucket.address
    this.#logger = logger
    this.#archiveOf = archiveOf
  }

  /** Sends what waits, unless the last failure was a moment ago: the pauses become longer. */
  work(): void {
    if (this.#running !== undefined || this.#paused-- > 0) return
    void this.send()
  }

  /** Waits for the run that is under way. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Sends what waits; a run that is under way is waited for instead. */
  send(): Promise<void> {
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Age (ms) at `now` (epoch ms) of the oldest segment that waits, or of the question what is there; 0 if none waits. */
  lateMs(now: number): number {
    const archive = this.#archiveOf()
    if (archive === undefined) return 0
    if (!this.#sender.knows(archive)) {
      this.#unknownSince ??= now
      return now - this.#unknownSince
    }
    this.#unknownSince = undefined
    return Math.max(0, now - (this.#sender.waitsSince(archive) ?? now))
  }

  async #send(): Promise<void> {
    const archive = this.#archiveOf()
    if (archive !== this.#present) this.#before = this.#present
    this.#present = archive
    try {
      if (this.#before !== undefined) await this.#sender.send(this.#before)
      this.#before = undefined
      if (archive !== undefined) await this.#sender.send(archive)
      if (this.#failures > 0) this.#logger.info('The log of the database is sent to the storage again')
      this.#failures = 0
      this.#paused = 0
    } catch (error) {
      this.#paused = Math.min(2 ** this.#failures, MOST_PAUSED)
      this.#failures++
      if (this.#failures > 1) return
      this.#logger.error(
        { err: error, storage: this.#address },
        'The log of the database cannot be sent to the storage',
      )
    }
  }
}
