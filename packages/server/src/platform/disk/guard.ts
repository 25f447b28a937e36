import type { Clock } from '../clock.ts'
import { StorageFull } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Ballast } from './ballast.ts'
import { type DiskLook, type DiskReserve, isReserveReached, reserveBytes } from './reserve.ts'

export type { DiskLook } from './reserve.ts'

const LOOK_MS = 1000
/** Time (ms) for which devices are refused after an error `disk full` of the database, before one message is tried again. */
const TRY_AGAIN_MS = 5000
/**
 * Ratio of the reserve; with less free space the ballast is removed, since messages of devices cannot have filled the disk that
 * far.
 */
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
 * Guard that refuses messages of devices while the disk of the database has only its reserve left, or the database reports it
 * full. Devices send their messages later; the reserve is for people and PostgreSQL itself. After `start`, it looks at the disk
 * every second and removes or remakes the ballast.
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
   * Throws `storage_full` like `peekRoom`, for a message that is about to be stored. While the database reports a full disk, lets
   * one message through every 5 s as an attempt.
   */
  requireRoom(): void {
    this.peekRoom()
    if (this.#hasFailed) this.#tryAgainAt = this.#deps.clock.monotonicMs() + TRY_AGAIN_MS
  }

  /**
   * Registers that the database could not write because its disk is full: devices are refused until `written`, except for one
   * attempt every 5 s. Checks the disk.
   */
  failed(): void {
    this.#hasFailed = true
    this.#tryAgainAt = this.#deps.clock.monotonicMs() + TRY_AGAIN_MS
    this.#logChange()
    void this.look()
  }

  /** Registers that the database wrote successfully, which ends a refusal by `failed`. */
  written(): void {
    if (!this.#hasFailed) return
    this.#hasFailed = false
    this.#logChange()
  }

  /** Checks the disk, and then every second until `stop`. */
  async start(): Promise<void> {
    await this.look()
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  /** Checks the disk once, after checks that are still running. Never rejects: a failed check is logged. */
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
