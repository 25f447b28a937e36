/** Range of time `[from, to)` in epoch ms: it includes `from` and not `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}
