/** Value axis from 0 to `max`, with a tick at every `step`. */
export interface ColumnScale {
  readonly max: number
  readonly step: number
}

/** Axis for percentages: up to 100, with a tick every 25 (specification 1, section 9). */
export const percentScale: ColumnScale = { max: 100, step: 25 }

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * Returns an axis for hours with 4 steps of a round length. Its end is the least such value that is not below `most`, and at
 * least 0.04 hours.
 */
export function hourScale(most: number): ColumnScale {
  const needed = Math.max(most, 0.04) / 4
  const power = 10 ** Math.floor(Math.log10(needed))
  const step = (ROUND.find((factor) => factor * power >= needed * (1 - 1e-9)) ?? 10) * power
  return { max: 4 * step, step }
}

/**
 * Returns n, at least 1, so that with a label at every n-th column each label has `roomPx` pixels. `width` is the width of
 * the plot, px.
 */
export function labelStep(columns: number, width: number, roomPx: number): number {
  const fit = Math.max(1, Math.floor(width / roomPx))
  return Math.max(1, Math.ceil(columns / fit))
}
