import type { Endpoint } from '@millwatch/contract/endpoint'
import type { ChangedMessage } from '@millwatch/contract/live'
import { useSyncExternalStore } from 'react'
import { ApiError, call, NetworkError, type Request } from './api.ts'
import { between } from './entry-windows.ts'
import {
  dropEntries,
  isOfEarlierPage,
  type KeptEntry,
  keepEntries,
  newKey,
  nextOrder,
  ownerOfEntries,
  ownKeptEntries,
  readKept,
  setOwner,
} from './kept-entries.ts'
import { publish, settleStored } from './stored-entries.ts'

/** Conflict of an entry with what another person entered meanwhile. */
export interface Conflict {
  /** Names what the other person entered, for people. */
  readonly words: string
  /** Fields of the body with what the entry replaces if the person decides for it after reading this. */
  readonly expected: object
}

/** Call that may be kept. */
export interface KeptCall {
  readonly endpoint: Endpoint
  /** Fact that the server states when it has stored the call: it says which data is read again. */
  readonly fact: ChangedMessage['fact']
  /** Returns the conflict for which the server refused the entry; undefined: it was refused for another reason. */
  readonly conflictOf?: (entry: KeptEntry, error: ApiError) => Promise<Conflict | undefined>
}

/** Entry as the person makes it. */
export type NewEntry = Omit<KeptEntry, 'id' | 'order' | 'hasWaited' | 'refused' | 'owner'>

/** Time between two attempts, ms. */
const AGAIN_MS = 5000
/** Time after which a call without an answer counts as lost, ms: a tablet may take minutes to notice that it has no connection. */
const LONGEST_MS = 15_000

let calls: Readonly<Record<string, KeptCall>> = {}
let isSending = false
let sendingId: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
/** Ids of the entries that were made in this window since it was loaded. */
const made = new Set<string>()

/** Returns true if the messages about an entry belong to this window: it was made here, or before this page was loaded. */
export const isOfThisWindow = ({ id }: KeptEntry): boolean => made.has(id) || isOfEarlierPage(id)

/** Returns entries with new keys, at the end of the order. */
function withKeys<E extends NewEntry>(entries: readonly E[], owner: string): (E & KeptEntry)[] {
  const first = nextOrder()
  return entries.map((entry, i) => {
    const id = newKey()
    made.add(id)
    return { ...entry, id, order: first + i, owner, hasWaited: false }
  })
}

/** Returns true for a failure that ends by itself: no connection, a busy server, one that starts again, or an ended session. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof DOMException ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401))

const isToSend = ({ refused }: KeptEntry): boolean => refused === undefined

const firstToSend = (): KeptEntry | undefined => ownKeptEntries().find(isToSend)

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

/**
 * Sends the kept entries of a person or display from now on, in order and one after the other: at once, every 5 s while the
 * server cannot be reached, and when the browser is online again. Returns the function that ends this.
 */
export function sendEntriesOf(party: string, keptCalls: Readonly<Record<string, KeptCall>>): () => void {
  setOwner(party)
  calls = keptCalls
  const send = (): void => void sendEntries()
  addEventListener('online', send)
  send()
  return () => {
    removeEventListener('online', send)
    clearTimeout(timer)
    setOwner(undefined)
  }
}

/**
 * Stores new entries in the browser and sends them. Drops earlier refused entries about the same thing. Returns the entries, and
 * whether this browser can keep them over a reload.
 */
export function enter(...given: readonly NewEntry[]): {
  readonly entries: readonly KeptEntry[]
  readonly isKept: boolean
} {
  const owner = ownerOfEntries()
  if (owner === undefined) throw new Error('Nobody is signed in')
  const subjects = new Set(given.flatMap(({ subject }) => subject ?? []))
  dropEntries(ownKeptEntries().filter((entry) => entry.refused !== undefined && subjects.has(entry.subject ?? '')))
  const entries = withKeys(given, owner)
  const isKept = keepEntries(entries)
  void sendEntries()
  return { entries, isKept }
}

/**
 * Sends entries again that the server refused, as new calls after all that wait. They overwrite the stored value, which the person
 * has seen and decided against.
 */
export function tryAgain(refused: readonly KeptEntry[]): void {
  dropEntries(refused)
  for (const entry of refused) {
    const { refused: _, isConflict: __, ...rest } = entry
    keepEntries(withKeys([rest], entry.owner))
  }
  void sendEntries()
}

/**
 * Sends all entries that wait, one after the other. Does nothing while this window is already sending; windows of one browser take
 * turns.
 */
export async function sendEntries(): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  try {
    if (firstToSend() !== undefined) await between(sendAll)
  } finally {
    isSending = false
  }
  if (firstToSend() !== undefined) timer = setTimeout(() => void sendEntries(), AGAIN_MS)
}

async function sendAll(): Promise<void> {
  // Another window may have sent some of them before its turn ended.
  readKept()
  try {
    for (let next = firstToSend(); next !== undefined; next = firstToSend()) {
      setSending(next.id)
      if (await sendOne(next)) continue
      keepEntries(
        ownKeptEntries()
          .filter(isToSend)
          .map((entry) => ({ ...entry, hasWaited: true })),
      )
      break
    }
  } finally {
    setSending(undefined)
    settleStored()
  }
}

/** Sends one entry; resolves with false when it has to wait. */
async function sendOne(entry: KeptEntry): Promise<boolean> {
  const kept = calls[entry.operation]
  try {
    if (kept === undefined) throw new Error('This page does not know the call any more')
    const { id: idempotencyKey, params } = entry
    const body = { ...entry.body, ...entry.expected }
    const signal = AbortSignal.timeout(LONGEST_MS)
    await call(kept.endpoint, { params, body, idempotencyKey, signal } as unknown as Request<Endpoint>)
    dropEntries([entry])
    publish({ entry })
    return true
  } catch (error) {
    return refuse(entry, kept, error as Error).catch(() => false)
  }
}

/** Keeps a refused entry with the reason; resolves with false if it has to wait, because the failure ends by itself. */
async function refuse(entry: KeptEntry, keptCall: KeptCall | undefined, error: Error): Promise<boolean> {
  if (isPassing(error)) return false
  const conflict = error instanceof ApiError ? await keptCall?.conflictOf?.(entry, error) : undefined
  // The person entered something else for the same thing: that is compared itself.
  const isOver = ownKeptEntries().some(
    ({ subject, order }) => subject !== undefined && subject === entry.subject && order > entry.order,
  )
  if (isOver) {
    dropEntries([entry])
    return true
  }
  const refused = conflict?.words ?? error.message
  const kept = {
    ...entry,
    refused,
    ...(conflict === undefined ? {} : { expected: conflict.expected, isConflict: true }),
  }
  keepEntries([kept])
  publish({ entry: kept, error: conflict === undefined ? error : new Error(refused) })
  return true
}
