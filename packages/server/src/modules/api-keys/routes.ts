import * as calls from '@millwatch/contract/http/api-keys'
import { fromIso, toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { type ApiKeysDeps, createApiKey, endApiKey, offeredOperations } from './keys.ts'
import { type ListedApiKey, listApiKeys } from './store-directory.ts'

export function apiKeysRoutes(router: Router, deps: ApiKeysDeps): void {
  router.signedIn(calls.listApiKeys, ({ inCompany }) =>
    inCompany(async (ctx) => {
      const keys = await listApiKeys(ctx.tx, ctx.companyId)
      const now = ctx.clock.now()
      return success({
        api_keys: keys.map((key) => presentApiKey(key, now)),
        offered_operations: offeredOperations(ctx),
      })
    }),
  )
  router.signedIn(calls.createApiKey, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const { name, operations = null } = body
      const expiresAt = fromIso(body.expires_at, 'body/expires_at')
      const { apiKey, key } = await createApiKey(ctx, deps, { name, operations, expiresAt })
      return success({ api_key: presentApiKey(apiKey, ctx.clock.now()), key })
    }),
  )
  router.signedIn(calls.revokeApiKey, async ({ params, inCompany }) => {
    await inCompany((ctx) => endApiKey(ctx, params.id))
    return success({})
  })
}

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
  created_by: key.createdBy,
  expires_at: toIso(key.expiresAt),
  revoked_at: toIsoOrNull(key.revokedAt),
  last_used_at: toIsoOrNull(key.lastUsedAt),
  state: stateOf(key, now),
})
