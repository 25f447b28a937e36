import type { Filled } from '../fill/filled.ts'
import type { Installation } from './installation.ts'
import type { Load } from './load.ts'
import type { Row } from './table.ts'

/** What every measurement is given. */
export interface Bench {
  /** How many runs of each side. */
  readonly runs: number
  /** How long P10 goes on. */
  readonly minutes: number
  readonly load: Load
  /** Made when first asked for, then shared; its server runs alone while a row is measured. */
  installation(): Promise<Installation>
  /** The large one of `npm run bench:fill`, started when first asked for, then shared. */
  filled(): Promise<Filled>
  say(line: string): void
}

/** One or more rows of the table. */
export type Measurement = (bench: Bench) => Promise<Row[]>
