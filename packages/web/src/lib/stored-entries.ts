import { channelOf } from './entry-windows.ts'
import { type KeptEntry, ownEntries, ownerOfEntries } from './kept-entries.ts'
import { SharedValue, useSharedPart } from './shared-value.ts'

export interface Outcome {
  readonly entry: KeptEntry
  /** Error for which the server refused the entry; absent if the server has stored it. */
  readonly error?: Error
}

/** Outcome of an entry as one window sends it to the others. */
interface PublishedOutcome {
  readonly entry: KeptEntry
  readonly error?: string
}

/** Longest time (ms) for which an entry is shown as new after it was stored, as the data may not come. */
const SETTLES_MS = 10_000

const channel = channelOf('millwatch.outcomes')
const outcomes = new Set<(outcome: Outcome) => void>()
const readers = new Set<(entries: readonly KeptEntry[]) => Promise<unknown>>()
/** Entries that the server has stored, and whose data the page has not read again yet. */
const stored = new SharedValue<readonly KeptEntry[]>([])

function note(outcome: Outcome): void {
  if (outcome.entry.owner !== ownerOfEntries()) return
  if (outcome.error === undefined) stored.set([...stored.get(), outcome.entry])
  for (const listener of outcomes) listener(outcome)
}

/** Notifies this window and the others of this browser that an entry was stored or refused. Windows of other owners ignore it. */
export function publish({ entry, error }: Outcome): void {
  channel?.postMessage({ entry, ...(error === undefined ? {} : { error: error.message }) } satisfies PublishedOutcome)
  note({ entry, ...(error === undefined ? {} : { error }) })
}

channel?.addEventListener('message', ({ data }: MessageEvent<PublishedOutcome>) => {
  note({ entry: data.entry, ...(data.error === undefined ? {} : { error: new Error(data.error) }) })
  settleStored()
})

/**
 * Registers a function that is called with the outcome of each entry of this page's owner that was stored or refused, in any
 * window. Returns the function that ends this.
 */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  outcomes.add(listener)
  return () => outcomes.delete(listener)
}

/**
 * Registers a function that `settleStored` calls with the stored entries, to read again the data that shows them. Returns the
 * function that ends this.
 */
export function onStored(reader: (entries: readonly KeptEntry[]) => Promise<unknown>): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

/**
 * Calls the functions of `onStored` with the entries that are stored but not read again. When these have finished, at the latest
 * after 10 s, the entries are no longer shown as new.
 */
export function settleStored(): void {
  const settling = stored.get()
  if (settling.length === 0) return
  const end = (): void => stored.set(stored.get().filter((entry) => !settling.includes(entry)))
  const timer = setTimeout(end, SETTLES_MS)
  void Promise.allSettled([...readers].map((read) => read(settling))).then(() => {
    clearTimeout(timer)
    end()
  })
}

/**
 * Returns the last entry with a subject that the data of the page does not show yet: it waits, was refused, or was stored just
 * now (`isStored`). Undefined if there is none.
 */
export function useEntry(subject: string): { readonly entry: KeptEntry; readonly isStored: boolean } | undefined {
  const isSame = (entry: KeptEntry): boolean => entry.subject === subject
  const kept = useSharedPart(ownEntries, (entries) => entries.findLast(isSame))
  const present = useSharedPart(stored, (entries) => entries.findLast(isSame))
  const entry = kept ?? present
  return entry === undefined ? undefined : { entry, isStored: kept === undefined }
}
