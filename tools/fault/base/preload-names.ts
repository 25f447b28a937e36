/**
 * Name of the environment variable for the point at which a server kills itself, as the files `preload-*.ts` read it. The
 * constants below name the number of times it must be reached, and the file with the clock shift.
 */
export const DIE_AT = 'MILLWATCH_FAULT_DIE_AT'
export const DIE_AT_PASS = 'MILLWATCH_FAULT_DIE_AT_PASS'
export const CLOCK_FILE = 'MILLWATCH_FAULT_CLOCK_FILE'

/**
 * Point at which a server process kills itself: before or after a prepared statement of this name, before or after the commit of
 * a transaction in which it ran, or after an answer to a device was sent.
 */
export type DeathPoint =
  | `${'before' | 'after'} ${string}`
  | `${'before' | 'after'} commit of ${string}`
  | 'after answer'

/**
 * Shift of the clock of a process: it shows the true time, plus `offsetMs`, plus `rate` ms for every ms since `since` (epoch ms).
 */
export interface ClockShift {
  readonly offsetMs: number
  readonly rate: number
  readonly since: number
}
