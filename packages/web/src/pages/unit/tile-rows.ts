import type { MachineTile } from '../../features/tree/types.ts'
import { groupByUnit } from './group.ts'

/** A row of the list of tiles: the name of a unit, or as many tiles as have room beside each other. */
export type TileRow =
  | { readonly kind: 'unit'; readonly key: string; readonly unitId: number; readonly path: string }
  | { readonly kind: 'tiles'; readonly key: string; readonly machines: readonly MachineTile[] }

/** Every tile is as high, whatever is known of its machine and whichever chart it shows. */
const TILE_PX = 208
/** On a display, which has nothing to press under it. */
const DISPLAY_TILE_PX = 176
const GAP_PX = 12
const UNIT_PX = 32
const LEAST_TILE_PX = 264

/** How many tiles have room beside each other in so many px; one at least. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP_PX) / (LEAST_TILE_PX + GAP_PX)))

function inRows(machines: readonly MachineTile[], columns: number, key: string): TileRow[] {
  return Array.from({ length: Math.ceil(machines.length / columns) }, (_, row) => ({
    kind: 'tiles' as const,
    key: `${key} ${row}`,
    machines: machines.slice(row * columns, (row + 1) * columns),
  }))
}

/**
 * Machines as rows of tiles; by unit, those of the shown unit first, where they stand in the order of the tree and in more
 * than that unit alone.
 */
export function tileRows(machines: readonly MachineTile[], columns: number, byUnitOf: number | undefined): TileRow[] {
  if (byUnitOf === undefined) return inRows(machines, columns, 'all')
  const groups = groupByUnit(machines, byUnitOf)
  return groups.flatMap(({ unitId, path, machines: own }): TileRow[] => {
    const name = { kind: 'unit' as const, key: `unit ${unitId}`, unitId, path }
    const isAlone = groups.length === 1 && unitId === byUnitOf
    return [...(isAlone ? [] : [name]), ...inRows(own, columns, `of ${unitId}`)]
  })
}

/** Upper edges of rows of these kinds in px, and the lower edge of the last. */
export function topsOf(kinds: readonly TileRow['kind'][], isDisplay: boolean): number[] {
  const tops = [0]
  const tilePx = (isDisplay ? DISPLAY_TILE_PX : TILE_PX) + GAP_PX
  for (const kind of kinds) tops.push((tops.at(-1) ?? 0) + (kind === 'unit' ? UNIT_PX : tilePx))
  return tops
}
