import { utilizationOfEquipment, utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { ACTIVE_REFRESH_MS, activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'
import { keyOf, type NodeKey } from './rows.ts'

/** Ids of up to 100 units (`o`) or machines (`e`) whose utilization is read with one call. */
export interface Batch {
  readonly which: 'o' | 'e'
  readonly ids: readonly number[]
}

/** Utilization of a node in percent, with the key of the node; null: nothing is scheduled. */
export type Figure = readonly [key: NodeKey, pct: number | null]

/** Number of nodes per call: few enough for a quick answer, many enough to fill the screen with few calls. */
const BATCH = 100

const batchesOf = (which: 'o' | 'e', ids: readonly number[]): Batch[] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => ({
    which,
    ids: ids.slice(index * BATCH, (index + 1) * BATCH),
  }))

/**
 * Returns all nodes of a tree except its root in batches of at most 100, units first, then machines, each in the order of the
 * tree. So nodes near each other on screen share a batch.
 */
export function figureBatches(root: TreeNodeShape): Batch[] {
  const units: number[] = []
  const machines: number[] = []
  const visit = (unit: TreeNodeShape): void => {
    machines.push(...unit.equipment.map(({ id }) => id))
    for (const child of unit.children) {
      units.push(child.id)
      visit(child)
    }
  }
  visit(root)
  return [...batchesOf('o', units), ...batchesOf('e', machines)]
}

/** Returns the batches that contain at least one of these nodes, in the given order. */
export function batchesWith(batches: readonly Batch[], keys: ReadonlySet<NodeKey>): Batch[] {
  return batches.filter(({ which, ids }) => ids.some((id) => keys.has(keyOf(which, id))))
}

/** Beginning of the query keys of the utilization in the tree. */
export const treeFiguresKey = ['tree-figures'] as const

/**
 * Query that reads the utilization of each node of a batch over the period on screen; again every 5 minutes. `scopeKey` comes
 * from `useScopeKey(zone)`.
 */
export const figuresQuery = ({ which, ids }: Batch, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: [...treeFiguresKey, which, ids, ...scopeKey],
    queryFn: async ({ signal }): Promise<Figure[]> => {
      const { startDate, endDate, choices } = readScope(zone)
      const query = { ids: ids.join(), startDate, endDate, ...choices }
      const figures =
        which === 'o'
          ? (await call(utilizationOfOrgUnits, { query, signal })).orgUnits
          : (await call(utilizationOfEquipment, { query, signal })).equipment
      return figures.map(({ id, util_pct }) => [keyOf(which, id), util_pct] as const)
    },
    staleTime: ACTIVE_REFRESH_MS,
    refetchInterval: activeRefresh,
  })
