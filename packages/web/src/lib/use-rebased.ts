import { useState } from 'react'

/** Returns the draft with the saved values of all fields that the user did not change. */
export function rebased<Draft extends object>(draft: Draft, before: Draft, after: Draft): Draft {
  const names = Object.keys(after) as (keyof Draft)[]
  const changed = names.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name]] as const)
  return { ...after, ...Object.fromEntries(changed) }
}

/** Calls `onRead` while rendering when the data of a form was read again, for example after another person changed it. */
export function useRebased<Data>(read: Data, onRead: (read: Data) => void): void {
  const [latest, setLatest] = useState(read)
  if (latest === read) return
  setLatest(read)
  onRead(read)
}
