import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Copy of the data folder of a stopped server, so that each test begins on the copy instead of making a database again. Owners
 * and rights are copied too. After `remove` another folder can be kept, which matters because test files of one process share the
 * module.
 */
export class PreparedFolder {
  /** Temporary folder that contains the copy; undefined while there is none. */
  #top: string | undefined

  /**
   * Copies a folder to a temporary place, from where `copyTo` copies it back. Does nothing while a copy is kept. Throws an error
   * if the folder cannot be copied.
   */
  keep(folder: string): void {
    if (this.#top !== undefined) return
    const top = mkdtempSync(join(tmpdir(), 'millwatch-prepared-'))
    chmodSync(top, 0o711)
    copy(folder, join(top, 'data'))
    this.#top = top
  }

  /** Copies the kept folder to `folder`, which must not exist yet. Does nothing while no copy is kept. */
  copyTo(folder: string): void {
    if (this.#top !== undefined) copy(join(this.#top, 'data'), folder)
  }

  remove(): void {
    if (this.#top !== undefined) rmSync(this.#top, { recursive: true, force: true })
    this.#top = undefined
  }
}

/**
 * Copies a folder with owners and rights by `cp -a`. Throws an error with the reason in one line if it cannot be copied
 * completely.
 */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Copying ${from} failed: ${stderr.trim().replaceAll('\n', '; ')}`)
}
