import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { TreeRow } from './rows.ts'

/**
 * Returns the number of tripped alarms that a row marks: those of its machine; for a folded unit, those of all machines under
 * it; none for an open unit, whose machines are marked themselves. `tripped` has the numbers by machine id.
 */
export function trippedOf({ node, isOpen }: TreeRow, tripped: ReadonlyMap<number, number>): number {
  if (!('equipment' in node)) return tripped.get(node.id) ?? 0
  return isOpen === false ? under(node, tripped) : 0
}

const under = ({ equipment, children }: TreeNodeShape, tripped: ReadonlyMap<number, number>): number =>
  equipment.reduce((sum, { id }) => sum + (tripped.get(id) ?? 0), 0) +
  children.reduce((sum, child) => sum + under(child, tripped), 0)
