import type { Answer } from '@millwatch/contract/endpoint'
import { exchangeCode } from '@millwatch/contract/http/identity'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { usePreferences } from '../../scope/preferences.ts'
import { rememberDisplay } from './display.ts'
import { forgetNotice } from './notice.ts'

/**
 * Clears the state of the browser after a sign-in: all cached answers, the message for the sign-in page, the mark of a kiosk
 * display, and the theme that the server sent last.
 */
export function entered(client: QueryClient): void {
  forgetNotice()
  rememberDisplay(false)
  usePreferences.setState({ serverTheme: null })
  client.clear()
}

/**
 * Exchanges a one-time code for a session of a person or a kiosk display, and returns the answer; the server sets the cookie of
 * the session.
 */
export const exchange = (code: string): Promise<Answer<typeof exchangeCode>> =>
  call(exchangeCode, { body: { code, cookie: true } })
