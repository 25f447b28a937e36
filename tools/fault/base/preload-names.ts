/** The environment variables by which a run of faults talks to what it loads into a server (`preload-*.ts`). */
export const DIE_AT = 'MILLWATCH_FAULT_DIE_AT'
export const DIE_AT_PASS = 'MILLWATCH_FAULT_DIE_AT_PASS'
export const CLOCK_FILE = 'MILLWATCH_FAULT_CLOCK_FILE'

/**
 * Where a server process kills itself: at a prepared statement of this name, or at the commit of a transaction in which one of
 * this name ran; or when the answer to a device has left.
 */
export type DeathPoint =
  | `${'before' | 'after'} ${string}`
  | `${'before' | 'after'} commit of ${string}`
  | 'after answer'

/** What the clock of a process shows: true time, plus `offsetMs`, plus `rate` for every ms since `since` (epoch ms). */
export interface ClockShift {
  readonly offsetMs: number
  readonly rate: number
  readonly since: number
}
