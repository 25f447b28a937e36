import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClockShift } from './preload-names.ts'

/** Clock shift of a process whose clock shows the true time. */
export const still: ClockShift = { offsetMs: 0, rate: 0, since: 0 }

/**
 * File with the clock shift for processes, made with no shift. It is replaced in a single step, because processes read it many
 * times a second.
 */
export class ClockOfFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'millwatch-clock-'))
  readonly path = join(this.#folder, 'clock.json')

  constructor() {
    this.show(still)
  }

  show(shift: ClockShift): void {
    writeFileSync(`${this.path}.new`, JSON.stringify(shift))
    renameSync(`${this.path}.new`, this.path)
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
