import type { OfferLimits } from '../tree/index.ts'

/** Lists that limit where a critical part is used; all empty: on every machine. */
export type PartScope = Required<OfferLimits>

export const EVERYWHERE: PartScope = {
  orgUnitIds: [],
  equipmentIds: [],
  categoryIds: [],
  manufacturerIds: [],
  modelIds: [],
}
