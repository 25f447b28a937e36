import { type KioskCaller, principalOf, type SentFrom, type UserCaller } from '../http/caller.ts'

/** Owner of a live connection: a signed-in person or a kiosk display. API keys have no live connections. */
export type Listener = UserCaller | KioskCaller

/** Function that returns the listener to whom a token belongs; null if the token is not valid or belongs to an API key. */
export type AdmitListener = (token: string, from: SentFrom) => Promise<Listener | null>

/**
 * Returns a key that is equal for listeners who may join the same rooms, except for personal rooms: one key for all people of a
 * company, one for each kiosk display.
 */
export function reachOf(listener: Listener): string {
  return listener.kind === 'user' ? `c${listener.companyId}` : principalOf(listener)
}
