import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { TreeRow } from './rows.ts'

/**
 * Returns the number of tripped alarms that a row marks: that of its machine, or for a closed unit that of all machines under it;
 * 0 for an open unit, whose machines are marked themselves. `tripped` has the numbers by machine id.
 */
export function trippedOf({ node, isOpen }: TreeRow, tripped: ReadonlyMap<number, number>): number {
  if (!('equipment' in node)) return tripped.get(node.id) ?? 0
  return isOpen === false ? under(node, tripped) : 0
}

const under = ({ equipment, children }: TreeNodeShape, tripped: ReadonlyMap<number, number>): number =>
  equipment.reduce((sum, { id }) => sum + (tripped.get(id) ?? 0), 0) +
  children.reduce((sum, child) => sum + under(child, tripped), 0)
