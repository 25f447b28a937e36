/**
 * Kinds of changes of a machine's data, as bits that are added up in `changed_kinds` until the evaluation of alarms has seen
 * them.
 */
export const CHANGE = {
  /** Cycles of the machine's primary device. */
  cycles: 1,
  /** Temperatures, analog inputs or cycle times. */
  values: 2,
  /** Status intervals of the machine. */
  status: 4,
  /** Contact of the machine's primary device with the server. */
  contact: 8,
  impacts: 16,
  /** Shift history of the past. */
  shifts: 32,
  /** Values of which `leastTemperature` and `mostTemperature` do not give the range. */
  unknownValues: 64,
} as const

/** Sum of all kinds of changes. */
export const ANY_CHANGE = 127

/** Change of a machine's data in one commit, as the evaluation of alarms reads it. */
export interface DataChange {
  /** Earliest instant of the changed data (epoch ms); null: nothing changed. */
  readonly changedFrom: number | null
  /** Latest instant of the changed data (epoch ms); null: nothing changed. */
  readonly changedTo: number | null
  /** Lowest and, in `mostTemperature`, highest temperature (°C) among the changed data; null: no temperature changed. */
  readonly leastTemperature: number | null
  readonly mostTemperature: number | null
  /** Sum of bits of `CHANGE`; 0: nothing changed. */
  readonly changedKinds: number
}
