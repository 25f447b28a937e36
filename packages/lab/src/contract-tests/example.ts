import type { InjectApp } from '../app/inject-app.ts'
import type { TestPerson } from './people.ts'
import { type Maker, named, type ThingKind, type Things } from './things.ts'

/** The caller of an example, and the things that it may name. */
export interface Arranged {
  readonly t: InjectApp
  readonly by: Maker
  /** Things of the company `by` that the slots name. */
  readonly things: Things
  /** The person who calls; a person of the company where the caller is not a person. */
  readonly caller: TestPerson
  readonly isDisplay: boolean
}

type Body = Record<string, unknown> | Buffer
type Made<T> = T | ((a: Arranged) => T | Promise<T>)

/** A valid call of an operation: all that these tests know about it besides its schemas and its row in the policy table. */
export interface Example {
  /** Kind of thing that each id slot names; a slot with `?` at its end is optional in a valid call. */
  readonly at?: Readonly<Record<string, ThingKind>>
  /** Other fields of the body when this optional slot is filled. */
  readonly beside?: Readonly<Record<string, Made<Record<string, unknown>>>>
  /** Id slots that name no stored thing, each with the reason. */
  readonly none?: Readonly<Record<string, string>>
  /** Kinds of things that the call uses up; each call that succeeds gets new ones. */
  readonly fresh?: readonly ThingKind[]
  /** The call names the caller as its user. */
  readonly isSelf?: true
  /** The call removes something from its caller or its company, so a caller from a separate company makes it. */
  readonly elsewhere?: true
  /** The values are good for seconds only, so the call is made as soon as they are. */
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

/** Returns true if the caller is a person of a company made for this call alone. */
export const isTwin = ({ companyId }: Maker, caller: TestPerson): boolean => caller.companyId !== companyId
