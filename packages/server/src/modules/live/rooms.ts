import type { Ctx } from '../../platform/ctx.ts'
import { findJob } from '../../platform/jobs/index.ts'
import { allow } from '../../platform/policy.ts'
import { equipmentByIds, findOrgUnit } from '../tree/index.ts'

const shape = /^([eo]|job):([1-9][0-9]{0,14})$/

/** Rooms bear their company inside the server, so that no name of a client's leads to another company's. */
export const internalRoom = (companyId: number, room: string) => `c${companyId}:${room}`

/** The internal name of a room the actor may be in; null for what is malformed, unknown or another company's. */
export async function resolveRoom(ctx: Ctx, room: string): Promise<string | null> {
  allow(ctx.actor, 'live.join')
  const [, kind, id] = shape.exec(room) ?? []
  if (kind === undefined) return null
  return (await isThere(ctx, kind, Number(id))) ? internalRoom(ctx.companyId, room) : null
}

async function isThere(ctx: Ctx, kind: string, id: number): Promise<boolean> {
  if (kind === 'e') return (await equipmentByIds(ctx, [id])).length > 0
  return (kind === 'o' ? await findOrgUnit(ctx, id) : await findJob(ctx, id)) !== undefined
}
