import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Keeps a copy of one data folder whose server is stopped, so that a test begins on it and need not make a database
 * again. Owners and rights are copied too.
 */
export class PreparedFolder {
  readonly #top: string

  constructor() {
    this.#top = mkdtempSync(join(tmpdir(), 'millwatch-prepared-'))
    chmodSync(this.#top, 0o711)
  }

  get #kept(): string {
    return join(this.#top, 'data')
  }

  /** Keeps a folder, unless one is kept already. */
  keep(folder: string): void {
    if (!existsSync(this.#kept)) copy(folder, this.#kept)
  }

  /** Copies the kept folder to a place that does not exist; does nothing while none is kept. */
  copyTo(folder: string): void {
    if (existsSync(this.#kept)) copy(this.#kept, folder)
  }

  remove(): void {
    rmSync(this.#top, { recursive: true, force: true })
  }
}

/** Copies a folder with owners and rights. Throws an error that says in one line what could not be copied. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Copying ${from} failed: ${stderr.trim().replaceAll('\n', '; ')}`)
}
