import { type KioskCaller, principalOf, type UserCaller } from '../http/caller.ts'

/** Who opened a connection: a person's session or a display's; a company's own programs ask by REST. */
export type Listener = UserCaller | KioskCaller

/** Finds out whose a token is; null for one by which nobody may listen. */
export type Admit = (token: string) => Promise<Listener | null>

/** Those of one reach may be in the same rooms, save a person's own: members of a company, or one display. */
export function reachOf(listener: Listener): string {
  return listener.kind === 'user' ? `c${listener.companyId}` : principalOf(listener)
}
