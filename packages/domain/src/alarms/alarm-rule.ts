import type { Range } from '../time/index.ts'
import type { AlarmArgs } from './alarm-type.ts'
import type { AlarmData, RuleNeeds, TripValue } from './rule.ts'

/**
 * Time `[from, to)` (epoch ms) in which the condition of an alarm holds; `to` is `Infinity` if only new data can end it. For a
 * type that is not trippable both are the instant of the trip.
 */
export interface AlarmSpan extends Range {
  /** Figures at `from`. */
  readonly value: TripValue
  /** Last instant at which people are notified, for a type that is not trippable. */
  readonly notifyUntil?: number
}

/**
 * Time `[from, to)` (epoch ms) in which the amount that a limit is compared with only rises or only falls: from `first` at
 * `from` to `last` at the last ms. An amount of one event, such as an impact, lasts 1 ms.
 */
export interface LevelPiece extends Range {
  readonly first: number
  readonly last: number
}

export interface SpanRequest {
  readonly args: AlarmArgs
  readonly data: AlarmData
  /**
   * Ranges (epoch ms) to evaluate, ascending: those in which the machine is active, not archived. The last `to` may be
   * `Infinity`.
   */
  readonly ranges: readonly Range[]
  /** First instant (epoch ms) to evaluate; `data.progress` contains the amounts counted before it. */
  readonly from: number
  /** Instant (epoch ms) from which preventative maintenance counts running time, cycles or days. */
  readonly base: number
}

/**
 * Rule of an alarm type. Its condition at an instant depends only on the stored data up to that instant; shift history is
 * the exception (`shiftReachMs`). So late data changes nothing before its own instant.
 */
export interface AlarmRule {
  readonly needs: (args: AlarmArgs) => RuleNeeds
  /**
   * Returns the spans in which the condition holds within `ranges`, ascending and apart; the span of due maintenance is not cut
   * to `ranges`. Time after the last data counts as silence: the last status, value and contact go on.
   */
  readonly spans: (request: SpanRequest) => AlarmSpan[]
  /**
   * Returns the amounts that are compared with the limit of the type (`ComparedLimit`) within `ranges`, ascending. Pieces may
   * touch, and impacts of one instant are pieces of the same time. It does not read the limit. Absent: the type has no limit.
   */
  readonly levels?: (request: SpanRequest) => LevelPiece[]
  /**
   * Time (ms) after now for which the rule can foresee changes: `SHIFTS_AHEAD_MS`, or `Infinity` for a rule that never reads
   * shift history.
   */
  readonly foreseesMs: number
}

/**
 * Time (ms) after now, 6 hours, for which rules that read shift history can foresee changes. Shift history is written through the
 * end of tomorrow.
 */
export const SHIFTS_AHEAD_MS = 21_600_000
