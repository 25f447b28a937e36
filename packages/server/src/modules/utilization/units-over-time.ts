import type { Range } from '@millwatch/domain/time'
import { type SettingsFrom, subtreeOf, type Tree, type TreeUnit, treeOf } from '@millwatch/domain/tree'
import { type TimeInUnit, timeInUnit } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnitsEver, equipmentEverAtUnits, settingsOver } from '../tree/index.ts'

/** Tree and machine settings over all time, for sums over the past. It includes removed units and machines. */
export interface Past {
  readonly units: Tree<TreeUnit>
  readonly histories: ReadonlyMap<number, readonly SettingsFrom[]>
}

export async function pastOf(ctx: Ctx, unitIds: readonly number[]): Promise<Past> {
  const units = treeOf(await allUnitsEver(ctx))
  const under = new Set(unitIds.flatMap((id) => subtreeOf(units, id).map((unit) => unit.id)))
  return { units, histories: await settingsOver(ctx, await equipmentEverAtUnits(ctx, [...under])) }
}

/**
 * Returns by machine id, for each machine that ever was in a unit or below it, the ranges of a period that are included in the
 * unit's sums, and those left out by reason.
 */
export function timesInUnit({ units, histories }: Past, unitId: number, period: Range): Map<number, TimeInUnit> {
  const under = new Set(subtreeOf(units, unitId).map((unit) => unit.id))
  const times = new Map<number, TimeInUnit>()
  for (const [id, history] of histories)
    if (history.some((settings) => under.has(settings.parentOrgUnitId)))
      times.set(id, timeInUnit(history, under, period))
  return times
}

/** Returns by machine id the ranges that are included in the unit's sums; the argument is the result of `timesInUnit`. */
export function membersOf(times: ReadonlyMap<number, TimeInUnit>): Map<number, readonly Range[]> {
  return new Map([...times].map(([id, { counts }]) => [id, counts]))
}
