import type { Limits } from '../tree/index.ts'

/** Lists that limit where a critical part is used; all empty: on every machine. */
export type PartScope = Required<Limits>

export const EVERYWHERE: PartScope = {
  orgUnitIds: [],
  equipmentIds: [],
  categoryIds: [],
  manufacturerIds: [],
  modelIds: [],
}
