const open = new Set<() => Promise<unknown>>()

/** Ends everything that runs at present, when a command is interrupted. */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...open].map((end) => end()))
}

/** Runs the work and calls `end` when it is over, or when everything is ended. */
export async function ending<T>(end: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  open.add(end)
  try {
    return await work()
  } finally {
    open.delete(end)
    await end()
  }
}
