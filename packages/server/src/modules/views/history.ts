import type { ShiftTuple } from '@millwatch/contract/shapes/schedule'
import type { Connected } from '@millwatch/domain/devices'
import type { Range } from '@millwatch/domain/time'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { assignmentsOfMachine } from '../devices/index.ts'
import { communicationOf } from '../ingest/index.ts'
import { shiftRowsTouching } from '../shifts/index.ts'

/**
 * Returns the ranges (epoch ms) of a period in which the device that was primary at that time was in contact with the server, by
 * start. `to` is null while the contact lasts. Empty for an empty period.
 */
export async function contactOf(ctx: Ctx, equipmentId: number, { from, to }: Range): Promise<Connected[]> {
  if (to <= from) return []
  const tenures = (await assignmentsOfMachine(ctx, equipmentId)).filter((tenure) => tenure.isPrimary)
  const devices = await communicationOf(
    ctx,
    tenures.map((tenure) => tenure.deviceId),
    from,
    to,
  )
  const clipped = tenures.flatMap((tenure) =>
    (devices.get(tenure.deviceId) ?? []).flatMap((contact) => clip(contact, tenure.from, tenure.to)),
  )
  return clipped.sort((a, b) => a.from - b.from)
}

function clip(contact: Connected, from: number, to: number | null): Connected[] {
  const start = Math.max(contact.from, from)
  const end = to === null ? contact.to : Math.min(contact.to ?? to, to)
  return end === null || end > start ? [{ from: start, to: end }] : []
}

/**
 * Returns the rows of a machine's shift history that touch a period, not clipped, in order of time, as tuples of the
 * API with epoch seconds; none for an empty period.
 */
export async function shiftsOf(
  ctx: Ctx,
  equipmentId: number,
  { from, to }: Range,
): Promise<Static<typeof ShiftTuple>[]> {
  if (to <= from) return []
  const rows = (await shiftRowsTouching(ctx, [equipmentId], from, to)).get(equipmentId) ?? []
  return rows.map((row) => [row.startedAt / 1000, row.endedAt / 1000, row.shift, row.id, equipmentId])
}
