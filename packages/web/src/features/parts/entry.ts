import { LEAST_PART_QTY, MOST_PART_QTY, NEW_PART_ACTION, type PartAction } from '@millwatch/domain/parts'

/** Entries of a form for work on a part: part, action and quantity. */
export interface PartEntry {
  /** Id of the part; null: no part is chosen yet. */
  readonly partId: number | null
  readonly action: PartAction
  /** Quantity as typed. */
  readonly qty: string
}

/** Entry of a new row: no part, action replace, quantity 1. */
export const BLANK_PART: PartEntry = { partId: null, action: NEW_PART_ACTION, qty: '1' }

/** Returns the quantity that was typed; undefined if it is not a whole number from 1 to 1,000,000. */
export function qtyOf({ qty }: PartEntry): number | undefined {
  const value = /^\d{1,9}$/.test(qty.trim()) ? Number(qty) : 0
  return value >= LEAST_PART_QTY && value <= MOST_PART_QTY ? value : undefined
}
