import { useState } from 'react'

/**
 * Returns the draft of a form after its data was read again: fields that differ from `before` (the data until now) keep the
 * draft's values, all others get those of `after`.
 */
export function rebased<Draft extends object>(draft: Draft, before: Draft, after: Draft): Draft {
  const names = Object.keys(after) as (keyof Draft)[]
  const changed = names.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name]] as const)
  return { ...after, ...Object.fromEntries(changed) }
}

/**
 * Calls `onRead` during rendering when `read`, the data of a form, is another object than at the last call, for example after
 * another person changed it.
 */
export function useRebased<Data>(read: Data, onRead: (read: Data) => void): void {
  const [latest, setLatest] = useState(read)
  if (latest === read) return
  setLatest(read)
  onRead(read)
}
