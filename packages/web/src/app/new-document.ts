import type { QueryClient } from '@tanstack/react-query'
import { documentOrigins, isSamePolicy, originsOf } from '../features/addins/document-origins.ts'
import { addinsQuery } from '../features/addins/queries.ts'
import { isRememberedDisplay } from '../features/identity/display.ts'
import { NetworkError } from '../lib/api.ts'
import { userQuery } from '../scope/session.ts'

/**
 * Returns true if the person or display that has just signed in needs a new document, because the security policy of this one
 * does not fit the add-ins of the session (none for a display). Always true for a person who first has to change the password or
 * to set up a second factor. False without an answer, because a new document could not be loaded then; true after any other
 * error.
 */
export async function needsNewDocument(client: QueryClient): Promise<boolean> {
  try {
    if (isRememberedDisplay()) return !isSamePolicy(documentOrigins(), originsOf([]))
    const user = await client.fetchQuery({ ...userQuery, retry: false })
    if (user.must_change_password || user.must_set_up_second_factor) return true
    return !isSamePolicy(documentOrigins(), originsOf(await client.fetchQuery({ ...addinsQuery, retry: false })))
  } catch (error) {
    return !(error instanceof NetworkError)
  }
}

/**
 * Opens an address of this server in a new document, in place of this one. Never resolves, so that nothing is shown meanwhile.
 */
export function openDocument(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}
