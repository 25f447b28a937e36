import { SharedValue, useShared } from './shared-value.ts'
import { dropStored, readStoredValue, storedNames, writeStored } from './stored.ts'

/** Call that a person made at this browser, kept until the server has stored it. */
export interface KeptEntry {
  /** Idempotency key of the call. */
  readonly id: string
  /** Place of the entry in the order in which entries are sent, ascending. */
  readonly order: number
  /** Name of the person or display that made the entry; sessions of others do not send it. */
  readonly owner: string
  /** Operation of the call. */
  readonly operation: string
  readonly params: Readonly<Record<string, number>>
  readonly body: object
  /**
   * Fields of the body with the values that the person saw and the entry replaces, which the server compares; absent if it
   * replaces none.
   */
  readonly expected?: object
  /**
   * Name of the value that the entry changes, for example `stop/7/reason`. Of several entries with the same one, the last is in
   * force. Absent: the entry replaces no other.
   */
  readonly subject?: string
  /** Id of the machine that the entry is about. */
  readonly machineId: number
  /** Text for people: `Reason “Tool change” for the stop at 10:01`. */
  readonly words: string
  /** Message when the entry was stored; absent for none. */
  readonly done?: string
  /** Message when the server refused the entry; absent for none. */
  readonly failed?: string
  /**
   * True after an attempt to send this entry, or one before it, failed for a reason that may pass: no answer, a busy or failing
   * server, or an ended session.
   */
  readonly hasWaited: boolean
  /**
   * Reason for which the server refused the entry; it stays until the person decides. Absent for an entry that was not refused.
   */
  readonly refused?: string
  /** True if the entry was refused because another person entered another value meanwhile, which `expected` has now. */
  readonly isConflict?: boolean
}

const PREFIX = 'millwatch.entry.'

/**
 * Returns the name of an entry's own item in the storage. Each entry has one, so that several windows of this browser do not
 * overwrite each other's entries.
 */
const placeOf = (id: string): string => `${PREFIX}${id}`

let entries: readonly KeptEntry[] = []
/** Person or display that uses this page; undefined if nobody is signed in. */
let owner: string | undefined

/**
 * Entries of the person or display that uses this page, by their order of sending, as they are in all windows of this browser;
 * empty if nobody is signed in. Only `setEntries` sets them.
 */
export const ownEntries = new SharedValue<readonly KeptEntry[]>([])

/**
 * Ids of entries whose present state could not be written to the storage and is kept in the memory of this window only; the
 * storage may have an earlier state.
 */
const unstored = new Set<string>()

const inOrder = (a: KeptEntry, b: KeptEntry): number => a.order - b.order || a.id.localeCompare(b.id)

function setEntries(next: readonly KeptEntry[]): void {
  entries = next
  ownEntries.set(next.filter((entry) => entry.owner === owner))
}

/**
 * Returns true for a value with the fields of an entry that its sending needs (other fields are not checked); scripts of other
 * versions may have written the storage.
 */
function isEntry(value: unknown): value is KeptEntry {
  if (typeof value !== 'object' || value === null) return false
  const { id, order, owner, operation, params, body, expected = {} } = value as Record<string, unknown>
  return (
    [id, owner, operation].every((text) => typeof text === 'string') &&
    Number.isFinite(order) &&
    [params, body, expected].every((part) => typeof part === 'object' && part !== null)
  )
}

/** Returns the entry in an item of the storage; undefined if there is none or it cannot be read. */
function readAt(place: string): KeptEntry | undefined {
  const value = readStoredValue(place)
  return isEntry(value) ? value : undefined
}

/**
 * Reads the entries of the storage, which other windows may have changed, except those whose present state is in the memory of
 * this window only; these stay. Changes nothing if the storage cannot be read.
 */
export function readKept(): void {
  const places = storedNames()?.filter((name) => name.startsWith(PREFIX))
  // Without storage they live as long as this window.
  if (places === undefined) return
  // The storage may have an earlier state of an entry whose change it did not take.
  const stored = places.flatMap((place) => readAt(place) ?? []).filter(({ id }) => !unstored.has(id))
  setEntries([...stored, ...entries.filter(({ id }) => unstored.has(id))].toSorted(inOrder))
}

/**
 * Stores entries, or replaces those with the same ids. Returns false if the storage did not take all; those that it did not take
 * are kept in the memory of this window only.
 */
export function keepEntries(kept: readonly KeptEntry[]): boolean {
  for (const entry of kept) {
    if (writeStored(placeOf(entry.id), JSON.stringify(entry))) unstored.delete(entry.id)
    else unstored.add(entry.id)
  }
  const ids = new Set(kept.map(({ id }) => id))
  setEntries([...entries.filter(({ id }) => !ids.has(id)), ...kept].toSorted(inOrder))
  return kept.every(({ id }) => !unstored.has(id))
}

/** Removes entries from this window and from the storage of this browser; ids without an entry are ignored. */
export function dropEntries(dropped: readonly { readonly id: string }[]): void {
  const ids = new Set(dropped.map(({ id }) => id))
  for (const id of ids) {
    unstored.delete(id)
    dropStored(placeOf(id))
  }
  setEntries(entries.filter(({ id }) => !ids.has(id)))
}

/** Sets the person or display whose entries are shown and sent from now on; undefined if nobody is signed in. */
export function setOwner(party: string | undefined): void {
  owner = party
  setEntries(entries)
}

export const ownerOfEntries = (): string | undefined => owner

/** Returns the entries of all owners, by their order of sending. */
export const keptEntries = (): readonly KeptEntry[] => entries

/** Returns the entries of the person or display that uses this page, by their order of sending; empty if nobody is signed in. */
export const ownKeptEntries = ownEntries.get

/** Returns a number above the order of all kept entries; 1 without entries. */
export const nextOrder = (): number => (entries.at(-1)?.order ?? 0) + 1

/** Returns a new random idempotency key. `randomUUID` exists on encrypted pages only. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Registers a function that is called after each change of the kept entries by any window. Returns the function that ends this.
 */
export const onKept = ownEntries.subscribe

/** Returns the kept entries of the person or display that uses this page, and follows the other windows of this browser. */
export const useKeptEntries = (): readonly KeptEntry[] => useShared(ownEntries)

readKept()
const earlier: ReadonlySet<string> = new Set(entries.map(({ id }) => id))

/** Returns true for the id of an entry that was kept already when this page was loaded. */
export const isOfEarlierPage = (id: string): boolean => earlier.has(id)

addEventListener('storage', ({ key }) => {
  if (key === null) return readKept()
  if (!key.startsWith(PREFIX)) return
  const others = entries.filter(({ id }) => placeOf(id) !== key)
  const entry = readAt(key)
  setEntries(entry === undefined ? others : [...others, entry].toSorted(inOrder))
})
