/** Value axis that starts at 0, with a tick at every `step`. */
export interface ColumnScale {
  readonly max: number
  readonly step: number
}

/** Axis for percentages: up to 100, with a tick every 25 (specification 1, section 9). */
export const percentScale: ColumnScale = { max: 100, step: 25 }

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Returns an axis for hours that reaches at least `most`, with 4 ticks at a round number. */
export function hourScale(most: number): ColumnScale {
  const needed = Math.max(most, 0.04) / 4
  const power = 10 ** Math.floor(Math.log10(needed))
  const step = (ROUND.find((factor) => factor * power >= needed * (1 - 1e-9)) ?? 10) * power
  return { max: 4 * step, step }
}

/** Returns n so that the label of every n-th column is drawn and each label has `roomPx` pixels. */
export function labelStep(columns: number, width: number, roomPx: number): number {
  const fit = Math.max(1, Math.floor(width / roomPx))
  return Math.max(1, Math.ceil(columns / fit))
}
