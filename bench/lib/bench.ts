import type { Filled } from '../fill/filled.ts'
import type { Installation } from './installation.ts'
import type { Load } from './load.ts'
import type { Row } from './table.ts'

/** Options and shared installations of a benchmark, given to every measurement. */
export interface Bench {
  /** Number of runs of the product and of its reference in each row. */
  readonly runs: number
  /** Duration of P10 and WALL, in minutes. */
  readonly minutes: number
  readonly load: Load
  /** Returns the small installation, which is created at the first call and shared by all rows. */
  installation(): Promise<Installation>
  /**
   * Returns the large installation of `npm run bench:fill`, which is started at the first call and shared by all later rows. The
   * small installation is stopped before. Rejects if the large one does not exist.
   */
  filled(): Promise<Filled>
  say(line: string): void
}

/** Function that measures one or more rows of the table; the list is empty if they cannot be measured on this machine. */
export type Measurement = (bench: Bench) => Promise<Row[]>
