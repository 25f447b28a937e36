/** Kinds of changes of a machine's data, as bits: what a commit wrote since somebody last looked (`changed_kinds`). */
export const CHANGE = {
  /** Cycles of its primary device. */
  cycles: 1,
  /** Temperatures, analog inputs and cycle times. */
  values: 2,
  /** Status intervals. */
  status: 4,
  /** Contact of its primary device with the server. */
  contact: 8,
  impacts: 16,
  /** Shift history of the past. */
  shifts: 32,
  /** Values that `leastTemperature` and `mostTemperature` do not cover. */
  unknownValues: 64,
} as const

/** All kinds of changes. */
export const ANY_CHANGE = 127

/** Change of a machine's data in one commit. */
export interface DataChange {
  /** Earliest instant at which something changed (epoch ms); null: nothing did. */
  readonly changedFrom: number | null
  /** Latest instant at which something changed (epoch ms); null: nothing did. */
  readonly changedTo: number | null
  /** The least and the greatest temperature (°C) among what changed; null: there is none. */
  readonly leastTemperature: number | null
  readonly mostTemperature: number | null
  /** Bits of `CHANGE`; 0: nothing changed. */
  readonly changedKinds: number
}
