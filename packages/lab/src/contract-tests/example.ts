import type { InjectApp } from '../app/inject-app.ts'
import type { TestPerson } from './people.ts'
import { type Maker, named, type ThingKind, type Things } from './things.ts'

/** Caller of an example, and the stored objects whose ids the call may name. */
export interface Arranged {
  readonly t: InjectApp
  readonly by: Maker
  /** Objects of the company `by`, by kind; the id slots of a call are filled from it. */
  readonly things: Things
  /** Person who calls. If the caller is not a person (a device, a display, nobody), a person of the company. */
  readonly caller: TestPerson
  readonly isDisplay: boolean
}

type Body = Record<string, unknown> | Buffer
type Made<T> = T | ((a: Arranged) => T | Promise<T>)

/** Valid call of an operation: the parts of the request that its schemas and its row in the policy table do not give. */
export interface Example {
  /** Kind of object that each id slot of the call names; a slot with `?` at its end is optional in a valid call. */
  readonly at?: Readonly<Record<string, ThingKind>>
  /** Body that replaces the usual body when this optional slot is filled; no other id slot of the body is filled then. */
  readonly beside?: Readonly<Record<string, Made<Record<string, unknown>>>>
  /** Id slots that name no stored object, each with the reason. */
  readonly none?: Readonly<Record<string, string>>
  /** Kinds of objects that a successful call uses up; new ones are made for each call that is to be served. */
  readonly fresh?: readonly ThingKind[]
  /** Marks a call that names its own caller as the user. */
  readonly isSelf?: true
  /** Marks a call that takes something away from its caller or its company, so that a caller from a separate company makes it. */
  readonly elsewhere?: true
  /** Marks a call whose values are valid for seconds only, so that it is sent as soon as they are made. */
  readonly isBrief?: true
  readonly query?: Made<Record<string, unknown>>
  readonly body?: Made<Body>
  readonly headers?: Readonly<Record<string, string>>
  /** Status of the answer on success; 200 unless given. */
  readonly status?: number
}

export const inADay = ({ t }: Arranged): string => new Date(t.clock.now() + 86_400_000).toISOString()
export const minutesAgo = ({ t }: Arranged, minutes: number): string =>
  new Date(t.clock.now() - minutes * 60_000).toISOString()
export const aName =
  (noun: string) =>
  ({ by }: Arranged) => ({ name: named(by.mark, noun) })

export const ofUnit: Example = { at: { 'params.id': 'org_unit' } }
export const ofMachine: Example = { at: { 'params.id': 'equipment' } }
export const ofMachines: Example = { at: { 'query.ids,': 'equipment' } }
export const ofAlarm: Example = { at: { 'params.id': 'alarm' } }
export const ofSubscribedAlarm: Example = { at: { 'params.id': 'subscribed_alarm' } }
export const ofItsMachines = { 'query.equipIds,?': 'equipment', 'query.orgUnitId?': 'org_unit' } as const
export const nothing: Example = {}

/** Returns true if the caller belongs to another company than `by`, such as one that was made for this call alone. */
export const isTwin = ({ companyId }: Maker, caller: TestPerson): boolean => caller.companyId !== companyId
