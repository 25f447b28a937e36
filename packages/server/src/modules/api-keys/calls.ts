import * as calls from '@millwatch/contract/http/api-keys'
import { personName } from '@millwatch/domain/identity'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import { fromIso, toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { ApiKeyCache } from './key-cache.ts'
import { createApiKey, endApiKey, offeredOperations } from './keys.ts'
import { type ListedApiKey, listApiKeys } from './store-directory.ts'
import { subscribers } from './subscribe.ts'

function stateOf({ revokedAt, expiresAt, isOrphaned }: ListedApiKey, now: number) {
  if (revokedAt !== null) return 'revoked' as const
  if (expiresAt <= now) return 'expired' as const
  return isOrphaned ? ('orphaned' as const) : ('active' as const)
}

const presentApiKey = (key: ListedApiKey, now: number) => ({
  id: key.apiKeyId,
  name: key.name,
  operations: key.operations === null ? null : [...key.operations],
  created_at: toIso(key.createdAt),
  created_by: key.createdBy && personName(key.createdBy),
  expires_at: toIso(key.expiresAt),
  revoked_at: toIsoOrNull(key.revokedAt),
  last_used_at: toIsoOrNull(key.lastUsedAt),
  state: stateOf(key, now),
})

export const apiKeysModule: Module = {
  calls: [
    question(calls.listApiKeys, async (ctx, _, { now }) => {
      const keys = await listApiKeys(ctx.tx, ctx.companyId)
      return { api_keys: keys.map((key) => presentApiKey(key, now)), offered_operations: offeredOperations(ctx) }
    }),
    command(
      calls.createApiKey,
      (ctx, { body }, needs) => {
        const { name, operations = null } = body
        const expiresAt = fromIso(body.expires_at, 'body/expires_at')
        return createApiKey(ctx, needs, { name, operations, expiresAt })
      },
      ({ apiKey, key }, ctx) => ({ api_key: presentApiKey(apiKey, ctx.clock.now()), key }),
    ),
    command(calls.revokeApiKey, (ctx, { params }) => endApiKey(ctx, params.id), nothing),
  ],
  subscribers: ({ apiKeys }) => subscribers(apiKeys),
}

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    readonly apiKeys: ApiKeyCache
  }
}
