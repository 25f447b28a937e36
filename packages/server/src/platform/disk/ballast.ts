import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskLook } from './reserve.ts'

const MIB = 1024 * 1024
const MOST_BYTES = 64 * MIB
/** Two pieces of PostgreSQL's log. */
const NEEDED_TO_START = 32 * MIB
const SHARE_OF_VOLUME = 1 / 8

/**
 * A file that only takes space. When something else fills the disk to its last byte, it is removed, and PostgreSQL has room
 * for what people do meanwhile.
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

  /** Its size on a volume: an eighth, at most 64 MiB. */
  sizeOn(totalBytes: number): number {
    return Math.min(MOST_BYTES, Math.floor((totalBytes * SHARE_OF_VOLUME) / MIB) * MIB)
  }

  get isThere(): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > 0
  }

  release(): void {
    rmSync(this.#path, { force: true })
  }

  /** Before anything was started: removes it where the database would not have room to come up. */
  async releaseWhenNeeded(): Promise<void> {
    if (!this.isThere) return
    const { freeBytes } = await this.look()
    if (freeBytes < NEEDED_TO_START) this.release()
  }

  /** Writes it whole or not at all. Of chance, so that a file system that compresses does not make it small. */
  async make(totalBytes: number): Promise<void> {
    const unfinished = `${this.#path}.unfinished`
    try {
      const file = await open(unfinished, 'w', 0o600)
      try {
        const piece = randomBytes(MIB)
        for (let left = this.sizeOn(totalBytes); left > 0; left -= piece.length) {
          piece.writeUInt32LE(left % 2 ** 32)
          await file.write(piece)
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
