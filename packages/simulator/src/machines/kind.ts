import type { Working } from './day-plan.ts'

/** Properties in which one kind of machine differs from another; `device-events.ts` has the common behaviour. */
export interface Kind {
  /**
   * Signals from which running and down follow. `cycles`: cycles only. `controller`: status events. `inputs`: 24v0 for running
   * and 120v0 for down. `flashing`: a lamp at 24v0 that is lit while the machine runs and flashes while it is down.
   */
  readonly signals: 'cycles' | 'controller' | 'inputs' | 'flashing'
  /** Firmware version that the device reports. */
  readonly firmware: string
  readonly working: Working
  /** Time of one cycle (ms), and its variation as a ratio (about one standard deviation). */
  readonly cycleMs: number
  readonly strayRatio: number
  /** Cycles per event in full detail; above 1 for a device that has only a counter. */
  readonly countPerEvent: number
  /** Share of cycles that are slow, and how many times longer those take. */
  readonly slowRatio: number
  readonly slowFactor: number
  /** Degrees Celsius at rest and at work, time constant in minutes. */
  readonly temperature: { readonly rest: number; readonly work: number; readonly tauMinutes: number }
  /** Analog input at rest and at work, and its variation (about one standard deviation). */
  readonly analog: { readonly rest: number; readonly work: number; readonly stray: number }
  /** Interval of telemetry in addition to cycles, in seconds; 0: none. */
  readonly telemetryS: number
  /** Share of stops that begin with a blow, which the device reports; absent: the machine has no shock sensor. */
  readonly impactRatio?: number
}
