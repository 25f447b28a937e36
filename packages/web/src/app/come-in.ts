import type { QueryClient } from '@tanstack/react-query'
import { rememberDisplay } from '../features/identity/display.ts'
import { entered, exchange } from '../features/identity/enter.ts'
import { leaveNotice } from '../features/identity/notice.ts'
import { signInPath } from '../features/identity/return-path.ts'
import { ApiError, NetworkError } from '../lib/api.ts'
import { arrival } from '../lib/arrival.ts'

const words = (error: unknown): string =>
  error instanceof ApiError || error instanceof NetworkError ? error.message : 'Error during authentication'

/**
 * Exchanges the sign-in code in the page's address, if there is one, for a session, before any page loads. The browser is
 * then signed in as the owner of the code, and remembers if that is a kiosk display. A refused code changes the address to
 * the sign-in page, which shows the reason. Never rejects.
 */
export async function comeIn(client: QueryClient): Promise<void> {
  const code = arrival.handoff
  if (code === undefined) return
  try {
    const who = await exchange(code)
    entered(client)
    rememberDisplay('kiosk' in who)
  } catch (error) {
    leaveNotice(words(error))
    history.replaceState(null, '', signInPath({ path: `${location.pathname}${location.search}` }))
  }
}
