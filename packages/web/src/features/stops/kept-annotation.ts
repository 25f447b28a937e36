import type { Body } from '@millwatch/contract/endpoint'
import { readInterval } from '@millwatch/contract/http/status'
import { annotateStop } from '@millwatch/contract/http/stops'
import { type ApiError, call } from '../../lib/api.ts'
import type { KeptEntry } from '../../lib/kept-entries.ts'
import type { Conflict, KeptCall, NewEntry } from '../../lib/send-entries.ts'

/** Change of a stop: of its reason (null clears it), its notes or its ignored mark, one at a time. */
export type StopChange = Pick<Body<typeof annotateStop>, 'status_reason_id' | 'notes' | 'xsf_report_ignored'>

/** Part of a stop that an entry changes: its reason, its notes or its ignored mark. */
export type StopThing = 'reason' | 'notes' | 'ignored'

/** Number of characters of notes that a message repeats, at most. */
const REPEATED = 120

const thingOf = (body: object): StopThing =>
  'status_reason_id' in body ? 'reason' : 'notes' in body ? 'notes' : 'ignored'

/** Returns the key by which entries for one part of a stop are found: `stop/17/reason`. */
export const subjectOf = (stopId: number, thing: StopThing): string => `stop/${stopId}/${thing}`

/**
 * Words for an entry: its description, the messages for success and failure, and `expected`, the stored value that the person
 * saw.
 */
export interface EntryWords {
  readonly words: string
  readonly done?: string
  readonly failed?: string
  readonly expected: number | string | boolean | null
}

/**
 * Returns a change of the reason, the notes or the ignored mark of a stop as an entry that the browser keeps until it is stored.
 * For reason and notes it contains the value that the person saw, so that the server finds conflicts.
 */
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

/**
 * Returns the id of the reason in an entry (null: the reason is cleared); undefined if the entry does not change the reason of a
 * stop.
 */
export function reasonIn({ operation, body }: KeptEntry): number | null | undefined {
  if (operation !== annotateStop.operation || !('status_reason_id' in body)) return undefined
  return body.status_reason_id as number | null
}

/** Returns true if the entry changes the reason, the notes or the ignored mark of this stop. */
export const isForStop = (entry: KeptEntry, stopId: number): boolean =>
  entry.operation === annotateStop.operation && entry.params.id === stopId

/**
 * Returns the conflict of an entry that the server refused because another person changed the same value: words about that value
 * and the new expectation, read from the server. Undefined if it was refused for another reason.
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

/** Returns a text of up to 120 characters unchanged, and the first 120 characters of a longer one with ` …`. */
export const shortened = (text: string): string => (text.length > REPEATED ? `${text.slice(0, REPEATED)} …` : text)

/** Call that changes reason, notes or ignored mark of a stop, for entries that the browser keeps until they are stored. */
export const keptAnnotation: KeptCall = { endpoint: annotateStop, fact: 'stop.annotated', conflictOf }
