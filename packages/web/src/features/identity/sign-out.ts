import { endSession } from '@millwatch/contract/http/sessions'
import { call } from '../../lib/api.ts'

/** Ends the session on the server. */
export const signOut = async (): Promise<void> => {
  await call(endSession, {})
}
