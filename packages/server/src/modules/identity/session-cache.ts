import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { SecretCache } from './secret-cache.ts'
import { endOf } from './session-times.ts'
import { findSession, type OpenSession, touchSession } from './store-directory-sessions.ts'

/** Interval (ms) at which the last use of a session is stored. */
const touchEveryMs = 5 * 60 * 1000

/**
 * Cache that returns the open session of a token, with at most one read per second, token and signing key. A read stores the use
 * of the session, which extends it, if the last stored use is at least 5 minutes ago.
 */
export class SessionCache extends SecretCache<OpenSession> {
  /** Creates the cache; `previous` holds signing keys from before a rotation, whose sessions stay valid. */
  constructor(database: Database, clock: Clock, signingKey: Buffer, previous: readonly Buffer[] = []) {
    super({ clock, signingKeys: [signingKey, ...previous], read: (hash, now) => readSession(database, hash, now) })
  }
}

async function readSession(database: Database, tokenHash: Buffer, now: number): Promise<OpenSession | undefined> {
  const session = await findSession(database, tokenHash, now)
  if (!session || now - session.lastUsedAt < touchEveryMs) return session
  const expiresAt = endOf(session.kind, session.createdAt, now)
  await touchSession(database, session.sessionId, now, expiresAt)
  return { ...session, lastUsedAt: now, expiresAt: Math.max(session.expiresAt, expiresAt) }
}
