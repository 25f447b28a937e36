import type { ShiftTuple } from '@millwatch/contract/http/shifts'
import type { Connected } from '@millwatch/domain/devices'
import type { Range } from '@millwatch/domain/time'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { assignmentsOfMachine } from '../devices/index.ts'
import { communicationOf } from '../ingest/index.ts'
import { shiftRowsTouching } from '../shifts/index.ts'

/** Stretches of contact of whatever device was primary on a machine, inside a period. */
export async function contactOf(ctx: Ctx, equipmentId: number, { from, to }: Range): Promise<Connected[]> {
  if (to <= from) return []
  const tenures = (await assignmentsOfMachine(ctx, equipmentId)).filter((one) => one.isPrimary)
  const devices = await communicationOf(
    ctx,
    tenures.map((one) => one.deviceId),
    from,
    to,
  )
  const clipped = tenures.flatMap((tenure) =>
    (devices.get(tenure.deviceId) ?? []).flatMap((one) => clip(one, tenure.from, tenure.to)),
  )
  return clipped.sort((a, b) => a.from - b.from)
}

function clip(one: Connected, from: number, to: number | null): Connected[] {
  const start = Math.max(one.from, from)
  const end = to === null ? one.to : Math.min(one.to ?? to, to)
  return end === null || end > start ? [{ from: start, to: end }] : []
}

/** Shift history that touches a period, whole rows. */
export async function shiftsOf(
  ctx: Ctx,
  equipmentId: number,
  { from, to }: Range,
): Promise<Static<typeof ShiftTuple>[]> {
  if (to <= from) return []
  const rows = (await shiftRowsTouching(ctx, [equipmentId], from, to)).get(equipmentId) ?? []
  return rows.map((row) => [row.startedAt / 1000, row.endedAt / 1000, row.shift, row.id, equipmentId])
}
