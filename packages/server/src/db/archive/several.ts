const AT_ONCE = 8

/**
 * Calls `work` for each item, several at a time, because the work mostly waits for the disk or the network. Resolves
 * when all are done, and rejects at the first failure.
 */
export async function several<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const next = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
