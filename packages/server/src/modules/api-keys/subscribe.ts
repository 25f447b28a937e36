import type { FactKind } from '@millwatch/domain/facts'
import type { ServerSubscriber } from '../../platform/outbox/subscriber.ts'
import type { ApiKeyCache } from './key-cache.ts'

/** Kinds of facts after which a key may be revoked, or its maker may have another role. */
const ofKeys: ReadonlySet<FactKind> = new Set(['api_key.changed', 'member.changed'])

/**
 * Returns the subscriber, one per server, that clears the cache of API keys when a key or a member was changed, or facts were
 * missed.
 */
export function subscribers(keys: Pick<ApiKeyCache, 'forgetAll'>): ServerSubscriber[] {
  return [
    {
      delivery: 'every_server',
      name: 'api_keys.cache',
      isImmediate: true,
      handle: (_companyId, facts) => {
        if (facts.some((fact) => ofKeys.has(fact.kind))) keys.forgetAll()
      },
      missed: () => keys.forgetAll(),
    },
  ]
}
