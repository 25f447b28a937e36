/** Work that maintenance does on a critical part, in the order in which lists offer it. */
export const partActions = [
  ...(['inspect', 'adjust', 'lubricate', 'clean', 'replace', 'refill'] as const),
  ...(['test', 'calibrate', 'swap', 'upgrade', 'consume', 'other'] as const),
] as const

export type PartAction = (typeof partActions)[number]

/** Action in a new row of the form. */
export const NEW_PART_ACTION: PartAction = 'replace'

/** Smallest quantity of one row of part history; the greatest is `MOST_PART_QTY`. */
export const LEAST_PART_QTY = 1
export const MOST_PART_QTY = 1_000_000

const past: Readonly<Record<PartAction, string>> = {
  inspect: 'inspected',
  adjust: 'adjusted',
  lubricate: 'lubricated',
  clean: 'cleaned',
  replace: 'replaced',
  refill: 'refilled',
  test: 'tested',
  calibrate: 'calibrated',
  swap: 'swapped',
  upgrade: 'upgraded',
  consume: 'consumed',
  other: 'maintained (other)',
}

/** Returns an action in the past tense: `replaced`. */
export const pastOfAction = (action: PartAction): string => past[action]

/** Returns the work that was done as text in the past tense, with the quantity if it is more than 1: `replaced × 4`. */
export const maintenanceText = (action: PartAction, qty: number): string =>
  qty > 1 ? `${past[action]} × ${qty}` : past[action]
