import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Keeps a copy of one data folder whose server is stopped, so that a test begins on it and need not make a database
 * again. Owners and rights are copied too. After `remove` another folder can be kept: files of tests that a process runs
 * one after the other share a module, and this with it.
 */
export class PreparedFolder {
  /** The folder that holds the copy, while one is kept. */
  #top: string | undefined

  /** Keeps a folder, unless one is kept already. */
  keep(folder: string): void {
    if (this.#top !== undefined) return
    const top = mkdtempSync(join(tmpdir(), 'millwatch-prepared-'))
    chmodSync(top, 0o711)
    copy(folder, join(top, 'data'))
    this.#top = top
  }

  /** Copies the kept folder to a place that does not exist; does nothing while none is kept. */
  copyTo(folder: string): void {
    if (this.#top !== undefined) copy(join(this.#top, 'data'), folder)
  }

  remove(): void {
    if (this.#top !== undefined) rmSync(this.#top, { recursive: true, force: true })
    this.#top = undefined
  }
}

/** Copies a folder with owners and rights. Throws an error that says in one line what could not be copied. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Copying ${from} failed: ${stderr.trim().replaceAll('\n', '; ')}`)
}
