import type { Working } from './day-plan.ts'

/** What distinguishes one kind of machine from another; the rest they have in common (`teller.ts`). */
export interface Kind {
  /**
   * How running and down are told: from `cycles` alone; by the `controller` itself; by `inputs`, 24v0 for running and
   * 120v0 for down; or by a lamp at 24v0 that is lit while it runs and is `flashing` while it is down.
   */
  readonly tells: 'cycles' | 'controller' | 'inputs' | 'flashing'
  /** What the device says it runs. */
  readonly firmware: string
  readonly working: Working
  /** Time of one cycle (ms), and how far cycles stray from it (share, about one standard deviation). */
  readonly cycleMs: number
  readonly strayRatio: number
  /** Cycles per event in full detail: above 1 for a device that has only a counter. */
  readonly countPerEvent: number
  /** Now and then a cycle takes so many times as long. */
  readonly slowRatio: number
  readonly slowFactor: number
  /** Degrees Celsius at rest and at work, time constant in minutes. */
  readonly temperature: { readonly rest: number; readonly work: number; readonly tauMinutes: number }
  /** The analog input at rest and at work, and how far it strays (about one standard deviation). */
  readonly analog: { readonly rest: number; readonly work: number; readonly stray: number }
  /** Telemetry besides cycles, every so many seconds; 0: none. */
  readonly telemetryS: number
}
