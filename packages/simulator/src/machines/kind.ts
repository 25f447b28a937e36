import type { Working } from './day-plan.ts'

/** What distinguishes one kind of machine from another; the rest they have in common (`teller.ts`). */
export interface Kind {
  /** `cycles`: running and down are told from cycles alone; `controller`: the device tells them, and power. */
  readonly tells: 'cycles' | 'controller'
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
