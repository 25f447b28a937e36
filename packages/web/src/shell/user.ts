import type { Answer } from '@millwatch/contract/endpoint'
import type { getUser } from '@millwatch/contract/http/identity'

/** Signed-in person with their settings. */
export type SessionUser = Answer<typeof getUser>['user']
