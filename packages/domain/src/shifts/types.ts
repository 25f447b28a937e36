/** Number of a shift: 0 is scheduled time without a shift; 1 to 3 are the first, second and third shift. */
export type Shift = 0 | 1 | 2 | 3

/** Scheduled time of a shift in shift history, `[startedAt, endedAt)` in epoch ms. */
export interface ShiftRow {
  readonly shift: Shift
  readonly startedAt: number
  readonly endedAt: number
  /** IANA zone in force when the row was written; the days of the shift are local days of this zone. */
  readonly zone: string
}
