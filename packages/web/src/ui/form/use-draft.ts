import { useEffect, useState } from 'react'

interface Draft<Entries> {
  readonly draft: Entries
  /** Enters a part of the draft. */
  readonly change: (part: Partial<Entries>) => void
  /** Entries that differ from the stored ones. */
  readonly differences: Partial<Entries>
  readonly isChanged: boolean
  /**
   * Discards all that the person entered. With `entries`, discards only what is equal to these, so that what was entered since
   * stays.
   */
  readonly discard: (entries?: Entries) => void
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns the entries of `draft` that `stored` has with another value; objects are compared by their content. */
export function differencesOf<Entries extends object>(stored: Entries, draft: Entries): Partial<Entries> {
  return without(draft, stored) as Partial<Entries>
}

/** Returns the entries that `others` has with another value; entries that `others` lacks are left out. */
function without<Entries extends object>(entries: Entries, others: object): Partial<Entries> {
  const compared = new Map(Object.entries(others))
  const changed = Object.entries(entries).filter(
    ([name, value]) => compared.has(name) && !isSame(value, compared.get(name)),
  )
  return Object.fromEntries(changed) as Partial<Entries>
}

/** Entries of open and of left forms, by their `keptAs`, until this document is closed. A form without changes has none. */
const left = new Map<string, object>()

/** Returns true if a form with `keptAs`, open or left, has entries that are not stored and would be lost with this document. */
export const hasDrafts = (): boolean => left.size > 0

/**
 * Returns the draft of a form: the stored entries with the changes of the person. An entry that the person did not change follows
 * the stored one, for example when somebody else changes that. With `keptAs`, a name, the changes are kept when the form is left,
 * and are in the draft again when it is opened again.
 */
export function useDraft<Entries extends object>(stored: Entries, keptAs?: string): Draft<Entries> {
  const [entered, setEntered] = useState<Partial<Entries>>(() => (keptAs === undefined ? {} : (left.get(keptAs) ?? {})))
  const draft = { ...stored, ...entered }
  const differences = differencesOf(stored, draft)
  useEffect(() => {
    if (keptAs === undefined) return
    if (Object.keys(entered).length === 0) left.delete(keptAs)
    else left.set(keptAs, entered)
  }, [keptAs, entered])
  // An entry that is the stored one again counts as untouched.
  const change = (part: Partial<Entries>): void => setEntered((before) => without({ ...before, ...part }, stored))
  return {
    draft,
    change,
    differences,
    isChanged: Object.keys(differences).length > 0,
    discard: (entries) => setEntered((before) => (entries === undefined ? {} : without(before, entries))),
  }
}
