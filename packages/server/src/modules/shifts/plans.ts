import type { Schedule } from '@millwatch/domain/schedules'
import { settingsAt, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { holdPlanning, schedulesInForce } from '../schedules/index.ts'
import { allUnitsEver, settingsOver } from '../tree/index.ts'

/** What a machine's shifts are written from: its schedule and its zone as they are in force now. */
export interface Standing {
  readonly equipmentId: number
  readonly schedule: Schedule
  readonly zone: string
}

/** How machines stand now, removed ones as they stood at last; held as it is until the end of the transaction. */
export async function standingsOf(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, Standing>> {
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
