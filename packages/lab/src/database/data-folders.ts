import { execFileSync } from 'node:child_process'
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
    if (!existsSync(this.#kept)) execFileSync('cp', ['-a', folder, this.#kept])
  }

  /** Copies the kept folder to a place that does not exist; does nothing while none is kept. */
  copyTo(folder: string): void {
    if (existsSync(this.#kept)) execFileSync('cp', ['-a', this.#kept, folder])
  }

  remove(): void {
    rmSync(this.#top, { recursive: true, force: true })
  }
}
