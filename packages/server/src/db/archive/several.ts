const AT_ONCE = 8

/** Works on several items at a time: what takes long is to wait for the disk or the network. */
export async function several<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const next = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
