const open = new Set<() => Promise<unknown>>()

/**
 * Calls the `end` functions of all work that `ending` runs at present, and resolves when all have settled; their errors are
 * ignored. It is called when a command is interrupted.
 */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...open].map((end) => end()))
}

/**
 * Runs `work` and returns its result. Calls `end` when the work is done or has failed, and also when `endAll` is called
 * meanwhile, so `end` may be called twice. An error of `end` replaces an error of the work.
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
