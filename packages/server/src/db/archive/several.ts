const AT_ONCE = 8

/**
 * Calls `work` for each item, eight at a time, because the work mostly waits for the disk or the network. Resolves when all calls
 * are done. Rejects at the first failure, while other calls may go on.
 */
export async function several<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const next = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
