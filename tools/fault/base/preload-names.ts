/** Names of the environment variables for the files that a fault run loads into a server (`preload-*.ts`). */
export const DIE_AT = 'MILLWATCH_FAULT_DIE_AT'
export const DIE_AT_PASS = 'MILLWATCH_FAULT_DIE_AT_PASS'
export const CLOCK_FILE = 'MILLWATCH_FAULT_CLOCK_FILE'

/**
 * The point at which a server process kills itself: a prepared statement of this name, the commit of a transaction in which it
 * ran, or the sent answer to a device.
 */
export type DeathPoint =
  | `${'before' | 'after'} ${string}`
  | `${'before' | 'after'} commit of ${string}`
  | 'after answer'

/** Shift of the clock of a process: true time, plus `offsetMs`, plus `rate` for every ms since `since` (epoch ms). */
export interface ClockShift {
  readonly offsetMs: number
  readonly rate: number
  readonly since: number
}
