import type { Answer } from '@millwatch/contract/endpoint'
import type { getUser } from '@millwatch/contract/http/sessions'

/** Who is signed in, with their settings. */
export type SessionUser = Answer<typeof getUser>['user']
