/** Number of calls sent at the same time; more would only wait for connections of the database. */
const CALLS_AT_ONCE = 12

/**
 * Calls `act` for every item, up to 12 at the same time, and returns the results in the order of the items. Rejects with the
 * first error.
 */
export async function onEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.map((item, index) => ({ item, index })).reverse()
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) results[next.index] = await act(next.item)
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work))
  return results
}
