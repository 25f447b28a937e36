import type { Body } from '@millwatch/contract/endpoint'
import { readInterval } from '@millwatch/contract/http/status'
import { annotateStop } from '@millwatch/contract/http/stops'
import { type ApiError, call } from '../../lib/api.ts'
import type { KeptEntry } from '../../lib/kept-entries.ts'
import type { Conflict, KeptCall, NewEntry } from '../../lib/send-entries.ts'

/** Change of one thing that is written on a stop. */
export type StopChange = Pick<Body<typeof annotateStop>, 'status_reason_id' | 'notes' | 'xsf_report_ignored'>

/** Thing on a stop that an entry writes. */
export type StopThing = 'reason' | 'notes' | 'ignored'

/** Number of characters of notes that a message repeats. */
const REPEATED = 120

const thingOf = (body: object): StopThing =>
  'status_reason_id' in body ? 'reason' : 'notes' in body ? 'notes' : 'ignored'

/** Returns the name under which entries for one thing on a stop are found. */
export const subjectOf = (stopId: number, thing: StopThing): string => `stop/${stopId}/${thing}`

/** Text of an entry for people, and the messages about it; `expected`: the reason or notes that the person saw. */
export interface EntryWords {
  readonly words: string
  readonly done?: string
  readonly failed?: string
  readonly expected: number | string | boolean | null
}

/** Change of what is written on a stop, as an entry that is kept until it is stored. */
export function annotationEntry(
  stop: { readonly id: number; readonly machineId: number },
  change: StopChange,
  { expected, ...texts }: EntryWords,
): NewEntry {
  const thing = thingOf(change)
  return {
    operation: annotateStop.operation,
    params: { id: stop.id },
    body: change,
    ...(thing === 'ignored' ? {} : { expected: expectedIn(thing, expected) }),
    subject: subjectOf(stop.id, thing),
    machineId: stop.machineId,
    ...texts,
  }
}

const expectedIn = (thing: StopThing, value: unknown): object =>
  thing === 'reason' ? { expected_reason_id: value } : { expected_notes: value }

/** Returns the reason that an entry gives to a stop; undefined: it gives none. */
export function reasonIn({ operation, body }: KeptEntry): number | null | undefined {
  if (operation !== annotateStop.operation || !('status_reason_id' in body)) return undefined
  return body.status_reason_id as number | null
}

/** Returns true for an entry with a reason or notes for this stop. */
export const isForStop = (entry: KeptEntry, stopId: number): boolean =>
  entry.operation === annotateStop.operation && entry.params.id === stopId

/**
 * Returns the entry of another person with which this one conflicts, read from the server; undefined: it was refused for
 * another reason.
 */
async function conflictOf({ params, body }: KeptEntry, { code }: ApiError): Promise<Conflict | undefined> {
  if (code !== 'stop_changed') return undefined
  const { status_reason_id, status_reason, notes } = (await call(readInterval, { params: { id: params.id ?? 0 } }))
    .stretch
  if (thingOf(body) === 'reason') {
    const words = status_reason_id === null ? 'Somebody cleared the reason' : `Somebody gave “${status_reason}”`
    return { words: `${words} meanwhile`, expected: expectedIn('reason', status_reason_id) }
  }
  const words = notes === null ? 'Somebody deleted the notes' : `Somebody wrote “${shortened(notes)}”`
  return { words: `${words} meanwhile`, expected: expectedIn('notes', notes) }
}

/** Returns the first 120 characters of a text, with ` …` if it is longer. */
export const shortened = (text: string): string => (text.length > REPEATED ? `${text.slice(0, REPEATED)} …` : text)

/** Call that writes on a stop, for entries that are kept. */
export const keptAnnotation: KeptCall = { endpoint: annotateStop, fact: 'stop.annotated', conflictOf }
