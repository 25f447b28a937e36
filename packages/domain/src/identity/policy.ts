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
 * Kind of an object that a request names by id. The place of the object in the company's tree decides if a kiosk display may
 * reach it.
 */
export type SubjectKind = 'equipment' | 'org_unit' | 'stop' | 'run'

/**
 * Place in a request that contains ids, and the kind of the objects that they name. `query.ids` may be one id, several with
 * commas, or a list.
 */
export interface SubjectSlot {
  readonly at: `${'params' | 'query' | 'body'}.${string}`
  readonly kind: SubjectKind
}

/** Conditions under which kiosk displays may do the operation. */
export interface KioskRule {
  /** Places in the request that must contain ids; all objects with these ids must belong to the page of the display. */
  readonly about: readonly SubjectSlot[]
  /** Grant that the display must have besides its page; absent: none. */
  readonly needs?: 'reasons' | 'scrap' | 'runs'
  /** Names of the fields that a body from a display may have, others are refused; absent: all. */
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
  /** Fields of the answer that only admins and superusers get. */
  readonly fields?: readonly Field[]
  /**
   * Rule about objects of other people. `own`: they do not exist for the caller. `own_or_admin`, `own_or_superuser`: only admins,
   * or only superusers, may act on them. Absent: the owner does not matter.
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
