import { readInterval } from '@millwatch/contract/http/status'
import { annotateStop } from '@millwatch/contract/http/stops'
import { useSyncExternalStore } from 'react'
import { ApiError, call, NetworkError } from '../../lib/api.ts'
import { keptReasons } from './kept-reasons.ts'

/** Reason that a person gave to a stop. */
export interface GivenReason {
  readonly stopId: number
  readonly machineName: string
  /** Null clears the reason. */
  readonly reasonId: number | null
  /** Reason that the stop had when the person gave this one. */
  readonly beforeId: number | null
}

/** Reason that the server has not stored yet. */
export interface UnsentReason extends GivenReason, ReasonOutcome {
  /** True: the server could not be reached; it is sent again. */
  readonly isWaiting: boolean
  /** True: the server has stored it, but the report was not read again yet. */
  readonly isStored: boolean
}

/** Functions that tell the person about a reason. */
export interface ReasonOutcome {
  /** Called when it is stored; it counts as unsent until the promise is kept. */
  readonly onSaved: () => unknown
  /** Called when the server refused it. */
  readonly onFailed: (error: Error) => void
  /** Returns true if it replaces another reason (`name`, null: none), which the stop got while it waited. */
  readonly mayReplace: (name: string | null) => Promise<boolean>
}

/** Time between two attempts, ms. */
const AGAIN_MS = 5000

/** Reasons that are being sent, wait for the server or for the report, in the order in which they were given. */
let entries: readonly UnsentReason[] = []
const listeners = new Set<() => void>()

function setEntries(next: readonly UnsentReason[]): void {
  entries = next
  keptReasons.keep(entries.filter(({ isStored }) => !isStored))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the reason of a stop that is not stored yet; undefined: there is none. */
export const useUnsentReason = (id: number): UnsentReason | undefined =>
  useSyncExternalStore(subscribe, () => entries.find(({ stopId }) => stopId === id))

let isSending = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends the reason of a stop, and replaces an earlier one that is still unsent. Without a connection, and
 * while the server is busy or starts again, it is kept, also when the page shows something else, and sent again in order: every
 * 5 s, and at once when the browser is online again.
 */
export function sendReason(entry: GivenReason & ReasonOutcome): void {
  const others = entries.filter(({ stopId }) => stopId !== entry.stopId)
  setEntries([...others, { ...entry, isWaiting: false, isStored: false }])
  void sendAll()
}

/**
 * Keeps the unsent reasons of a person (`owner`) in this browser from now on, and sends those that it kept before the page was
 * loaded; `outcomeOf` tells the person about one of these.
 */
export function restoreReasons(owner: string, outcomeOf: (reason: GivenReason) => ReasonOutcome): void {
  const kept = keptReasons.of(owner)
  const isUnknown = ({ stopId }: GivenReason) => entries.every((entry) => entry.stopId !== stopId)
  const restored = kept.filter(isUnknown).map((reason) => {
    return { ...reason, ...outcomeOf(reason), isWaiting: true, isStored: false }
  })
  setEntries([...restored, ...entries])
  void sendAll()
}

async function sendAll(): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  const first = (): UnsentReason | undefined => entries.find(({ isStored }) => !isStored)
  for (let next = first(); next !== undefined; next = first()) {
    if (!(await send(next))) break
  }
  isSending = false
}

/** Returns true for a failure that ends by itself: no connection, a busy server, or one that starts again. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

/** Sends one reason; resolves with false when the server cannot be reached. */
async function send(entry: UnsentReason): Promise<boolean> {
  const { stopId, reasonId } = entry
  try {
    if (entry.isWaiting && !(await isWanted(entry))) {
      remove(entry)
      return true
    }
    await call(annotateStop, { params: { id: stopId }, body: { status_reason_id: reasonId } })
  } catch (error) {
    if (isPassing(error)) return wait()
    remove(entry)
    entry.onFailed(error as Error)
    return true
  }
  const stored = { ...entry, isStored: true }
  // A newer reason of the same stop may have taken its place.
  setEntries(entries.map((each) => (each === entry ? stored : each)))
  void Promise.resolve(entry.onSaved())
    .catch(() => undefined)
    .then(() => remove(stored))
  return true
}

/** Returns true if the stop still has the reason from before, or if the person wants to replace the other one. */
async function isWanted({ stopId, reasonId, beforeId, mayReplace }: UnsentReason): Promise<boolean> {
  const { status_reason_id: presentId, status_reason: name } = (await call(readInterval, { params: { id: stopId } }))
    .stretch
  return presentId === beforeId || presentId === reasonId || mayReplace(name)
}

const remove = (entry: UnsentReason): void => setEntries(entries.filter((each) => each !== entry))

function wait(): false {
  setEntries(entries.map((entry) => (entry.isStored ? entry : { ...entry, isWaiting: true })))
  timer = setTimeout(() => void sendAll(), AGAIN_MS)
  return false
}

addEventListener('online', () => void sendAll())
