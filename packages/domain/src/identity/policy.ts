import type { Role } from './roles.ts'

/** Lowest caller who may call an operation: anybody, a device with its key, a kiosk display, or members from this role on. */
export type Least = 'public' | 'device' | 'kiosk' | Role

/**
 * Data that a call can reach: none, the caller's own account and sessions, the caller's company, or the sending device. No
 * role reaches data of another company.
 */
export type Reach = 'none' | 'self' | 'company' | 'device'

/** Class of an operation for rate limits; calls of one class share a limit per caller. */
export type RateClass = 'public' | 'sign_in' | 'read' | 'heavy' | 'write'

/** Fields that only admins and superusers see: revenue and parts figures, and e-mail addresses of others. */
export type Field = 'money' | 'email'

/**
 * Kind of a thing that a request names by id. The place of the thing in the company's tree decides if a kiosk display may
 * reach it.
 */
export type SubjectKind = 'equipment' | 'org_unit' | 'stop' | 'run'

/**
 * Place in a request that contains ids, and the kind of thing that they name. `query.ids` may hold one id, several with
 * commas, or a list.
 */
export interface SubjectSlot {
  readonly at: `${'params' | 'query' | 'body'}.${string}`
  readonly is: SubjectKind
}

/** Conditions under which kiosk displays may do the operation. */
export interface KioskRule {
  /** Places in the request that must contain ids; all these things must belong to the page of the display. */
  readonly about: readonly SubjectSlot[]
  /** Grant that the display needs besides its page. */
  readonly needs?: 'reasons' | 'scrap' | 'runs'
  /** Only parts of the body that the display may send. */
  readonly only?: readonly string[]
}

/** Rule of one operation: who may do it, how its calls are counted, and if it is audited. */
export interface Policy {
  readonly least: Least
  readonly scope: Reach
  readonly rate: RateClass
  /**
   * True if the operation changes something and adds an entry with its name to the audit log, in the same transaction.
   */
  readonly audit?: true
  /** Reason why an operation that is sent as a write adds no entry to the audit log. */
  readonly unaudited?: string
  /** Conditions for kiosk displays; absent: no display may do the operation. */
  readonly kiosk?: KioskRule
  /** Fields of the answer that are for admins only. */
  readonly fields?: readonly Field[]
  /**
   * `own`: things of other people do not exist for the caller. `own_or_admin`, `own_or_superuser`: only admins, or only
   * superusers, may act on things of other people.
   */
  readonly owner?: 'own' | 'own_or_admin' | 'own_or_superuser'
  /** False: no API key may list the operation. */
  readonly listable?: false
  /** Set if the operation is not a call, but an event of the live connection or the right to one field of a call. */
  readonly via?: 'socket' | 'field'
}

/**
 * Operation with its policy: a call of the API, or a right without a call of its own, such as an event of the live
 * connection.
 */
export interface GuardedCall {
  readonly operation: string
  readonly policy: Policy
}
