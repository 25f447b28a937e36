import type { MachineTile } from '../../features/tree/types.ts'
import { groupByUnit, type UnitGroup } from './group.ts'

/** Name of a unit over its tiles; `columns` is the number of columns of tiles that it spans. */
interface UnitOfRow {
  readonly unitId: number
  readonly path: string
  readonly columns: number
}

/** Row of the list of tiles: the paths of units, or as many tiles as fit side by side. */
export type TileRow =
  | { readonly kind: 'unit'; readonly key: string; readonly units: readonly UnitOfRow[] }
  | { readonly kind: 'tiles'; readonly key: string; readonly machines: readonly MachineTile[] }

/** Height of a tile, the same for all machines and charts, px. */
const TILE_PX = 208
/** Height on a display, where a tile has no buttons, px. */
const DISPLAY_TILE_PX = 176
const GAP_PX = 12
const UNIT_PX = 32
const LEAST_TILE_PX = 264

/** Returns the number of tiles that fit side by side in `width` px, each at least 264 px wide; at least 1. */
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
 * group after a row with its path; neighbouring groups that fit side by side share their rows. A single group of this unit
 * has no such row.
 */
export function tileRows(machines: readonly MachineTile[], columns: number, byUnitOf: number | undefined): TileRow[] {
  if (byUnitOf === undefined) return inRows(machines, columns, 'all')
  const groups = groupByUnit(machines, byUnitOf)
  const [only, ...others] = groups
  if (only?.unitId === byUnitOf && others.length === 0) return inRows(only.machines, columns, `of ${byUnitOf}`)
  return sharing(groups, columns).flatMap((shared): TileRow[] => {
    const key = shared.map(({ unitId }) => unitId).join(' ')
    const units = shared.map(({ unitId, path, machines: { length } }) => ({
      unitId,
      path,
      columns: shared.length === 1 ? columns : length,
    }))
    const members = shared.flatMap((group) => group.machines)
    return [{ kind: 'unit', key: `unit ${key}`, units }, ...inRows(members, columns, `of ${key}`)]
  })
}

/**
 * Returns the groups in rows: neighbouring groups are in one row if all their tiles fit side by side. A group with more tiles
 * than `columns` is alone in its row.
 */
function sharing(groups: readonly UnitGroup[], columns: number): UnitGroup[][] {
  const rows: UnitGroup[][] = []
  let free = 0
  for (const group of groups) {
    const last = rows.at(-1)
    const size = group.machines.length
    if (last !== undefined && size <= free) {
      last.push(group)
      free -= size
    } else {
      rows.push([group])
      free = columns - size
    }
  }
  return rows
}

/** Returns the upper edges (px) of rows of these kinds, and as the last entry the lower edge of the last row. */
export function topsOf(kinds: readonly TileRow['kind'][], isDisplay: boolean): number[] {
  const tops = [0]
  const tilePx = (isDisplay ? DISPLAY_TILE_PX : TILE_PX) + GAP_PX
  for (const kind of kinds) tops.push((tops.at(-1) ?? 0) + (kind === 'unit' ? UNIT_PX : tilePx))
  return tops
}
