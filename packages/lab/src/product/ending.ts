const open = new Set<() => Promise<unknown>>()

/** Ends everything that runs at present, when a command is interrupted. */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...open].map((end) => end()))
}

/**
 * Runs the work and returns its result. Calls `end` when the work is over or has failed, and also when `endAll` is called
 * meanwhile; so `end` may be called twice. An error of `end` replaces that of the work.
 */
export async function ending<T>(end: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  open.add(end)
  try {
    return await work()
  } finally {
    open.delete(end)
    await end()
  }
}
