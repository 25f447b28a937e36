import type { Working } from './day-plan.ts'

/**
 * Properties in which one kind of machine differs from another; `device-events.ts` contains the behaviour that all kinds share.
 */
export interface Kind {
  /**
   * Signals from which a server derives running and down. `cycles`: cycles only. `controller`: status events. `inputs`: 24v0 for
   * running and 120v0 for down. `flashing`: a lamp at 24v0 that is lit while the machine runs and flashes while it is down.
   */
  readonly signals: 'cycles' | 'controller' | 'inputs' | 'flashing'
  /** Firmware version that the device reports. */
  readonly firmware: string
  readonly working: Working
  /** Time of one cycle (ms). `strayRatio` is its variation as a ratio (about one standard deviation). */
  readonly cycleMs: number
  readonly strayRatio: number
  /** Number of cycles per event in full detail; above 1 for a device that only counts cycles. */
  readonly countPerEvent: number
  /** Share of cycles that are slow (0 to 1). `slowFactor` is the factor by which those take longer. */
  readonly slowRatio: number
  readonly slowFactor: number
  /** Temperature at rest and at work in degrees Celsius, and time constant of the change in minutes. */
  readonly temperature: { readonly rest: number; readonly work: number; readonly tauMinutes: number }
  /** Analog reading at rest and at work, and its variation (about one standard deviation). */
  readonly analog: { readonly rest: number; readonly work: number; readonly stray: number }
  /** Interval of telemetry in addition to cycles, in seconds; 0: none. */
  readonly telemetryS: number
  /** Share of stops (0 to 1) that begin with a blow, which the device reports; absent: the machine has no shock sensor. */
  readonly impactRatio?: number
}
