import type { PasswordPolicy } from '@millwatch/domain/identity'
import { apiKeysRoutes } from '../modules/api-keys/index.ts'
import { auditRoutes } from '../modules/audit/index.ts'
import { groupsRoutes, leaveGroups, takePlaces } from '../modules/groups/index.ts'
import { createResetDesk, identityRoutes, type SessionCache, SignInThrottle } from '../modules/identity/index.ts'
import { kiosksRoutes, reachesSubjects } from '../modules/kiosks/index.ts'
import { joinWhereInvited, membersRoutes } from '../modules/members/index.ts'
import { findRun } from '../modules/runs/index.ts'
import { findInterval } from '../modules/stops/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Reaches } from '../platform/http/page-of-kiosk.ts'
import type { Router } from '../platform/http/route.ts'
import type { Logger } from '../platform/logger.ts'
import { type SmtpSettings, startMail } from '../platform/mail/index.ts'
import type { Metrics } from '../platform/metrics.ts'

export interface AccessDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly signingKey: Buffer
  readonly sessions: SessionCache
  /** Returns the URL that links in mails begin with. */
  readonly publicUrl: () => string
  readonly smtp: SmtpSettings | undefined
  readonly policy: PasswordPolicy
  readonly isDemo: () => Promise<boolean>
}

export interface Access {
  readonly throttle: SignInThrottle
  /** Sends all mail that is due now. */
  settleMail(): Promise<void>
  stop(): Promise<void>
}

/**
 * Registers the calls of sign-in, members, groups, kiosk displays, API keys and the audit log, and starts the mail that
 * belongs to them.
 */
export function accessRoutes(router: Router, deps: AccessDeps): Access {
  const { database, clock, logger, metrics, signingKey, sessions, publicUrl, smtp, policy, isDemo } = deps
  const identity = { database, clock, logger, signingKey }
  const canMail = async () => smtp !== undefined || (await isDemo())
  const groups = { leaveGroups, takePlaces, canMail }
  const throttle = new SignInThrottle(identity)
  const desk = createResetDesk({ ...identity, publicUrl })
  const join = (userId: number) => joinWhereInvited({ ...identity, ...groups }, userId)
  identityRoutes(router, { ...identity, sessions, throttle, policy, desk, isDemo, joinWhereInvited: join })
  membersRoutes(router, { ...identity, ...groups, throttle, policy })
  groupsRoutes(router)
  const mail = startMail({ ...identity, metrics, smtp, isDemo })
  auditRoutes(router, { clock })
  kiosksRoutes(router, { signingKey, publicUrl })
  apiKeysRoutes(router, { signingKey })
  return {
    throttle,
    async settleMail() {
      await desk.settle()
      await mail.settle()
    },
    async stop() {
      await desk.stop()
      await mail.stop()
    },
  }
}

/** Returns a function that checks if the things a request is about belong to the page of its kiosk display. */
export function reachOfKiosks({ database, clock }: Pick<AccessDeps, 'database' | 'clock'>): Reaches {
  const deps = {
    equipmentOfStop: async (ctx: Ctx, id: number) => (await findInterval(ctx, id))?.equipmentId,
    equipmentOfRun: async (ctx: Ctx, id: number) => (await findRun(ctx, id))?.equipmentId,
  }
  return (caller, subjects) => {
    const { companyId } = caller
    const actor = actorOf(caller)
    return database.inCompany(companyId, (tx) => reachesSubjects({ companyId, actor, tx, clock }, deps, subjects))
  }
}
