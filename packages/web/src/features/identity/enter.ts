import type { Answer } from '@millwatch/contract/endpoint'
import { exchangeCode } from '@millwatch/contract/http/identity'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { usePreferences } from '../../scope/preferences.ts'
import { rememberDisplay } from './display.ts'
import { forgetNotice } from './notice.ts'

/**
 * Resets the browser after a sign-in: clears all cached data of the previous user, so that the theme of the new user
 * is taken over too.
 */
export function entered(client: QueryClient): void {
  forgetNotice()
  rememberDisplay(false)
  usePreferences.setState({ toldTheme: null })
  client.clear()
}

/** Exchanges a one-time code for a session of a user or a display. */
export const exchange = (code: string): Promise<Answer<typeof exchangeCode>> =>
  call(exchangeCode, { body: { code, cookie: true } })
