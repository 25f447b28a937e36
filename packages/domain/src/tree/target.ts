import { ancestorsOf, type Tree, type TreeUnit } from './tree.ts'

/** Unit with the utilization that it is to reach, in percent; null: inherited. */
export interface UnitWithTarget extends TreeUnit {
  readonly targetPct: number | null
}

/** Target (percent) of a unit when neither the unit nor any unit above has one. */
export const DEFAULT_TARGET_PCT = 80

/** Least and greatest target, percent. */
export const TARGET_LIMITS = { min: 1, max: 100 } as const

/** Returns the target of a unit in percent: its own, else that of its nearest ancestor that has one, else 80. */
export function targetPctOf(tree: Tree<UnitWithTarget>, id: number): number {
  const unit = tree.units.get(id)
  const nearest = [...(unit ? [unit] : []), ...ancestorsOf(tree, id)].find(({ targetPct }) => targetPct !== null)
  return nearest?.targetPct ?? DEFAULT_TARGET_PCT
}
