import type { Endpoint } from '@millwatch/contract/endpoint'
import type { ChangedMessage } from '@millwatch/contract/live'
import { ApiError, call, NetworkError, type Request, UnreadableAnswer } from './api.ts'
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
import { SharedValue, useShared } from './shared-value.ts'
import { publish, settleStored } from './stored-entries.ts'

/** Conflict of an entry with a value that another person entered meanwhile. */
export interface Conflict {
  /** Sentence for people with the value that the other person entered. */
  readonly words: string
  /** Fields of the body with the values that the entry replaces if the person decides for it after reading this. */
  readonly expected: object
}

/** Call that can be kept until the server has stored it. */
export interface KeptCall {
  readonly endpoint: Endpoint
  /** Fact that the server announces when it has stored the call. It determines the data that is read again. */
  readonly fact: ChangedMessage['fact']
  /** Returns the conflict for which the server refused the entry; undefined if it was refused for another reason. */
  readonly conflictOf?: (entry: KeptEntry, error: ApiError) => Promise<Conflict | undefined>
}

/** Entry before it is stored, without key, order, owner and state. */
export type NewEntry = Omit<KeptEntry, 'id' | 'order' | 'hasWaited' | 'refused' | 'owner'>

/** Time between two attempts, ms. */
const AGAIN_MS = 5000
/** Time after which a call without an answer is aborted, ms: a tablet may take minutes to notice that it has no connection. */
const LONGEST_MS = 15_000

let calls: Readonly<Record<string, KeptCall>> = {}
let isSending = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Ids of the entries that were made in this window since it was loaded. */
const made = new Set<string>()

/** Returns true if this window shows the messages about an entry: it was made in this window, or before this page was loaded. */
export const isOfThisWindow = ({ id }: KeptEntry): boolean => made.has(id) || isOfEarlierPage(id)

/** Returns entries with new keys, the owner, and places at the end of the order. */
function withKeys<E extends NewEntry>(entries: readonly E[], owner: string): (E & KeptEntry)[] {
  const first = nextOrder()
  return entries.map((entry, i) => {
    const id = newKey()
    made.add(id)
    return { ...entry, id, order: first + i, owner, hasWaited: false }
  })
}

/**
 * Returns true for a failure that may pass without a change: no connection, a call that took too long, a busy server (429), an
 * error of the server (500 and above), or an ended session (401).
 */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof UnreadableAnswer ||
  error instanceof DOMException ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401))

const isToSend = ({ refused }: KeptEntry): boolean => refused === undefined

const firstToSend = (): KeptEntry | undefined => ownKeptEntries().find(isToSend)

/** Holds the id of the entry that is being sent; undefined if there is none. */
const sendingId = new SharedValue<string | undefined>(undefined)

export const useSendingId = (): string | undefined => useShared(sendingId)

/**
 * Sends the kept entries of a person or display, in order and one after the other: at once, every 5 s while entries are left that
 * were not refused, and when the browser is online again. It makes `party` the owner of the entries of this page; the function
 * that is returned ends both.
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
 * Stores new entries in the browser and sends them. Removes earlier refused entries with the same subject. Returns the entries,
 * and `isKept`, false if this browser cannot keep all of them over a reload. Throws an error if nobody is signed in.
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
 * Sends entries that the server refused again, as new calls after all entries that wait. If an entry was in conflict, it replaces
 * the value of the other person, which this person has seen.
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
 * Sends the entries of the owner that were not refused, one after the other, up to the first that has to wait. Does nothing while
 * this window is already sending. Windows of one browser take turns. Is called again after 5 s while such entries are left.
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
      sendingId.set(next.id)
      if (await sendOne(next)) continue
      keepEntries(
        ownKeptEntries()
          .filter(isToSend)
          .map((entry) => ({ ...entry, hasWaited: true })),
      )
      break
    }
  } finally {
    sendingId.set(undefined)
    settleStored()
  }
}

/**
 * Sends one entry, and removes and publishes it when the server has stored it; resolves with true, also if it was refused, and
 * with false if it has to wait.
 */
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

/**
 * Keeps and publishes a refused entry with the reason, or only removes it if a later entry has the same subject; resolves with
 * true. Resolves with false for a failure that may pass, so that the entry has to wait.
 */
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
