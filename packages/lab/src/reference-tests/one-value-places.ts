/** Choices of a question that decide which places of a table contain the same figure. Shift 0 means all shifts. */
export interface FigureChoice {
  readonly shift: number
  /** True if startup cycles or outliers are left out of averages. */
  readonly leavesOut: boolean
}

/**
 * Place of a figure: the name of an answer and a path in it, such as `util sum buckets.cycles`. In the path `.` leads into an
 * object or into each entry of a list, `sum` adds up the entries, and `x100` at the end multiplies by 100. With `when` the place
 * is read only if that returns true.
 */
export type FigurePlace = string | { readonly place: string; readonly when: (reading: FigureChoice) => boolean }

/** Places of equal value, by the name of the figure. All places of a figure must have the same value in the same answers. */
export type FigureTable = Readonly<Record<string, readonly FigurePlace[]>>

/** Returns a place that is read only if no shift is selected. */
export const ofAllShifts = (place: string): FigurePlace => ({ place, when: ({ shift }) => shift === 0 })

/** Returns a place that is read only if averages include all cycles. */
export const ofAllCycles = (place: string): FigurePlace => ({ place, when: ({ leavesOut }) => !leavesOut })

/**
 * Returns a place that is read only for all shifts and all cycles, because the answer lists neither the rows of excluded cycles
 * nor their readings.
 */
export const ofAllRows = (place: string): FigurePlace => ({
  place,
  when: ({ shift, leavesOut }) => shift === 0 && !leavesOut,
})

/**
 * Returns the rows of a table for several figures: for each name, under `name` and `suffix`, the places that `placesOf` returns
 * for it.
 */
export function each(
  names: readonly string[],
  placesOf: (name: string) => readonly FigurePlace[],
  suffix = '',
): FigureTable {
  return Object.fromEntries(names.map((name) => [`${name}${suffix}`, placesOf(name)]))
}

export const statuses = ['running_s', 'down_s', 'offline_s', 'powered_off_s'] as const
export const averages = ['cycle_time_avg', 'temp_avg', 'analog_avg'] as const
/** Names of the fields of money and parts that add up over buckets. Those in `missing` do not. */
export const adding = ['revenue', 'potential_revenue', 'parts', 'potential_parts'] as const
export const missing = ['missed_revenue', 'missed_parts'] as const

/** Fields of the explanation of utilization, each with the class of an account whose sum it equals. */
export const explained: readonly (readonly [name: string, countsAs: string])[] = [
  ['running_inside_s', 'running'],
  ['running_outside_counted_s', 'running_outside_counted'],
  ['running_outside_left_out_s', 'running_outside_left_out'],
  ['short_downtime_counted_s', 'short_downtime_counted'],
  ['short_downtime_left_out_s', 'short_downtime_left_out'],
  ['excessive_downtime_s', 'excessive_downtime'],
  ['offline_scheduled_s', 'offline'],
]
