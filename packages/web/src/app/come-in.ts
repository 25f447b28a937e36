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

/** Addresses with pages for people without a session, besides those before the sign-in. */
const open = ['/first-run', '/device-ui/']

/** Returns true for the path of a page that people see only after their sign-in. */
export const isForPeople = (path: string, entrance: (path: string) => boolean): boolean =>
  !entrance(path) && !open.includes(path)

/**
 * Changes the address to the sign-in page if the browser has no session and the page is none of `entrance`, so that nothing is
 * asked that would be refused. Otherwise exchanges the sign-in code in the page's address, if there is one, for a session, before any page loads. The browser is
 * then signed in as the owner of the code, and remembers if that is a kiosk display. If this document does not allow what its add-ins
 * show, the function opens the same address in a new one and does not return. A refused code changes the address to
 * the sign-in page, which shows the reason. Never rejects.
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
