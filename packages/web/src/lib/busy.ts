import { useSyncExternalStore } from 'react'

/** How many calls are on their way. */
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

/** Counts a call as under way until it is settled. */
export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

/** Whether any call is under way. */
export const useIsBusy = (): boolean => useSyncExternalStore(subscribe, () => underWay > 0)
