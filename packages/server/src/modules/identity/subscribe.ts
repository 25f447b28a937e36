import type { FactKind } from '@millwatch/domain/facts'
import type { ServerSubscriber } from '../../platform/outbox/subscriber.ts'
import type { SessionCache } from './session-cache.ts'

/** Kinds of facts after which a session may have ended or have another role. */
const ofSessions: ReadonlySet<FactKind> = new Set(['member.changed', 'kiosk.changed'])

/**
 * Returns the subscriber, one per server, that clears the cache of sessions when a member or kiosk display changed or
 * facts were missed.
 */
export function subscribers(sessions: Pick<SessionCache, 'forgetAll'>): ServerSubscriber[] {
  return [
    {
      delivery: 'every_server',
      name: 'identity.sessions',
      isImmediate: true,
      handle: (_companyId, facts) => {
        if (facts.some((fact) => ofSessions.has(fact.kind))) sessions.forgetAll()
      },
      missed: () => sessions.forgetAll(),
    },
  ]
}
