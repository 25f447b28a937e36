import type { PasswordPolicy } from '@millwatch/domain/identity'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'

export interface MembersDeps {
  readonly database: Database
  readonly clock: Clock
  readonly passwordPolicy: PasswordPolicy
  /** Throws unless this is the person's password; slows down who guesses. */
  readonly demandPassword: (person: { userId: number; email: string }, password: string, ip: string) => Promise<void>
  /** Throws when somebody tries to take new addresses too often. */
  readonly countAddressChange: (userId: number) => Promise<void>
  /** What was read of a person's sessions is read again: who they are or what they may do has changed. */
  readonly forgetSessionsOf: (userId: number) => void
  /** Takes somebody out of all groups of the company. */
  readonly leaveGroups: (ctx: Ctx, id: number) => Promise<void>
  /** Puts a person where their invitation stood. */
  readonly takePlaces: (ctx: Ctx, invitationId: number, userId: number) => Promise<void>
}
