import { isRememberedDisplay } from './display.ts'

/** Returns true if the server said with this document that the browser has no session. */
export const isStranger = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none' && !isRememberedDisplay()
