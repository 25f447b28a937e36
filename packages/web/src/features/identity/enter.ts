import type { Answer } from '@millwatch/contract/endpoint'
import { exchangeCode } from '@millwatch/contract/http/sessions'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { usePreferences } from '../../scope/preferences.ts'
import { rememberDisplay } from './display.ts'
import { forgetNotice } from './notice.ts'

/** Somebody came in: nothing of whoever was here before is kept, and the person's theme is taken over. */
export function entered(client: QueryClient): void {
  forgetNotice()
  rememberDisplay(false)
  usePreferences.setState({ toldTheme: null })
  client.clear()
}

/** A session for a one-time code: the browser is somebody's, or a display, from here on. */
export const exchange = (code: string): Promise<Answer<typeof exchangeCode>> =>
  call(exchangeCode, { body: { code, cookie: true } })
