/** A value axis from 0 on, with a tick at every step. */
export interface ColumnScale {
  readonly max: number
  readonly step: number
}

/** Percentages are drawn up to 100, with a tick every 25 (specification 1, section 9). */
export const percentScale: ColumnScale = { max: 100, step: 25 }

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Hours up to the most a bar holds, in 4 ticks of a round number. */
export function hourScale(most: number): ColumnScale {
  const needed = Math.max(most, 0.04) / 4
  const power = 10 ** Math.floor(Math.log10(needed))
  const step = (ROUND.find((one) => one * power >= needed * (1 - 1e-9)) ?? 10) * power
  return { max: 4 * step, step }
}

/** How many columns apart the words under them stand, so that each has its room. */
export function labelStep(columns: number, width: number, roomPx: number): number {
  const fit = Math.max(1, Math.floor(width / roomPx))
  return Math.max(1, Math.ceil(columns / fit))
}
