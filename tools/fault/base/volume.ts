import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Skipped } from './kind.ts'

const MIB = 1024 * 1024

/** Small separate disk in memory, which a test can fill. */
export class Volume {
  readonly folder: string
  readonly #filler: string

  private constructor(folder: string) {
    this.folder = folder
    this.#filler = join(folder, 'filler')
  }

  /** Mounts a volume of `sizeMib` MiB on a new folder and returns it. Throws `Skipped` if this user may not mount it. */
  static mount(sizeMib: number): Volume {
    const folder = mkdtempSync(join(tmpdir(), 'millwatch-volume-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m,mode=0711`, 'millwatch', folder], { stdio: 'pipe' })
    } catch (error) {
      rmSync(folder, { recursive: true })
      throw new Skipped('a small volume cannot be mounted here; it takes root', { cause: error })
    }
    chmodSync(folder, 0o711)
    return new Volume(folder)
  }

  /** Fills the free space to the last byte with a file and returns the number of bytes written. */
  fill(): number {
    const file = openSync(this.#filler, 'a')
    let bytes = 0
    try {
      for (let size = MIB; size >= 1; ) {
        const written = writeSome(file, size)
        bytes += written
        if (written < size) size = Math.floor(size / 2)
      }
    } finally {
      closeSync(file)
    }
    return bytes
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder], { stdio: 'pipe' })
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * Writes up to `bytes` bytes and returns the number written, which is less if the disk becomes full, and 0 if it is full. Other
 * errors are thrown.
 */
function writeSome(file: number, bytes: number): number {
  try {
    return writeSync(file, Buffer.alloc(bytes, 1))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 0
    throw error
  }
}
