import type { QueryClient } from '@tanstack/react-query'
import { documentOrigins, isSamePolicy, originsOf } from '../features/addins/document-origins.ts'
import { addinsQuery } from '../features/addins/queries.ts'
import { isRememberedDisplay } from '../features/identity/display.ts'
import { NetworkError } from '../lib/api.ts'

/**
 * Returns true if the person or display that has just signed in needs a new document. The security policy of a document is that
 * of the session with which the browser loaded it, so the one of the sign-in page does not allow the icons and pages of add-ins. A
 * display shows no add-ins. Without an answer it returns false, because a new document could not be loaded then; a refusal, such
 * as to a person who has to change the password first, says nothing about add-ins, so it returns true.
 */
export async function needsNewDocument(client: QueryClient): Promise<boolean> {
  try {
    const addins = isRememberedDisplay() ? [] : await client.fetchQuery({ ...addinsQuery, retry: false })
    return !isSamePolicy(documentOrigins(), originsOf(addins))
  } catch (error) {
    return !(error instanceof NetworkError)
  }
}

/** Opens an address of this server in a new document, in place of this one. Never resolves, so that nothing is shown meanwhile. */
export function openDocument(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}
