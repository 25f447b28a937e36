import type { Schedule } from '@millwatch/domain/schedules'
import { settingsAt, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { holdPlanning, schedulesInForce } from '../schedules/index.ts'
import { allUnitsEver, settingsOver } from '../tree/index.ts'

/** Schedule in force of a machine now and its time zone, by which its shift history is written. */
export interface ScheduleInZone {
  readonly equipmentId: number
  readonly schedule: Schedule
  readonly zone: string
}

/**
 * Returns by machine id schedule and time zone as of now, and prevents changes of these until the transaction ends.
 * Removed machines have those of their last unit.
 */
export async function schedulesInZones(
  ctx: Ctx,
  equipmentIds: readonly number[],
): Promise<Map<number, ScheduleInZone>> {
  await holdPlanning(ctx)
  const tree = treeOf(await allUnitsEver(ctx))
  const settings = await settingsOver(ctx, equipmentIds)
  const now = ctx.clock.now()
  const placed = [...settings].map(([equipmentId, history]) => ({
    equipmentId,
    parentId: settingsAt(history, now).parentOrgUnitId,
  }))
  const schedules = await schedulesInForce(ctx, tree, placed)
  return new Map(
    placed.map(({ equipmentId, parentId }) => {
      const schedule = schedules.get(equipmentId)?.schedule
      if (!schedule) throw new Error('A machine without a schedule')
      return [equipmentId, { equipmentId, schedule, zone: timeZoneOf(tree, parentId) }]
    }),
  )
}
