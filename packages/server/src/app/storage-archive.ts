import { LogSender } from '../db/archive/send-archive.ts'
import type { Logger } from '../platform/logger.ts'
import type { Bucket } from '../platform/s3/bucket.ts'

/** Largest number of rounds (2 s each) that are skipped after failures: half a minute. */
const MOST_PAUSED = 15

/**
 * Sender of the archive of the log to a storage, one run after the other. It logs once when sending begins to fail, and once when
 * it works again. The database does not wait for it: segments that are not sent stay in the folder.
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
  /** Folders of the archive before the present one whose log is not all sent, the earliest first. */
  readonly #earlier: string[] = []
  #present: string | undefined

  constructor(bucket: Bucket, logger: Logger, archiveOf: () => string | undefined) {
    this.#sender = new LogSender(bucket)
    this.#address = bucket.address
    this.#logger = logger
    this.#archiveOf = archiveOf
  }

  /**
   * Begins to send all segments that wait. Does nothing while a run is under way, or in the rounds after a failure: 1 round after
   * the first failure, twice as many after each further one, at most 15.
   */
  work(): void {
    if (this.#running !== undefined || this.#paused-- > 0) return
    void this.send()
  }

  /** Resolves when the present run has ended; at once if there is none. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Sends all segments that wait, or waits for the run that is under way. Never rejects. */
  send(): Promise<void> {
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /**
   * Returns the age (ms) at `now` (epoch ms) of the oldest segment that is not sent; 0 if all are, or without an archive. Until
   * the segments in the storage are known, returns the time since this was first called.
   */
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
    if (archive !== this.#present && this.#present !== undefined) this.#earlier.push(this.#present)
    this.#present = archive
    try {
      for (let [first] = this.#earlier; first !== undefined; [first] = this.#earlier) {
        await this.#sender.send(first)
        this.#earlier.shift()
      }
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
