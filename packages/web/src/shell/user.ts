import type { Answer } from '@millwatch/contract/endpoint'
import type { getUser } from '@millwatch/contract/http/sessions'

/** The signed-in user with their settings. */
export type SessionUser = Answer<typeof getUser>['user']
