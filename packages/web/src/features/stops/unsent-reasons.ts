import { annotateStop } from '@millwatch/contract/http/stops'
import { useSyncExternalStore } from 'react'
import { call, NetworkError } from '../../lib/api.ts'

/** Reason that a person gave to a stop, and that the server has not stored yet. */
export interface UnsentReason {
  readonly stopId: number
  /** Null clears the reason. */
  readonly reasonId: number | null
  /** True: the server could not be reached; it is sent again. */
  readonly isWaiting: boolean
  /** Called when it is stored; it counts as unsent until the promise is kept. */
  readonly onSaved: () => unknown
  /** Called when the server refused it. */
  readonly onFailed: (error: Error) => void
}

/** Time between two attempts without a connection, ms. */
const AGAIN_MS = 5000

/** Reasons that are being sent or wait for the connection, in the order in which they were given. */
let entries: readonly UnsentReason[] = []
const listeners = new Set<() => void>()

function setEntries(next: readonly UnsentReason[]): void {
  entries = next
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
 * Sends the reason of a stop, and replaces an earlier one that is still unsent. Without a connection it is kept, also when
 * the page shows something else, and sent again in order: every 5 s, and at once when the browser is online again.
 */
export function sendReason(entry: Omit<UnsentReason, 'isWaiting'>): void {
  const others = entries.filter(({ stopId }) => stopId !== entry.stopId)
  setEntries([...others, { ...entry, isWaiting: false }])
  void sendAll()
}

async function sendAll(): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  for (let next = entries[0]; next !== undefined; next = entries[0]) {
    if (!(await send(next))) break
  }
  isSending = false
}

/** Sends one reason; resolves with false when the server cannot be reached. */
async function send(entry: UnsentReason): Promise<boolean> {
  const { stopId, reasonId } = entry
  try {
    await call(annotateStop, { params: { id: stopId }, body: { status_reason_id: reasonId } })
    await entry.onSaved()
  } catch (error) {
    if (error instanceof NetworkError) return wait()
    entry.onFailed(error as Error)
  }
  // A newer reason of the same stop has taken its place.
  setEntries(entries.filter((each) => each !== entry))
  return true
}

function wait(): false {
  setEntries(entries.map((entry) => ({ ...entry, isWaiting: true })))
  timer = setTimeout(() => void sendAll(), AGAIN_MS)
  return false
}

addEventListener('online', () => void sendAll())
