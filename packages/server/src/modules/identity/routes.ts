import type { PasswordPolicy } from '@millwatch/domain/identity'
import type { Router } from '../../platform/http/route.ts'
import { mailRoutes } from './mail-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import type { ResetDesk } from './request-reset.ts'
import type { SessionCache } from './session-cache.ts'
import { sessionRoutes } from './session-routes.ts'
import type { SignInDeps } from './sign-in.ts'

export interface IdentityDeps extends SignInDeps {
  readonly sessions: SessionCache
  readonly policy: PasswordPolicy
  readonly desk: ResetDesk
  /** Returns true in a demo, where mail is caught and shown instead of sent. */
  readonly isDemo: () => Promise<boolean>
}

export function identityRoutes(router: Router, deps: IdentityDeps): void {
  sessionRoutes(router, deps)
  passwordRoutes(router, deps)
  mailRoutes(router, deps)
}
