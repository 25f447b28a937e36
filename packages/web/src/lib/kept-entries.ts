import { useSyncExternalStore } from 'react'

/** Call that a person made at this browser, kept until the server has stored it. */
export interface KeptEntry {
  /** Idempotency key of the call. */
  readonly id: string
  /** Entries are sent in this order. */
  readonly order: number
  /** Person or display that made it: nobody else's session may send it. */
  readonly owner: string
  /** Operation of the call. */
  readonly operation: string
  readonly params: Readonly<Record<string, number>>
  readonly body: object
  /** Machine that it concerns. */
  readonly machineId: number
  /** Text for people: `Reason “Tool change” for the stop at 10:01`. */
  readonly words: string
  /** Value that the person saw and that the entry replaces, as JSON; absent: it replaces nothing. */
  readonly before?: string
  /** True: it could not be sent when it was made, so that somebody may have changed the same thing meanwhile. */
  readonly hasWaited: boolean
  /** Reason for which the server refused it; it stays until the person decides. */
  readonly refused?: string
}

const PREFIX = 'millwatch.entry.'

/** Each entry has its own place in the storage, so that several windows of this browser do not overwrite each other's. */
const placeOf = (id: string): string => `${PREFIX}${id}`

let entries: readonly KeptEntry[] = []
const listeners = new Set<() => void>()

function readStored(): KeptEntry[] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
  const found = names.flatMap((name): KeptEntry[] => {
    try {
      return [JSON.parse(localStorage.getItem(name) ?? '') as KeptEntry]
    } catch {
      return []
    }
  })
  return found.toSorted((a, b) => a.order - b.order || a.id.localeCompare(b.id))
}

/** Reads the entries of the storage; without a storage those of this window stay. */
function refresh(): void {
  try {
    entries = readStored()
  } catch {
    // Without storage they live as long as this window.
  }
  for (const listener of listeners) listener()
}

function inMemory(next: readonly KeptEntry[]): void {
  entries = next
  for (const listener of listeners) listener()
}

/** Stores an entry, or replaces the one with its id. Returns false if this browser cannot store it: it lives in this window. */
export function keepEntry(entry: KeptEntry): boolean {
  try {
    localStorage.setItem(placeOf(entry.id), JSON.stringify(entry))
    refresh()
    return true
  } catch {
    inMemory([...entries.filter(({ id }) => id !== entry.id), entry])
    return false
  }
}

export function dropEntry(id: string): void {
  try {
    localStorage.removeItem(placeOf(id))
    refresh()
  } catch {
    inMemory(entries.filter((entry) => entry.id !== id))
  }
}

/** Returns the entries of all owners in the order in which they were made. */
export const keptEntries = (): readonly KeptEntry[] => entries

/** Returns a number above those of all kept entries. */
export const nextOrder = (): number => entries.reduce((most, { order }) => Math.max(most, order), 0) + 1

/** Returns a new random idempotency key. `randomUUID` exists on encrypted pages only. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the kept entries of all owners, and follows the other windows of this browser. */
export const useKeptEntries = (): readonly KeptEntry[] => useSyncExternalStore(subscribe, keptEntries)

refresh()
const earlier: ReadonlySet<string> = new Set(entries.map(({ id }) => id))

/** Returns true for an entry that was made before this page was loaded: nobody knows whether it was under way. */
export const isOfEarlierPage = (id: string): boolean => earlier.has(id)

addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith(PREFIX)) refresh()
})
