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
  /** Whether mail leaves this server, so that an address can be shown to be somebody's. */
  readonly canMail: () => Promise<boolean>
  /** What this server has read of who may what is read again. */
  readonly accessChanged: () => void
  /** Takes somebody out of all groups of the company. */
  readonly leaveGroups: (ctx: Ctx, id: number) => Promise<void>
  /** Puts a person where their invitation stood. */
  readonly takePlaces: (ctx: Ctx, invitationId: number, userId: number) => Promise<void>
}
