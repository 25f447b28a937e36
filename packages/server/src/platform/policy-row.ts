import type { Role } from './tables.ts'

/** The least a caller must be: nobody in particular, a device with its key, a kiosk display, or a member of the company by role. */
export type Least = 'public' | 'device' | 'kiosk' | Role

/**
 * What a call reaches: nothing that is anybody's, the caller's own sessions and person, the caller's company, or the
 * sending device. Things of another company do not exist for the caller, whatever the role.
 */
export type Scope = 'none' | 'self' | 'company' | 'device'

/** How often a principal may do it: the allowance of which class. */
export type RateClass = 'public' | 'sign_in' | 'read' | 'heavy' | 'write'

/** What only admins and superusers are shown: revenue and figures of parts, and e-mail addresses of others. */
export type Field = 'money' | 'email'

/** Things a request can be about, whose place in the company's tree decides whether a display may reach them. */
export type SubjectKind = 'equipment' | 'org_unit' | 'stop' | 'run'

/** Where in a request its subjects are named: `query.ids` may be one id, several with commas, or a list. */
export interface SubjectSlot {
  readonly at: `${'params' | 'query' | 'body'}.${string}`
  readonly is: SubjectKind
}

/** On what terms kiosk displays may do it. */
export interface KioskRule {
  /** Each of these must be named, and all that is named must belong to the display's page. */
  readonly about: readonly SubjectSlot[]
  /** What the display must have been allowed beside its page. */
  readonly needs?: 'reasons' | 'scrap'
  /** The only parts of the body it may send. */
  readonly only?: readonly string[]
}

export interface PolicyRow {
  readonly least: Least
  readonly scope: Scope
  readonly rate: RateClass
  /** It changes something, and leaves an entry under its own name in the audit log, in the same transaction. */
  readonly audit?: true
  /** Absent: never by a display. */
  readonly kiosk?: KioskRule
  /** What of its answer is for admins only. */
  readonly fields?: readonly Field[]
  /** `own`: what is another's does not exist for the caller. `own_or_admin`: what is another's is for admins. */
  readonly owner?: 'own' | 'own_or_admin'
  /** False: no API key may have it among its operations. */
  readonly listable?: false
  /** It is no call: an event of the live connection, or the right to one field of a call. */
  readonly via?: 'socket' | 'field'
}
