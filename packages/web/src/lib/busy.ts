import { useSyncExternalStore } from 'react'

/** Number of calls in progress. */
let underWay = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  underWay += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the result of `work`, and makes `useIsBusy` return true until that is settled. */
export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

/** Returns true while any call of this page to the server is in progress. */
export const useIsBusy = (): boolean => useSyncExternalStore(subscribe, () => underWay > 0)
