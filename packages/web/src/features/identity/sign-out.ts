import { endSession } from '@millwatch/contract/http/sessions'
import { ApiError, call } from '../../lib/api.ts'

/**
 * Ends the session on the server and opens the sign-in (`path`) as a new document, so that nothing of what this person saw stays
 * in memory.
 * Rejects where the session could not be ended: who believes to have left would leave it to whoever comes next.
 */
export async function signOut(path = '/login'): Promise<void> {
  await call(endSession, {}).catch((error: unknown) => {
    // It had ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  location.assign(path)
}

/** What is said where that failed. */
export const STILL_SIGNED_IN = 'You are still signed in'
