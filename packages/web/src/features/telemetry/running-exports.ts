import { useSyncExternalStore } from 'react'

/** A file that is being written; it goes on when its page is left. */
interface RunningExport {
  /** 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** By machine, values and form of file. */
const running = new Map<string, RunningExport>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(name: string, one: RunningExport | undefined): void {
  if (one === undefined) running.delete(name)
  else running.set(name, one)
  for (const listener of listeners) listener()
}

/** The export that runs under a name. */
export const useRunningExport = (name: string): RunningExport | undefined =>
  useSyncExternalStore(subscribe, () => running.get(name))

/** Runs an export under a name, with its progress for all to see; undefined when it was cancelled. */
export async function runExport<T>(
  name: string,
  work: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController()
  const cancel = (): void => stop.abort()
  put(name, { share: 0, cancel })
  try {
    return await work(stop.signal, (share) => put(name, { share, cancel }))
  } catch (error) {
    if (stop.signal.aborted) return undefined
    throw error
  } finally {
    put(name, undefined)
  }
}
