/**
 * Lists that limit the machines on which a reason, a tag or a part is offered. One that is absent has no entry; without any entry
 * it is offered on every machine.
 */
export interface OfferLimits {
  readonly orgUnitIds?: readonly number[]
  readonly equipmentIds?: readonly number[]
  readonly categoryIds?: readonly number[]
  readonly manufacturerIds?: readonly number[]
  readonly modelIds?: readonly number[]
}

/** Machine with its place in the tree and, where limits can name them, in the lists of the company. */
export interface PlacedMachine {
  readonly equipmentId: number
  /** Ids of the unit that the machine is in and of all units above it. */
  readonly orgUnitIds: ReadonlySet<number>
  readonly categoryId?: number | null
  readonly manufacturerId?: number | null
  readonly modelId?: number | null
}

/**
 * Returns true if a reason, a tag or a part with these limits is offered on a machine: all lists are empty, or at least one of
 * them contains the machine, a unit above it, its category, its manufacturer or its model.
 */
export function isOfferedOn(limits: OfferLimits, machine: PlacedMachine): boolean {
  const { orgUnitIds = [], equipmentIds = [], categoryIds = [], manufacturerIds = [], modelIds = [] } = limits
  const has = (ids: readonly number[], id: number | null | undefined) => typeof id === 'number' && ids.includes(id)
  return (
    orgUnitIds.length + equipmentIds.length + categoryIds.length + manufacturerIds.length + modelIds.length === 0 ||
    orgUnitIds.some((id) => machine.orgUnitIds.has(id)) ||
    has(equipmentIds, machine.equipmentId) ||
    has(categoryIds, machine.categoryId) ||
    has(manufacturerIds, machine.manufacturerId) ||
    has(modelIds, machine.modelId)
  )
}
