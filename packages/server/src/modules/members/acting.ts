import type { Role, RoleBearer, RoleFault } from '@millwatch/domain/identity'
import type { Ctx } from '../../platform/ctx.ts'
import { holdRoles } from '../../platform/directory/index.ts'
import { Conflict, Forbidden, Unauthorized } from '../../platform/errors.ts'

/** Roles of a company as they stand until the transaction ends. */
export interface HeldRoles {
  readonly roles: ReadonlyMap<number, Role>
  /** Who acts, with the role of this moment and not of when the request came in. */
  readonly actor: RoleBearer
  /** How many superusers there are beside the target, who does not count either before they have accepted. */
  readonly others: number
}

/** Nobody's id: the operator of the installation is above the members. */
const operator: RoleBearer = { id: 0, role: 'superuser' }

/** Holds the roles that a change of somebody's place depends on. Only people, and the operator, change it. */
export async function holdActing(ctx: Ctx, targetId?: number): Promise<HeldRoles> {
  const ids = [...(ctx.actor.kind === 'user' ? [ctx.actor.userId] : []), ...(targetId === undefined ? [] : [targetId])]
  const roles = await holdRoles(ctx.tx, ctx.companyId, ids)
  const others = [...roles].filter(([id, role]) => role === 'superuser' && id !== targetId).length
  return { roles, actor: actingAs(ctx, roles), others }
}

function actingAs({ actor }: Ctx, roles: ReadonlyMap<number, Role>): RoleBearer {
  if (actor.kind === 'system') return operator
  if (actor.kind !== 'user') throw new Forbidden()
  const role = roles.get(actor.userId)
  // Removed since the request came in.
  if (role === undefined) throw new Unauthorized()
  return { id: actor.userId, role }
}

export function refuse(fault: RoleFault | null): void {
  if (fault === 'last_superuser') throw new Conflict(fault)
  if (fault !== null) throw new Forbidden(fault)
}
