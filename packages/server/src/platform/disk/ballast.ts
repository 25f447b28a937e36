import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskLook } from './reserve.ts'

const MIB = 1024 * 1024
const MOST_BYTES = 64 * MIB
/** Free space (bytes) for two segments of PostgreSQL's log, below which the database may not start. */
const NEEDED_TO_START = 32 * MIB
const SHARE_OF_VOLUME = 1 / 8

/**
 * A file that only takes space. When something else fills the disk, `DiskGuard` removes the file, so that PostgreSQL
 * has room for the work of people.
 */
export class Ballast {
  readonly #path: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.#path = join(folder, 'ballast')
  }

  async look(): Promise<DiskLook> {
    const { bavail, blocks, bsize } = await statfs(this.#folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  }

  /** Returns the size of the file for a volume (bytes): an eighth of the volume in whole MiB, at most 64 MiB. */
  sizeOn(totalBytes: number): number {
    return Math.min(MOST_BYTES, Math.floor((totalBytes * SHARE_OF_VOLUME) / MIB) * MIB)
  }

  get isThere(): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > 0
  }

  release(): void {
    rmSync(this.#path, { force: true })
  }

  /**
   * Removes the file if less than 32 MiB of the disk are free. To be called before the database is started, which would have no
   * room otherwise.
   */
  async releaseWhenNeeded(): Promise<void> {
    if (!this.isThere) return
    const { freeBytes } = await this.look()
    if (freeBytes < NEEDED_TO_START) this.release()
  }

  /**
   * Writes the file with its size for a volume of `totalBytes`, whole or not at all. Its bytes are random, so that a file system
   * with compression cannot shrink it. Throws if the disk is full.
   */
  async make(totalBytes: number): Promise<void> {
    const unfinished = `${this.#path}.unfinished`
    try {
      const file = await open(unfinished, 'w', 0o600)
      try {
        const chunk = randomBytes(MIB)
        for (let left = this.sizeOn(totalBytes); left > 0; left -= chunk.length) {
          chunk.writeUInt32LE(left % 2 ** 32)
          await file.write(chunk)
        }
      } finally {
        await file.close()
      }
      await rename(unfinished, this.#path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
}
