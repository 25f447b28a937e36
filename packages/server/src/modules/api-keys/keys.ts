import { calls, type Operation } from '@millwatch/contract/calls/all'
import { isListable, may } from '@millwatch/domain/identity'
import { DAY_MS } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { apiKeyPrefix } from '../../platform/http/caller.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { isOperation } from '../../platform/policy.ts'
import { hashSecret, newSecret } from '../identity/index.ts'
import { requireName } from '../tree/index.ts'
import { insertApiKey, type ListedApiKey, listApiKeys, revokeApiKey } from './store-directory.ts'

/** Longest life (ms) of a key, so that a forgotten one expires by itself. */
const longestMs = 366 * DAY_MS

export interface NewKey {
  readonly name: string
  /** Operations that the key may call; null: all that only read and are open to regular users. */
  readonly operations: readonly string[] | null
  readonly expiresAt: number
}

/**
 * Returns the operations that the actor may give to a new API key, sorted by name; those that no API key may call are left out.
 */
export function offeredOperations(ctx: Ctx): Operation[] {
  const operations = Object.keys(calls).filter(isOperation)
  return operations.filter((name) => isListable(calls[name].policy) && may(ctx.actor, calls[name])).sort()
}

/** Throws 400 for an operation that no API key may call, and 403 for one that the actor may not call. Does nothing for null. */
function requireOperations(ctx: Ctx, operations: readonly string[] | null): void {
  for (const [i, operation] of (operations ?? []).entries()) {
    if (!isOperation(operation) || !isListable(calls[operation].policy))
      throw new Invalid(`body/operations/${i} is nothing that an API key may do`)
    if (!may(ctx.actor, calls[operation])) throw new Forbidden()
  }
}

/**
 * Creates an API key, with audit entry and fact, and returns its entry and the key, which cannot be read again, as only its hash
 * is stored. 400 for an invalid name, an end that is not ahead or more than 366 days ahead, and an operation no key may call; 403
 * for a caller who is no person, and an operation that the caller may not do.
 */
export async function createApiKey(
  ctx: Ctx,
  { signingKey }: Pick<Needs, 'signingKey'>,
  { name: typed, operations, expiresAt }: NewKey,
): Promise<{ apiKey: ListedApiKey; key: string }> {
  if (ctx.actor.kind !== 'user') throw new Forbidden()
  const name = requireName(typed)
  const createdAt = ctx.clock.now()
  if (expiresAt <= createdAt) throw new Invalid('body/expires_at must lie ahead')
  if (expiresAt > createdAt + longestMs) throw new Invalid('body/expires_at must be within 366 days')
  requireOperations(ctx, operations)
  const key = `${apiKeyPrefix}${newSecret()}`
  const { companyId, actor } = ctx
  const stored = { companyId, keyHash: hashSecret(signingKey, key), name, operations, createdBy: actor.userId }
  const apiKeyId = await insertApiKey(ctx.tx, { ...stored, createdAt, expiresAt })
  const after = { name, operations, expiresAt }
  await recordAudit(ctx, { operation: 'api_key.create', subject: `api_key/${apiKeyId}`, after })
  await stateFact(ctx, { kind: 'api_key.changed', apiKeyId })
  return { apiKey: await getApiKey(ctx, apiKeyId), key }
}

async function getApiKey(ctx: Ctx, apiKeyId: number): Promise<ListedApiKey> {
  const key = (await listApiKeys(ctx.tx, ctx.companyId)).find((candidate) => candidate.apiKeyId === apiKeyId)
  if (!key) throw new NotFound()
  return key
}

/** Revokes an API key forever, with audit entry and fact. Does nothing for a revoked key; 404 for an unknown one. */
export async function endApiKey(ctx: Ctx, apiKeyId: number): Promise<void> {
  const { name } = await getApiKey(ctx, apiKeyId)
  const isNew = await revokeApiKey(ctx.tx, ctx.companyId, apiKeyId, ctx.clock.now())
  if (!isNew) return
  await recordAudit(ctx, { operation: 'api_key.revoke', subject: `api_key/${apiKeyId}`, before: { name } })
  await stateFact(ctx, { kind: 'api_key.changed', apiKeyId })
}
