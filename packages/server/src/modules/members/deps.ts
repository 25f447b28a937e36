import type { PasswordPolicy } from '@millwatch/domain/identity'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import type { SignInThrottle } from '../identity/index.ts'

export interface MembersDeps {
  readonly database: Database
  readonly clock: Clock
  readonly signingKey: Buffer
  readonly throttle: SignInThrottle
  readonly policy: PasswordPolicy
  /** Returns true when this server sends mail, so that a user can prove an e-mail address. */
  readonly canMail: () => Promise<boolean>
  /** Removes a member from all groups of the company. */
  readonly leaveGroups: (ctx: Ctx, id: number) => Promise<void>
  /** Replaces the invitation by the user in all groups. */
  readonly takePlaces: (ctx: Ctx, invitationId: number, userId: number) => Promise<void>
}
