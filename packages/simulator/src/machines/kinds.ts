import type { Kind } from './kind.ts'

type Shifts = Kind['working']['shifts']

const week = (
  weekdays: readonly (readonly [number, number])[],
  saturday = weekdays.slice(0, 0),
  sunday = saturday,
): Shifts => ({
  0: sunday,
  1: weekdays,
  2: weekdays,
  3: weekdays,
  4: weekdays,
  5: weekdays,
  6: saturday,
})
const allDay = [[0, 24]] as const

export const roundTheClock: Shifts = week(allDay, [...allDay])
export const threeShifts: Shifts = week(allDay, [[0, 14]], [[22, 24]])
export const twoShifts: Shifts = week(
  [
    [6, 14],
    [14, 22],
  ],
  [[6, 12]],
  [],
)
export const dayShift: Shifts = week([[7, 15.5]])

const lunches = [
  [2.5, 3],
  [10.5, 11],
  [18.5, 19],
] as const

/** Press: a stroke every 2.6 s in two shifts, with stops for coil changes or a stuck die. It is off outside its shifts. */
const press: Kind = {
  signals: 'cycles',
  firmware: '2.3.1',
  working: {
    shifts: twoShifts,
    breaks: lunches,
    rest: 'off',
    warmUpMinutes: [6, 18],
    stopsPerHour: 0.9,
    stopMinutes: [2, 14],
    breakdownsPerWeek: 0.6,
    breakdownMinutes: [40, 260],
  },
  cycleMs: 2_600,
  strayRatio: 0.012,
  countPerEvent: 1,
  slowRatio: 0.002,
  slowFactor: 3.5,
  temperature: { rest: 22, work: 48, tauMinutes: 25 },
  analog: { rest: 4, work: 610, stray: 14 },
  telemetryS: 0,
  impactRatio: 0.12,
}

/**
 * Injection moulding machine: a shot every 34 s in three shifts, without breaks. It keeps power and a warm mould outside them.
 */
const moulding: Kind = {
  signals: 'cycles',
  firmware: '2.3.1',
  working: {
    shifts: threeShifts,
    breaks: [],
    rest: 'stop',
    warmUpMinutes: [15, 40],
    stopsPerHour: 0.3,
    stopMinutes: [6, 34],
    breakdownsPerWeek: 0.7,
    breakdownMinutes: [60, 420],
  },
  cycleMs: 34_000,
  strayRatio: 0.01,
  countPerEvent: 1,
  slowRatio: 0.01,
  slowFactor: 1.6,
  temperature: { rest: 182, work: 231, tauMinutes: 14 },
  analog: { rest: 12, work: 845, stray: 9 },
  telemetryS: 0,
}

/**
 * Machining centre whose controller sends running, down and power: programs of about 3.5 minutes in two shifts, with part changes
 * between them.
 */
const machining: Kind = {
  signals: 'controller',
  firmware: '2.3.1',
  working: {
    shifts: twoShifts,
    breaks: lunches,
    rest: 'off',
    warmUpMinutes: [8, 25],
    stopsPerHour: 2.6,
    stopMinutes: [0.8, 11],
    breakdownsPerWeek: 0.5,
    breakdownMinutes: [50, 380],
  },
  cycleMs: 212_000,
  strayRatio: 0.03,
  countPerEvent: 1,
  slowRatio: 0.03,
  slowFactor: 1.7,
  temperature: { rest: 24, work: 41, tauMinutes: 18 },
  analog: { rest: 6, work: 388, stray: 46 },
  telemetryS: 30,
  impactRatio: 0.04,
}

/** Packaging line that counts packs, eight per event, and stops 3.4 times an hour, mostly for a few minutes. */
const packaging: Kind = {
  signals: 'controller',
  firmware: '2.3.1',
  working: {
    shifts: twoShifts,
    breaks: lunches,
    rest: 'silent',
    warmUpMinutes: [4, 12],
    stopsPerHour: 3.4,
    stopMinutes: [0.4, 6.5],
    breakdownsPerWeek: 0.4,
    breakdownMinutes: [30, 150],
  },
  cycleMs: 1_250,
  strayRatio: 0.02,
  countPerEvent: 8,
  slowRatio: 0,
  slowFactor: 1,
  temperature: { rest: 21, work: 29, tauMinutes: 20 },
  analog: { rest: 0, work: 240, stray: 5 },
  telemetryS: 0,
}

export const kinds = { press, moulding, machining, packaging } as const
export type KindName = keyof typeof kinds

/**
 * Changes by which a machine differs from its kind. An absent field keeps the value of the kind; absent `oneOffs` and `broken`
 * mean none.
 */
export interface Variant {
  /** Its own cycle time (ms). */
  readonly cycleMs?: number | undefined
  readonly breaks?: Kind['working']['breaks'] | undefined
  readonly shifts?: Shifts | undefined
  readonly signals?: Kind['signals'] | undefined
  readonly firmware?: string | undefined
  /** Factor by which the stops per hour are multiplied; absent: 1. */
  readonly stopsRatio?: number | undefined
  readonly oneOffs?: Kind['working']['oneOffs']
  readonly broken?: Kind['working']['broken']
}

/**
 * Returns the properties of a kind of machine with those of the changes that are given; `stopsRatio` multiplies the stops per
 * hour. The kind itself is not changed.
 */
export function variant(
  name: KindName,
  { shifts, breaks, oneOffs, broken, stopsRatio = 1, ...changes }: Variant,
): Kind {
  const kind = kinds[name]
  return {
    ...kind,
    cycleMs: changes.cycleMs ?? kind.cycleMs,
    signals: changes.signals ?? kind.signals,
    firmware: changes.firmware ?? kind.firmware,
    working: {
      ...kind.working,
      shifts: shifts ?? kind.working.shifts,
      breaks: breaks ?? kind.working.breaks,
      stopsPerHour: kind.working.stopsPerHour * stopsRatio,
      oneOffs,
      broken,
    },
  }
}
