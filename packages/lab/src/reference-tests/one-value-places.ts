/** Choices of a question that decide which places hold the same figure; shift 0 stands for all shifts. */
export interface FigureChoice {
  readonly shift: number
  /** Startup cycles or outliers are left out of averages. */
  readonly leavesOut: boolean
}

/**
 * A place of a figure: the name of an answer and a path in it, such as `util sum buckets.cycles`. In the path `.` leads into an
 * object or into each entry of a list; `sum` adds the entries up; `x100` at the end multiplies by 100.
 */
export type FigurePlace = string | { readonly place: string; readonly when: (reading: FigureChoice) => boolean }

/** Places by the name of the figure that all of them hold. */
export type FigureTable = Readonly<Record<string, readonly FigurePlace[]>>

/** Returns a place that holds the figure only when no shift is selected. */
export const ofAllShifts = (place: string): FigurePlace => ({ place, when: ({ shift }) => shift === 0 })

/** Returns a place that holds the figure only when averages include all cycles. */
export const ofAllCycles = (place: string): FigurePlace => ({ place, when: ({ leavesOut }) => !leavesOut })

/**
 * Returns a place that holds the figure only with all shifts and all cycles, since rows of excluded cycles are not listed, nor
 * their readings.
 */
export const ofAllRows = (place: string): FigurePlace => ({
  place,
  when: ({ shift, leavesOut }) => shift === 0 && !leavesOut,
})

/** Returns the rows of a table for several figures that have the same places. */
export function each(
  names: readonly string[],
  placesOf: (name: string) => readonly FigurePlace[],
  suffix = '',
): FigureTable {
  return Object.fromEntries(names.map((name) => [`${name}${suffix}`, placesOf(name)]))
}

export const statuses = ['running_s', 'down_s', 'offline_s', 'powered_off_s'] as const
export const averages = ['cycle_time_avg', 'temp_avg', 'analog_avg'] as const
/** Names of money and parts fields; `adding` ones add up over buckets, `missing` ones do not. */
export const adding = ['revenue', 'potential_revenue', 'parts', 'potential_parts'] as const
export const missing = ['missed_revenue', 'missed_parts'] as const

/** Fields of the explanation, each with the name of the class in an account that it equals. */
export const explained: readonly (readonly [name: string, countsAs: string])[] = [
  ['running_inside_s', 'running'],
  ['running_outside_counted_s', 'running_outside_counted'],
  ['running_outside_left_out_s', 'running_outside_left_out'],
  ['short_downtime_counted_s', 'short_downtime_counted'],
  ['short_downtime_left_out_s', 'short_downtime_left_out'],
  ['excessive_downtime_s', 'excessive_downtime'],
  ['offline_scheduled_s', 'offline'],
]
