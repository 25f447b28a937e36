import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClockShift } from './preload-names.ts'

/** Shift of a clock that shows the true time. */
export const still: ClockShift = { offsetMs: 0, rate: 0, since: 0 }

/** A file with the clock shift. It is replaced in one step, because a process reads it many times a second. */
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
