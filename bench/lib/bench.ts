import type { Filled } from '../fill/filled.ts'
import type { Installation } from './installation.ts'
import type { Load } from './load.ts'
import type { Row } from './table.ts'

/** Options and shared installations for every measurement. */
export interface Bench {
  /** Number of runs of the product and of the reference. */
  readonly runs: number
  /** Duration of P10, in minutes. */
  readonly minutes: number
  readonly load: Load
  /**
   * Returns the small installation, created at the first call and then shared; its server is the only one while a row is
   * measured.
   */
  installation(): Promise<Installation>
  /** Returns the large installation of `npm run bench:fill`, started at the first call and then shared. */
  filled(): Promise<Filled>
  say(line: string): void
}

/** Measures one or more rows of the table. */
export type Measurement = (bench: Bench) => Promise<Row[]>
