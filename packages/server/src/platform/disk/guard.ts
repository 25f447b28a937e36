import type { Clock } from '../clock.ts'
import { StorageFull } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Ballast } from './ballast.ts'
import { type DiskLook, type DiskReserve, isReserveReached, reserveBytes } from './reserve.ts'

export type { DiskLook } from './reserve.ts'

const LOOK_MS = 1000
/** Time for which devices are refused after an error `disk full` of the database, before one write is tried again. */
const TRY_AGAIN_MS = 5000
/** Part of the reserve below which the ballast is removed: then something other than messages of devices fills the disk. */
const RELEASE_RATIO = 0.5

export interface DiskGuardDeps {
  readonly clock: Clock
  readonly logger: Logger
  /** Absent: this process cannot see the disk of the database, and only errors of the database show that it is full. */
  readonly ballast?: Pick<Ballast, 'look' | 'sizeOn' | 'isThere' | 'release' | 'make'> | undefined
  readonly reserve?: DiskReserve | undefined
}

export const isStorageFull = (error: unknown): boolean => error instanceof StorageFull

/**
 * Refuses messages of devices while the disk of the database has only its reserve left, or the database reports it
 * full. Devices send their messages later; the reserve is for people and PostgreSQL itself. Looks at the disk every
 * second after `start`, and removes and remakes the ballast.
 */
export class DiskGuard {
  readonly #deps: DiskGuardDeps
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isReached = false
  /** True after an error `disk full` of the database, until it writes successfully. */
  #hasFailed = false
  #tryAgainAt = 0
  #wasFull = false
  freeBytes: number | null = null

  constructor(deps: DiskGuardDeps) {
    this.#deps = deps
  }

  /** True while devices are refused. */
  get isFull(): boolean {
    return this.#isReached || this.#hasFailed
  }

  /** Throws `storage_full` if a message of a device would not be stored now. */
  peekRoom(): void {
    const waits = this.#hasFailed && this.#deps.clock.monotonicMs() < this.#tryAgainAt
    if (this.#isReached || waits) throw new StorageFull()
  }

  /**
   * Throws like `peekRoom` for a message about to be stored. While the database is full, one message is tried at a
   * time.
   */
  requireRoom(): void {
    this.peekRoom()
    if (this.#hasFailed) this.#tryAgainAt = this.#deps.clock.monotonicMs() + TRY_AGAIN_MS
  }

  /** Notes that the database could not write because its disk is full. */
  failed(): void {
    this.#hasFailed = true
    this.#tryAgainAt = this.#deps.clock.monotonicMs() + TRY_AGAIN_MS
    this.#logChange()
    void this.look()
  }

  /** Notes that the database wrote successfully. */
  written(): void {
    if (!this.#hasFailed) return
    this.#hasFailed = false
    this.#logChange()
  }

  /** Checks the disk now and then every second. */
  async start(): Promise<void> {
    await this.look()
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  /** Checks the disk once; checks run one after the other. */
  look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error) => this.#deps.logger.warn({ err: error }, 'The free space of the disk is not known'))
    return this.#looking
  }

  async #look(): Promise<void> {
    const { ballast, reserve = 'usual' } = this.#deps
    if (ballast === undefined) return
    const seen = await ballast.look()
    this.freeBytes = seen.freeBytes
    const size = ballast.sizeOn(seen.totalBytes)
    // Space that is free because the ballast was removed is not for devices.
    this.#isReached = isReserveReached(this.#isReached, seen, reserve, ballast.isThere ? 0 : size)
    this.#logChange()
    await this.#trim(seen, size)
  }

  async #trim({ freeBytes, totalBytes }: DiskLook, size: number): Promise<void> {
    const { ballast, reserve = 'usual', logger } = this.#deps
    if (ballast === undefined) return
    const least = reserveBytes(totalBytes, reserve)
    if (ballast.isThere && (freeBytes < least * RELEASE_RATIO || (this.#hasFailed && freeBytes < least))) {
      ballast.release()
      logger.error({ freeBytes, releasedBytes: size }, 'The disk is nearly full: the ballast was removed')
    } else if (!ballast.isThere && size > 0 && least > 0 && !this.isFull) {
      await ballast.make(totalBytes)
    }
  }

  /** Logs once when the disk becomes full, and once when it has room again. */
  #logChange(): void {
    if (this.isFull === this.#wasFull) return
    this.#wasFull = this.isFull
    const { logger } = this.#deps
    const fields = { freeBytes: this.freeBytes, isReportedByDatabase: this.#hasFailed }
    if (this.isFull) logger.error(fields, 'The disk is full: devices are refused until there is room')
    else logger.info(fields, 'The disk has room again: devices are served')
  }
}
