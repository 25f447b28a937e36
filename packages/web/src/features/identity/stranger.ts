import { isRememberedDisplay } from './display.ts'

/**
 * Returns true if the server marked this document as sent to a browser without a session, and the browser is not remembered as a
 * kiosk display.
 */
export const isStranger = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none' && !isRememberedDisplay()
