import { SharedValue, useSharedPart } from '../../lib/shared-value.ts'

/** Export that is running; it continues when the person leaves the page. */
interface RunningExport {
  /** Part of the period that has been read, 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** Running exports by their name, which contains the id of the machine and the exported values. */
const running = new SharedValue<ReadonlyMap<string, RunningExport>>(new Map())

function put(name: string, runningExport: RunningExport | undefined): void {
  const next = new Map(running.get())
  if (runningExport === undefined) next.delete(name)
  else next.set(name, runningExport)
  running.set(next)
}

/** Returns the running export with a name, with its progress and a function that cancels it; undefined if there is none. */
export const useRunningExport = (name: string): RunningExport | undefined =>
  useSharedPart(running, (exports) => exports.get(name))

/**
 * Runs an export and publishes its progress under `name`, also after the page was left. Returns the result of `work`, or
 * undefined if it was cancelled. Throws the error of `work` if it fails.
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
