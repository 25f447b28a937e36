import type { PasswordPolicy } from '@millwatch/domain/identity'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import type { SessionCache, SignInThrottle } from '../identity/index.ts'

export interface MembersDeps {
  readonly database: Database
  readonly clock: Clock
  readonly signingKey: Buffer
  readonly sessions: SessionCache
  readonly throttle: SignInThrottle
  readonly policy: PasswordPolicy
  /** Takes somebody out of all groups of the company. */
  readonly leaveGroups: (ctx: Ctx, id: number) => Promise<void>
  /** Puts a person where their invitation stood. */
  readonly takePlaces: (ctx: Ctx, invitationId: number, userId: number) => Promise<void>
}
