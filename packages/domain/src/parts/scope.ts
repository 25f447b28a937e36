/** Lists that limit where a critical part is used; all empty: on every machine. */
export interface PartScope {
  readonly orgUnitIds: readonly number[]
  readonly equipmentIds: readonly number[]
  readonly categoryIds: readonly number[]
  readonly manufacturerIds: readonly number[]
  readonly modelIds: readonly number[]
}

export const EVERYWHERE: PartScope = {
  orgUnitIds: [],
  equipmentIds: [],
  categoryIds: [],
  manufacturerIds: [],
  modelIds: [],
}

/** Machine with its place in the tree and in the lists of the company. */
export interface PlacedMachine {
  readonly equipmentId: number
  /** Ids of the unit that the machine is in and of all units above it. */
  readonly orgUnitIds: ReadonlySet<number>
  readonly categoryId: number | null
  readonly manufacturerId: number | null
  readonly modelId: number | null
}

/** Returns true if a scope has no entry in any list, so that the part is used everywhere. */
export const isEverywhere = (scope: PartScope): boolean => scopeLists.every((list) => scope[list].length === 0)

const scopeLists = ['orgUnitIds', 'equipmentIds', 'categoryIds', 'manufacturerIds', 'modelIds'] as const

/**
 * Returns true if a part is used on a machine: its lists are all empty, or at least one of them contains the machine, a unit
 * above it, its category, its manufacturer or its model.
 */
export function isUsedOn(scope: PartScope, machine: PlacedMachine): boolean {
  const has = (ids: readonly number[], id: number | null) => id !== null && ids.includes(id)
  return (
    isEverywhere(scope) ||
    scope.equipmentIds.includes(machine.equipmentId) ||
    scope.orgUnitIds.some((id) => machine.orgUnitIds.has(id)) ||
    has(scope.categoryIds, machine.categoryId) ||
    has(scope.manufacturerIds, machine.manufacturerId) ||
    has(scope.modelIds, machine.modelId)
  )
}
