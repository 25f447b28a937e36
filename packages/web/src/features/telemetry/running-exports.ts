import { useSyncExternalStore } from 'react'

/** Export in progress; it continues when the user leaves the page. */
interface RunningExport {
  /** Share of the points that has been read, 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** Running exports by machine, values and file format. */
const running = new Map<string, RunningExport>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(name: string, runningExport: RunningExport | undefined): void {
  if (runningExport === undefined) running.delete(name)
  else running.set(name, runningExport)
  for (const listener of listeners) listener()
}

/**
 * Returns the export in progress under a name, with its progress and a function that cancels it; undefined when there is
 * none.
 */
export const useRunningExport = (name: string): RunningExport | undefined =>
  useSyncExternalStore(subscribe, () => running.get(name))

/**
 * Runs an export and publishes its progress under `name`, also after the page was left. Resolves with undefined when it was
 * cancelled; rejects when `work` fails.
 */
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
