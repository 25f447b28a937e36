import type { Schedule } from '@millwatch/domain/schedules'
import { settingsAt, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { holdPlanning, schedulesInForce } from '../schedules/index.ts'
import { allUnitsEver, settingsOver } from '../tree/index.ts'

/** Schedule in force of a machine now with its time zone; shift history is written from both. */
export interface ScheduleInZone {
  readonly equipmentId: number
  readonly schedule: Schedule
  readonly zone: string
}

/**
 * Returns by machine id the schedule in force and the time zone as of now; unknown machines are left out, removed ones
 * have those of their last unit. Locks the planning of the whole company until the transaction ends: waits for a
 * running change of schedules, zones or parents, and makes later ones wait.
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
