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
 * Exchanges the code this document was opened with, before any page is loaded: afterwards the browser is whose the code was.
 * A code that is refused leads to the sign-in, which says so.
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
