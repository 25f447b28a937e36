import type { Answer } from '@millwatch/contract/endpoint'
import type { getUser } from '@millwatch/contract/http/sessions'

export type SessionUser = Answer<typeof getUser>['user']
