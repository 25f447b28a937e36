import { readInterval } from '@millwatch/contract/http/status'
import { annotateStop } from '@millwatch/contract/http/stops'
import { call } from '../../lib/api.ts'
import type { KeptEntry } from '../../lib/kept-entries.ts'
import type { KeptCall, NewEntry } from '../../lib/send-entries.ts'

type Body = { readonly status_reason_id: number | null } | { readonly notes: string | null }

/** Reason or notes for a stop, as an entry that is kept until it is stored; `before` is the value that the person saw. */
export const annotationEntry = (
  stop: { readonly id: number; readonly machineId: number },
  body: Body,
  before: number | string | null,
  words: string,
): NewEntry => ({
  operation: annotateStop.operation,
  params: { id: stop.id },
  body,
  machineId: stop.machineId,
  before: JSON.stringify(before),
  words,
})

/** Returns the reason that an entry gives to a stop; undefined: it gives none. */
export function reasonIn({ operation, body }: KeptEntry): number | null | undefined {
  if (operation !== annotateStop.operation || !('status_reason_id' in body)) return undefined
  return body.status_reason_id as number | null
}

/** Returns true for an entry with a reason or notes for this stop. */
export const isForStop = (entry: KeptEntry, stopId: number): boolean =>
  entry.operation === annotateStop.operation && entry.params.id === stopId

/** Returns what another person wrote on the stop since the person of this entry saw it. */
async function conflictOf({ params, body, before }: KeptEntry): Promise<string | undefined> {
  if (before === undefined) return undefined
  const stop = (await call(readInterval, { params: { id: params.id ?? 0 } })).stretch
  const isReason = 'status_reason_id' in body
  const present = isReason ? stop.status_reason_id : stop.notes
  const wanted: unknown = isReason ? body.status_reason_id : (body as { notes?: unknown }).notes
  if (JSON.stringify(present) === before || present === wanted) return undefined
  if (!isReason) return 'Somebody wrote other notes meanwhile'
  return present === null ? 'Somebody cleared the reason meanwhile' : `Somebody gave “${stop.status_reason}” meanwhile`
}

/** Call that writes on a stop, for entries that are kept. */
export const keptAnnotation: KeptCall = { endpoint: annotateStop, conflictOf }
