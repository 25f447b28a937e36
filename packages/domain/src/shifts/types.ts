/** 0: scheduled, but no shift; 1 to 3: first, second, third shift. */
export type Shift = 0 | 1 | 2 | 3

/** A stretch of shift history `[startedAt, endedAt)` (epoch ms). */
export interface ShiftRow {
  readonly shift: Shift
  readonly startedAt: number
  readonly endedAt: number
  /** The IANA zone in force when it was written: its local days are the shift's days. */
  readonly zone: string
}
