/** Unit of a company's tree; the root has no parent. */
export interface TreeUnit {
  readonly id: number
  readonly parentId: number | null
  /** An IANA name, or null to take the parent's. */
  readonly timeZone: string | null
}

/** Time zone of a unit when neither it nor any unit above has one. */
export const DEFAULT_TIME_ZONE = 'UTC'

/** Units of a company by id, and the children of each unit by the id of their parent; the root is the child of null. */
export interface Tree<Unit extends TreeUnit> {
  readonly units: ReadonlyMap<number, Unit>
  readonly children: ReadonlyMap<number | null, readonly Unit[]>
}

/** Returns the index of the units of one company by id and by parent; children keep the order of `units`. */
export function treeOf<Unit extends TreeUnit>(units: Iterable<Unit>): Tree<Unit> {
  const byId = new Map<number, Unit>()
  const children = new Map<number | null, Unit[]>()
  for (const unit of units) {
    byId.set(unit.id, unit)
    const siblings = children.get(unit.parentId)
    if (siblings) siblings.push(unit)
    else children.set(unit.parentId, [unit])
  }
  return { units: byId, children }
}

/**
 * Returns the units above a unit, nearest first, the root last; empty for the root and for an unknown id. Throws an error
 * when the units form a ring.
 */
export function ancestorsOf<Unit extends TreeUnit>(tree: Tree<Unit>, id: number): Unit[] {
  const above: Unit[] = []
  let unit = tree.units.get(id)
  while (unit && unit.parentId !== null) {
    if (above.length > tree.units.size) throw new Error(`the units above ${id} form a ring`)
    unit = tree.units.get(unit.parentId)
    if (unit) above.push(unit)
  }
  return above
}

/** Most levels of a tree, with the root. */
const MOST_LEVELS = 32

/**
 * Returns true when units may be added below a unit: they would be at level 32 at most, where the root is level 1. True
 * for an unknown id.
 */
export const mayHaveChildren = <Unit extends TreeUnit>(tree: Tree<Unit>, id: number): boolean =>
  ancestorsOf(tree, id).length + 2 <= MOST_LEVELS

/** Returns a unit and all units below it, each parent before its children; empty for an unknown id. */
export function subtreeOf<Unit extends TreeUnit>(tree: Tree<Unit>, id: number): Unit[] {
  const root = tree.units.get(id)
  const found = root ? [root] : []
  for (const unit of found) found.push(...(tree.children.get(unit.id) ?? []))
  return found
}

/** Returns the IANA zone of a unit: its own, else that of its nearest ancestor that has one, else `UTC` (domain, section 4). */
export function timeZoneOf(tree: Tree<TreeUnit>, id: number): string {
  const unit = tree.units.get(id)
  const nearest = [...(unit ? [unit] : []), ...ancestorsOf(tree, id)].find((candidate) => candidate.timeZone !== null)
  return nearest?.timeZone ?? DEFAULT_TIME_ZONE
}
