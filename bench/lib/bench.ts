import type { Installation } from './installation.ts'
import type { Load } from './load.ts'
import type { Row } from './table.ts'

/** What every measurement is given. */
export interface Bench {
  /** How many runs of each side. */
  readonly runs: number
  readonly load: Load
  /** Made when first asked for, then shared. */
  installation(): Promise<Installation>
  say(line: string): void
}

/** One or more rows of the table. */
export type Measurement = (bench: Bench) => Promise<Row[]>
