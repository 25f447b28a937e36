import { type KioskCaller, principalOf, type UserCaller } from '../http/caller.ts'

/** Owner of a live connection: the session of a person or of a kiosk display. API keys use REST only. */
export type Listener = UserCaller | KioskCaller

/** Returns the listener that a token belongs to; null if the token admits nobody to live connections. */
export type AdmitListener = (token: string) => Promise<Listener | null>

/**
 * Returns a key of the rooms that a listener may join, apart from personal ones: the same for all members of a company,
 * and one for each display.
 */
export function reachOf(listener: Listener): string {
  return listener.kind === 'user' ? `c${listener.companyId}` : principalOf(listener)
}
