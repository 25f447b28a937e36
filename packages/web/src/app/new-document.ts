import type { QueryClient } from '@tanstack/react-query'
import { documentOrigins, isSamePolicy, originsOf } from '../features/addins/document-origins.ts'
import { addinsQuery } from '../features/addins/queries.ts'
import { isRememberedDisplay } from '../features/identity/display.ts'
import { NetworkError } from '../lib/api.ts'
import { userQuery } from '../scope/session.ts'

/**
 * Returns true if the person or display that has just signed in needs a new document. The security policy of a document is that
 * of the session with which the browser loaded it, so the one of the sign-in page does not allow the icons and pages of add-ins.
 * A display shows no add-ins. A person who has to change the password or to set up a second factor first is refused the list of
 * add-ins, and gets a new document unasked. Without an answer it returns false, because a new document could not be loaded then.
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
