import { endSession } from '@millwatch/contract/http/identity'
import { ApiError, call } from '../../lib/api.ts'
import { forgetPage } from '../../lib/kept-page.ts'

/**
 * Ends the session on the server, deletes the data of an operator page from localStorage, and opens `path` as a new document, so
 * that no data stays. A session that has already ended is no error. Throws an error, and deletes and opens nothing, if the server
 * could not end the session.
 */
export async function signOut(path = '/login'): Promise<void> {
  await call(endSession, {}).catch((error: unknown) => {
    // The session had already ended.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  forgetPage()
  location.assign(path)
}

/** Text of the message for a sign-out that failed. */
export const STILL_SIGNED_IN = 'You are still signed in'
