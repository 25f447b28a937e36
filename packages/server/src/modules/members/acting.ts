import type { Role, RoleBearer, RoleFault } from '@millwatch/domain/identity'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, Unauthorized } from '../../platform/errors.ts'
import { holdRoles } from '../identity/index.ts'

/**
 * Locked roles of members by user id (the caller, the target and all superusers), with the caller and the number of other
 * superusers. The locks last until the transaction ends.
 */
export interface LockedRoles {
  readonly roles: ReadonlyMap<number, Role>
  /** The caller, with the current role, which may differ from that at the start of the request. */
  readonly actor: RoleBearer
  /** Number of superusers of the company apart from the target; people with an open invitation are not included. */
  readonly otherSuperusers: number
}

/** Bearer of roles for the operator of the installation, who may do everything; the id 0 belongs to no user. */
const operator: RoleBearer = { id: 0, role: 'superuser' }

/**
 * Locks the roles of the caller, of the target and of all superusers until the transaction ends, and returns them. 403
 * for callers that are neither people nor the operator; 401 for a caller who is not a member any more.
 */
export async function lockRoles(ctx: Ctx, targetId?: number): Promise<LockedRoles> {
  const ids = [...(ctx.actor.kind === 'user' ? [ctx.actor.userId] : []), ...(targetId === undefined ? [] : [targetId])]
  const roles = await holdRoles(ctx.tx, ctx.companyId, ids)
  const otherSuperusers = [...roles].filter(([id, role]) => role === 'superuser' && id !== targetId).length
  return { roles, actor: actingAs(ctx, roles), otherSuperusers }
}

function actingAs({ actor }: Ctx, roles: ReadonlyMap<number, Role>): RoleBearer {
  if (actor.kind === 'system') return operator
  if (actor.kind !== 'user') throw new Forbidden()
  const role = roles.get(actor.userId)
  // The caller was removed from the company after the request came in.
  if (role === undefined) throw new Unauthorized()
  return { id: actor.userId, role }
}

/** Throws 409 if the fault is that no superuser would be left, and 403 for every other fault. Does nothing for null. */
export function refuse(fault: RoleFault | null): void {
  if (fault === 'last_superuser') throw new Conflict(fault)
  if (fault !== null) throw new Forbidden(fault)
}
