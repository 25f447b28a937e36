import type { MachineTile } from '../../features/tree/types.ts'
import { groupByUnit } from './group.ts'

/** Row of the list of tiles: the path of a unit, or as many tiles as fit side by side. */
export type TileRow =
  | { readonly kind: 'unit'; readonly key: string; readonly unitId: number; readonly path: string }
  | { readonly kind: 'tiles'; readonly key: string; readonly machines: readonly MachineTile[] }

/** Height of a tile, the same for all machines and charts, px. */
const TILE_PX = 208
/** Height on a display, where a tile has no buttons, px. */
const DISPLAY_TILE_PX = 176
const GAP_PX = 12
const UNIT_PX = 32
const LEAST_TILE_PX = 264

/** Returns how many tiles fit side by side in `width` px, each at least 264 px wide; at least one. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP_PX) / (LEAST_TILE_PX + GAP_PX)))

function inRows(machines: readonly MachineTile[], columns: number, key: string): TileRow[] {
  return Array.from({ length: Math.ceil(machines.length / columns) }, (_, row) => ({
    kind: 'tiles' as const,
    key: `${key} ${row}`,
    machines: machines.slice(row * columns, (row + 1) * columns),
  }))
}

/**
 * Returns the rows of the list of tiles. With `byUnitOf`, the machines are grouped by unit, those of this unit first, each
 * group after a row with its path; a single group of this unit has no such row.
 */
export function tileRows(machines: readonly MachineTile[], columns: number, byUnitOf: number | undefined): TileRow[] {
  if (byUnitOf === undefined) return inRows(machines, columns, 'all')
  const groups = groupByUnit(machines, byUnitOf)
  return groups.flatMap(({ unitId, path, machines: members }): TileRow[] => {
    const name = { kind: 'unit' as const, key: `unit ${unitId}`, unitId, path }
    const isAlone = groups.length === 1 && unitId === byUnitOf
    return [...(isAlone ? [] : [name]), ...inRows(members, columns, `of ${unitId}`)]
  })
}

/** Returns the upper edges (px) of rows of these kinds, and as the last entry the lower edge of the last row. */
export function topsOf(kinds: readonly TileRow['kind'][], isDisplay: boolean): number[] {
  const tops = [0]
  const tilePx = (isDisplay ? DISPLAY_TILE_PX : TILE_PX) + GAP_PX
  for (const kind of kinds) tops.push((tops.at(-1) ?? 0) + (kind === 'unit' ? UNIT_PX : tilePx))
  return tops
}
