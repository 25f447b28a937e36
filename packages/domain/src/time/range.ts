/** Half-open `[from, to)` in epoch ms. */
export interface Range {
  readonly from: number
  readonly to: number
}
