import type { Actor, Ctx } from '../../platform/ctx.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { JobSubmitter } from '../../platform/jobs/index.ts'
import { validApiKey } from '../api-keys/index.ts'
import { roleOfMember } from '../identity/index.ts'

/**
 * Returns the submitter of a job as an actor, with the role of now; the system for a job without a submitter. 403 for a person
 * who is not a member any more or whose session is unknown, and for an API key that is not valid any more.
 */
export async function actorOfJob(ctx: Ctx, { userId, sessionId, ip, apiKeyId }: JobSubmitter): Promise<Actor> {
  if (apiKeyId !== null) return programOf(ctx, apiKeyId, ip)
  if (userId === null) return { kind: 'system' }
  const role = await roleOfMember(ctx.tx, ctx.companyId, userId)
  if (role === undefined || sessionId === null) throw new Forbidden()
  return { kind: 'user', userId, role, sessionId, ...(ip === null ? {} : { ip }) }
}

async function programOf(ctx: Ctx, apiKeyId: number, ip: string | null): Promise<Actor> {
  const key = await validApiKey(ctx.tx, ctx.companyId, apiKeyId, ctx.clock.now())
  if (key === undefined) throw new Forbidden()
  const { operations, role } = key
  return { kind: 'api_key', apiKeyId, operations, role, ...(ip === null ? {} : { ip }) }
}
