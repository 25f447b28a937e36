/** The notation of the tables of figures: where a figure stands in an answer. */

/** What was reading, as far as it decides which places hold the same figure. */
export interface Reading {
  readonly shift: number
  /** Startup cycles or outliers are left out of averages. */
  readonly leavesOut: boolean
}

/**
 * One place of a figure: the name of an answer and a path in it, as `util sum buckets.cycles`. In the path `.` leads into an object,
 * or, for a list, into each entry; `sum` adds the entries up; `x100` behind multiplies.
 */
export type Place = string | { readonly place: string; readonly when: (reading: Reading) => boolean }

/** Places by the name of the figure that all of them hold. */
export type Table = Readonly<Record<string, readonly Place[]>>

/** A place that holds the figure only where no shift is chosen. */
export const ofAllShifts = (place: string): Place => ({ place, when: ({ shift }) => shift === 0 })

/** A place that holds the figure only where no cycles are left out of averages. */
export const ofAllCycles = (place: string): Place => ({ place, when: ({ leavesOut }) => !leavesOut })

/** A place that holds the figure only where neither is: rows of cycles that are left out are not listed, with their readings. */
export const ofAllRows = (place: string): Place => ({
  place,
  when: ({ shift, leavesOut }) => shift === 0 && !leavesOut,
})

/** Rows of a table for several figures that stand in the same places. */
export function each(names: readonly string[], placesOf: (name: string) => readonly Place[], suffix = ''): Table {
  return Object.fromEntries(names.map((name) => [`${name}${suffix}`, placesOf(name)]))
}

export const statuses = ['running_s', 'down_s', 'offline_s', 'powered_off_s'] as const
export const averages = ['cycle_time_avg', 'temp_avg', 'analog_avg'] as const
/** Money and parts that add up over buckets, and what is missing of them, which does not. */
export const adding = ['revenue', 'potential_revenue', 'parts', 'potential_parts'] as const
export const missing = ['missed_revenue', 'missed_parts'] as const

/** Parts of the explanation, with what the stretches of an account count as. */
export const explained: readonly (readonly [name: string, countsAs: string])[] = [
  ['running_inside_s', 'running'],
  ['running_outside_counted_s', 'running_outside_counted'],
  ['running_outside_left_out_s', 'running_outside_left_out'],
  ['short_downtime_counted_s', 'short_downtime_counted'],
  ['short_downtime_left_out_s', 'short_downtime_left_out'],
  ['excessive_downtime_s', 'excessive_downtime'],
]
