import type { Ctx } from '../../platform/ctx.ts'

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    /** Returns true when this server sends mail, so that a user can prove an e-mail address. */
    readonly canMail: () => Promise<boolean>
    /** Removes a member from all groups of the company. */
    readonly leaveGroups: (ctx: Ctx, id: number) => Promise<void>
    /** Replaces the invitation by the user in all groups. */
    readonly takePlaces: (ctx: Ctx, invitationId: number, userId: number) => Promise<void>
  }
}
