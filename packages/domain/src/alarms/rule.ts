import type { Contact } from '../devices/index.ts'
import type { ShiftRow } from '../shifts/index.ts'
import type { Interval } from '../status/index.ts'
import type { Range } from '../time/index.ts'
import type { SettingsFrom } from '../tree/index.ts'
import type { AlarmArgs, AlarmTypeId } from './alarm-type.ts'

/** Cycles that ended at an instant (epoch ms); `count` is at least 1. */
export interface CountedCycles {
  readonly at: number
  readonly count: number
}

/** Value of the quantity that an alarm watches, from an instant (epoch ms) until the next one. */
export interface WatchedValue {
  readonly at: number
  /** Temperature in °C, analog input in its configured unit, cycle time in seconds. */
  readonly value: number
  /**
   * Instant (epoch ms) from which values have been beyond the limit of the alarm; only on the first value of a list, and only if
   * that is beyond the limit.
   */
  readonly beyondSince?: number
}

/** Impact that a device reported at an instant (epoch ms). */
export interface Impact {
  readonly at: number
  readonly force: number
}

/** Amounts that alarms of preventative maintenance count since their base. Time while the machine was archived is left out. */
export interface Progress {
  readonly cycles: number
  readonly runningMs: number
}

/**
 * Stored data of one machine, as a rule needs it (`needsOf`). Lists ascend by time. A kind that the rule does not need is
 * empty. Data after the instant of evaluation may be present only in shift history.
 */
export interface AlarmData {
  /** First evidence of the machine (epoch ms), from which shift history counts; null: none ever. */
  readonly beganAt: number | null
  /** Whole status intervals, not cut; the last one is open. Empty for a machine that has none. */
  readonly intervals: readonly Interval[]
  /** Cycles of the primary devices. */
  readonly cycles: readonly CountedCycles[]
  readonly values: readonly WatchedValue[]
  readonly impacts: readonly Impact[]
  /** Contact of the machine's primary device; null: none ever. */
  readonly contact: Contact | null
  /** Rows of shift history, as stored. */
  readonly shifts: readonly ShiftRow[]
  /** All settings of the machine over time. */
  readonly settings: readonly SettingsFrom[]
  /** Starts (epoch ms) of the stops that a person ignored. */
  readonly ignoredStops: readonly number[]
  /** IANA zone of the machine. */
  readonly zone: string
  /** Amounts counted from the base (excluded) up to `from` (excluded); all 0 when `from` is the base. */
  readonly progress: Progress
}

/**
 * Data that a rule needs to evaluate from an instant on. A number is how many ms before that instant the list must be
 * complete; an absent kind is not needed.
 */
export interface RuleNeeds {
  /** Time (ms) before `from`: every status interval that ends after that instant is needed, whole. */
  readonly intervalsMs?: number
  /** Time (ms) before `from`: all cycles after that instant are needed. */
  readonly cyclesMs?: number
  /** Values after `from` minus `backMs`, and the last one at or before that instant. */
  readonly values?: { readonly quantity: Quantity; readonly backMs: number }
  /** Impacts from `from` on. */
  readonly impacts?: true
  readonly contact?: true
  /**
   * Shift history from `from` minus this and from the start of the first interval that is read, whichever is earlier, through
   * all that is written ahead.
   */
  readonly shiftsMs?: number
  readonly ignoredStops?: true
  readonly progress?: true
  /**
   * Time (ms) before its own instant at which a change of shift history can still change the alarm, at most
   * `OCCURRENCE_REACH_MS`. Other changes never change the alarm before their instant.
   */
  readonly shiftReachMs: number
}

/** Quantity that a telemetry alarm watches. */
export type Quantity = 'temperature' | 'analog' | 'cycle_time'

/** Amount that tripped an alarm, and the start of the time that the amount measures. */
export interface TripValue {
  /**
   * Figure that tripped the alarm: 1 and 5 cycles; 2 scheduled down time, 4 time without contact, 6 running time and 7 elapsed
   * time in ms; 3 force; 8 the value; 9 and 10 utilization in percent.
   */
  readonly amount: number
  /**
   * Start (epoch ms) of the time that `amount` measures: start of the last hours (1, 9), of the stop (2), of the shift (10), or
   * of the value beyond its limit (8); the impact (3), the last contact (4), the last maintenance (5 to 7).
   */
  readonly since: number
}

/** Trip of an alarm: tripped in `[trippedAt, clearedAt)`, epoch ms; `clearedAt` null: it still stands. */
export interface Trip {
  readonly trippedAt: number
  /** Equal to `trippedAt` for types that are not trippable. */
  readonly clearedAt: number | null
  readonly value: TripValue
  /** Last instant (epoch ms) at which people are notified of a trip that does not last; null for one that lasts. */
  readonly notifyUntil: number | null
}

/** Evaluation of an alarm over `[from, to]`, both included. */
export interface Evaluation {
  /** Trips that stand or begin in `[from, to]`, ascending. A trip that still stands at `to` has `clearedAt` null. */
  readonly trips: readonly Trip[]
  /** Next instant (epoch ms) after `to` at which the alarm can change without new data; null: never. */
  readonly nextAt: number | null
  /**
   * Amounts since the last completion of preventative maintenance that the API shows (`args_latest`): cycles, hours of running,
   * or elapsed time in the unit of its arguments; null for other types.
   */
  readonly latest: AlarmArgs | null
  /** Internal counters of the rule at `to`, stored so that the next evaluation need not count again from the beginning. */
  readonly progress: Progress
}

/** Request to evaluate an alarm. Instants are epoch ms. */
export interface EvaluationRequest {
  readonly typeId: AlarmTypeId
  readonly args: AlarmArgs
  readonly data: AlarmData
  /** First instant to evaluate, at least `base`. The time before it has been evaluated already. */
  readonly from: number
  /** Now: the last instant to evaluate. */
  readonly to: number
  /** Trip that stands just before `from`; null: the alarm is not tripped then. */
  readonly open: Pick<Trip, 'trippedAt' | 'value'> | null
  /**
   * Instant from which the alarm counts: for maintenance its last completion, for other types their last change of arguments,
   * else the creation of the alarm.
   */
  readonly base: number
}

/** Request for the trips that an alarm would have had inside a range of the past if its arguments had been in force then. */
export interface BacktestRequest {
  readonly typeId: AlarmTypeId
  readonly args: AlarmArgs
  /** Data of the range, and of the time before it that `needsOf` requires. */
  readonly data: AlarmData
  readonly range: Range
}
