import { create } from 'zustand'

/** A file that is being written; it goes on when its page is left. */
export interface RunningExport {
  /** 0 to 1. */
  share: number
  cancel: () => void
}

interface Exports {
  /** By machine, values and form of file. */
  running: Readonly<Record<string, RunningExport>>
}

export const useExports = create<Exports>()(() => ({ running: {} }))

function put(name: string, running: RunningExport | undefined): void {
  useExports.setState(({ running: before }) => {
    const { [name]: _, ...others } = before
    return { running: running === undefined ? others : { ...others, [name]: running } }
  })
}

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
