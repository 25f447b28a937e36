import type { Endpoint } from '@millwatch/contract/endpoint'
import { useSyncExternalStore } from 'react'
import { ApiError, call, NetworkError, type Request } from './api.ts'
import {
  dropEntry,
  isOfEarlierPage,
  type KeptEntry,
  keepEntry,
  keptEntries,
  newKey,
  nextOrder,
} from './kept-entries.ts'

/** Calls that may be kept, with the check that runs before an entry that has waited is sent. */
export interface KeptCall {
  readonly endpoint: Endpoint
  /** Returns why the entry is not sent as it is, in words for people; undefined: nothing stands against it. */
  readonly conflictOf?: (entry: KeptEntry) => Promise<string | undefined>
}

/** Entry as the person makes it. */
export type NewEntry = Omit<KeptEntry, 'id' | 'order' | 'hasWaited' | 'refused' | 'owner'>

export interface Outcome {
  readonly entry: KeptEntry
  /** Undefined: the server has stored it. */
  readonly error?: Error
}

/** Time between two attempts, ms. */
const AGAIN_MS = 5000
/** Time after which a call without an answer counts as lost, ms: a tablet may take minutes to notice that it has no connection. */
const LONGEST_MS = 15_000

let calls: Readonly<Record<string, KeptCall>> = {}
let owner: string | undefined
let isSending = false
let sendingId: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const outcomes = new Set<(outcome: Outcome) => void>()
const watchers = new Set<() => void>()

/** Returns true for a failure that ends by itself: no connection, a busy server, one that starts again, or an ended session. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof DOMException ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401))

const firstToSend = (): KeptEntry | undefined =>
  keptEntries().find((entry) => entry.owner === owner && entry.refused === undefined)

function setSending(id: string | undefined): void {
  sendingId = id
  for (const watcher of watchers) watcher()
}

/** Returns the id of the entry that is under way; undefined: none. */
export const useSendingId = (): string | undefined =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => sendingId,
  )

const publish = (outcome: Outcome): void => {
  for (const listener of outcomes) listener(outcome)
}

/** Calls a function with each entry that was stored or refused; returns the function that ends this. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  outcomes.add(listener)
  return () => outcomes.delete(listener)
}

/**
 * Sends the kept entries of a person or display from now on, in order and one after the other: at once, every 5 s while the
 * server cannot be reached, and when the browser is online again. Returns the function that ends this.
 */
export function sendEntriesOf(party: string, keptCalls: Readonly<Record<string, KeptCall>>): () => void {
  owner = party
  calls = keptCalls
  const send = (): void => void sendEntries()
  addEventListener('online', send)
  send()
  return () => {
    removeEventListener('online', send)
    clearTimeout(timer)
    owner = undefined
  }
}

/** Keeps an entry and sends it. Returns false if this browser cannot keep it over a reload. */
export function enter(entry: NewEntry): boolean {
  if (owner === undefined) throw new Error('Nobody is signed in')
  const isKept = keepEntry({ ...entry, id: newKey(), order: nextOrder(), owner, hasWaited: false })
  void sendEntries()
  return isKept
}

/** Sends a refused entry as a new call, after all others; `replaces`: also over what another person entered meanwhile. */
export function tryAgain(entry: KeptEntry, replaces: boolean): void {
  const { id, refused: _refused, before, ...rest } = entry
  dropEntry(id)
  const kept = replaces || before === undefined ? {} : { before }
  keepEntry({ ...rest, ...kept, id: newKey(), order: nextOrder(), hasWaited: !replaces })
  void sendEntries()
}

/** Sends all entries that wait, unless they are being sent already. */
export async function sendEntries(): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  try {
    for (let next = firstToSend(); next !== undefined; next = firstToSend()) {
      setSending(next.id)
      if (await sendOne(next)) continue
      markWaiting()
      break
    }
  } finally {
    setSending(undefined)
    isSending = false
  }
  if (firstToSend() !== undefined) timer = setTimeout(() => void sendEntries(), AGAIN_MS)
}

/** Marks all entries that are still to be sent: the server cannot be reached. */
function markWaiting(): void {
  for (const entry of keptEntries()) {
    if (entry.owner === owner && entry.refused === undefined && !entry.hasWaited)
      keepEntry({ ...entry, hasWaited: true })
  }
}

/** Sends one entry; resolves with false when it has to wait. */
async function sendOne(entry: KeptEntry): Promise<boolean> {
  const kept = calls[entry.operation]
  try {
    if (kept === undefined) throw new Error('This page does not know the call any more')
    const isLate = entry.hasWaited || isOfEarlierPage(entry.id)
    const conflict = isLate ? await kept.conflictOf?.(entry) : undefined
    if (conflict !== undefined) throw new Error(conflict)
    const { id: idempotencyKey, params, body } = entry
    const signal = AbortSignal.timeout(LONGEST_MS)
    await call(kept.endpoint, { params, body, idempotencyKey, signal } as unknown as Request<Endpoint>)
  } catch (error) {
    if (isPassing(error)) {
      return false
    }
    const { message } = error as Error
    keepEntry({ ...entry, refused: message })
    publish({ entry, error: error as Error })
    return true
  }
  dropEntry(entry.id)
  publish({ entry })
  return true
}
