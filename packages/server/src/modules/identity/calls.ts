import type { PasswordPolicy } from '@millwatch/domain/identity'
import type { Module } from '../../platform/calls/calls.ts'
import { passkeyCalls } from './calls-passkeys.ts'
import { passwordCalls } from './calls-password.ts'
import { secondFactorCalls } from './calls-second-factor.ts'
import { sessionCalls } from './calls-sessions.ts'
import type { MailDesk } from './mail-desk.ts'
import type { SessionCache } from './session-cache.ts'
import { subscribers } from './subscribe.ts'
import type { SignInThrottle } from './throttle.ts'

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    readonly sessions: SessionCache
    readonly throttle: SignInThrottle
    /**
     * Key that signs the cookies of known browsers. It is not the signing key, so that no browser is forgotten when that is
     * rotated.
     */
    readonly browserSecret: Buffer
    /** Public address by the settings, for whose host passkeys are made; undefined: they are made for `localhost`. */
    readonly passkeyUrl: string | undefined
    readonly passwordPolicy: PasswordPolicy
    readonly desk: MailDesk
    /** Returns true in a demo, where mail is caught and shown instead of sent. */
    readonly isDemo: () => Promise<boolean>
    /** Returns true when this server sends mail, or catches it in a demo, so that a user can prove an e-mail address. */
    readonly canMail: () => Promise<boolean>
  }
}

export const identityModule: Module = {
  calls: [...sessionCalls, ...passwordCalls, ...secondFactorCalls, ...passkeyCalls],
  subscribers: ({ sessions }) => subscribers(sessions),
}
