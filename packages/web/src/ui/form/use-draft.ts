import { useState } from 'react'

interface Draft<Entries> {
  readonly draft: Entries
  /** Enters a part of the draft. */
  readonly change: (part: Partial<Entries>) => void
  /** Entries that differ from the stored ones; only these are sent. */
  readonly differences: Partial<Entries>
  readonly isChanged: boolean
  /** Discards what was entered. */
  readonly discard: () => void
}

/** Returns the entries of `draft` that differ from the stored ones; objects are compared by their content. */
export function differencesOf<Entries extends object>(stored: Entries, draft: Entries): Partial<Entries> {
  const names = Object.keys(stored) as (keyof Entries)[]
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name]))
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Entries>
}

/** Returns the draft of a form: the stored entries with what a person entered on top of them. */
export function useDraft<Entries extends object>(stored: Entries): Draft<Entries> {
  const [entered, setEntered] = useState<Partial<Entries>>({})
  const draft = { ...stored, ...entered }
  const differences = differencesOf(stored, draft)
  return {
    draft,
    change: (part) => setEntered((before) => ({ ...before, ...part })),
    differences,
    isChanged: Object.keys(differences).length > 0,
    discard: () => setEntered({}),
  }
}
