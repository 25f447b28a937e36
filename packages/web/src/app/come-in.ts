import type { QueryClient } from '@tanstack/react-query'
import { rememberDisplay } from '../features/identity/display.ts'
import { entered, exchange } from '../features/identity/enter.ts'
import { leaveNotice } from '../features/identity/notice.ts'
import { signInPath } from '../features/identity/return-path.ts'
import { isStranger } from '../features/identity/stranger.ts'
import { ApiError, NetworkError } from '../lib/api.ts'
import { arrival } from '../lib/arrival.ts'
import { needsNewDocument, openDocument } from './new-document.ts'

const words = (error: unknown): string =>
  error instanceof ApiError || error instanceof NetworkError ? error.message : 'Error during authentication'

/** Paths of pages for people without a session, besides those before the sign-in. */
const open = ['/first-run', '/device-ui/']

/**
 * Returns true for the path of a page that needs a session: neither a page before the sign-in (`entrance`) nor the set-up or the
 * page of a device in its frame.
 */
export const isForPeople = (path: string, entrance: (path: string) => boolean): boolean =>
  !entrance(path) && !open.includes(path)

/**
 * Prepares the session before any page loads; never rejects. Without a session, changes the address of a page for signed-in
 * people to the sign-in page. Exchanges a sign-in code in the address for a session, and notes if that is of a kiosk display.
 * Then opens the address in a new document, and never resolves, if this document does not allow the add-ins of the session. A
 * refused code, or another failure, leads to the sign-in page with the reason.
 */
export async function comeIn(client: QueryClient, entrance: (path: string) => boolean): Promise<void> {
  const code = arrival.handoff
  const { pathname, search } = location
  if (code === undefined) {
    if (isStranger() && isForPeople(pathname, entrance))
      history.replaceState(null, '', signInPath({ path: `${pathname}${search}` }))
    return
  }
  try {
    const who = await exchange(code)
    entered(client)
    rememberDisplay('kiosk' in who)
    if (await needsNewDocument(client)) await openDocument(`${pathname}${search}`)
  } catch (error) {
    leaveNotice(words(error))
    history.replaceState(null, '', signInPath({ path: `${pathname}${search}` }))
  }
}
