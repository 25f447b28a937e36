import { useSyncExternalStore } from 'react'
import { channelOf } from './entry-windows.ts'
import { type KeptEntry, onKept, ownerOfEntries, ownKeptEntries } from './kept-entries.ts'

export interface Outcome {
  readonly entry: KeptEntry
  /** Undefined: the server has stored it. */
  readonly error?: Error
}

/** Outcome as another window publishes it. */
interface PublishedOutcome {
  readonly entry: KeptEntry
  readonly error?: string
}

/** Longest time for which an entry counts as new after it was stored, ms: the data may not come. */
const SETTLES_MS = 10_000

const channel = channelOf('millwatch.outcomes')
const outcomes = new Set<(outcome: Outcome) => void>()
const readers = new Set<(entries: readonly KeptEntry[]) => Promise<unknown>>()
const watchers = new Set<() => void>()
/** Entries that the server has stored, and that the page has not read again yet. */
let stored: readonly KeptEntry[] = []

function setStored(next: readonly KeptEntry[]): void {
  stored = next
  for (const watcher of watchers) watcher()
}

function note(outcome: Outcome): void {
  if (outcome.entry.owner !== ownerOfEntries()) return
  if (outcome.error === undefined) setStored([...stored, outcome.entry])
  for (const listener of outcomes) listener(outcome)
}

/** Notifies this window and the others of this browser that an entry was stored or refused. */
export function publish({ entry, error }: Outcome): void {
  channel?.postMessage({ entry, ...(error === undefined ? {} : { error: error.message }) } satisfies PublishedOutcome)
  note({ entry, ...(error === undefined ? {} : { error }) })
}

channel?.addEventListener('message', ({ data }: MessageEvent<PublishedOutcome>) => {
  note({ entry: data.entry, ...(data.error === undefined ? {} : { error: new Error(data.error) }) })
  settleStored()
})

/** Calls a function with each entry of any window that was stored or refused; returns the function that ends this. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  outcomes.add(listener)
  return () => outcomes.delete(listener)
}

/** Calls a function with stored entries, which reads again what shows them; returns the function that ends this. */
export function onStored(reader: (entries: readonly KeptEntry[]) => Promise<unknown>): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Has the data read again that show the stored entries; until then, and 10 s at most, they count as new. */
export function settleStored(): void {
  const settling = stored
  if (settling.length === 0) return
  const end = (): void => setStored(stored.filter((entry) => !settling.includes(entry)))
  const timer = setTimeout(end, SETTLES_MS)
  void Promise.allSettled([...readers].map((read) => read(settling))).then(() => {
    clearTimeout(timer)
    end()
  })
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * Returns the last entry for a thing that is not shown by the data of the page yet: it waits, was refused, or was stored just now
 * (`isStored`); undefined: there is none.
 */
export function useEntry(subject: string): { readonly entry: KeptEntry; readonly isStored: boolean } | undefined {
  const isSame = (entry: KeptEntry): boolean => entry.subject === subject
  const kept = useSyncExternalStore(onKept, () => ownKeptEntries().findLast(isSame))
  const present = useSyncExternalStore(subscribe, () => stored.findLast(isSame))
  const entry = kept ?? present
  return entry === undefined ? undefined : { entry, isStored: kept === undefined }
}
