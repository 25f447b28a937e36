import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isBegun } from '../lib/begun.ts'
import { monotonicMs } from '../lib/clock.ts'

interface Planned {
  readonly at: number
  readonly timer: ReturnType<typeof setTimeout>
}

const planned = new Map<string, Planned>()
/** When each was read last because of a wish. */
const lastRead = new Map<string, number>()

/**
 * Reads `queryKey` anew, for something may have been missed. A reading that began before anybody listened may miss it, too: it is
 * shown, and read once more.
 */
export async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const wasBegun = client.isFetching({ queryKey, predicate: (query) => isBegun(query.queryKey) }) > 0
  await client.invalidateQueries({ queryKey })
  if (wasBegun) await client.invalidateQueries({ queryKey })
}

/**
 * Reads `queryKey` again `delayMs` from now, and `everyMs` after the reading before at the earliest; asked again meanwhile, it stays
 * with that one reading, which is brought forward where the later wish is for an earlier one.
 */
export function readAgainSoon(client: QueryClient, queryKey: QueryKey, delayMs: number, everyMs = 0): void {
  const name = JSON.stringify(queryKey)
  const now = monotonicMs()
  const at = Math.max(now + delayMs, (lastRead.get(name) ?? Number.NEGATIVE_INFINITY) + everyMs)
  const known = planned.get(name)
  if (known !== undefined && known.at <= at) return
  clearTimeout(known?.timer)
  const read = (): void => {
    planned.delete(name)
    lastRead.set(name, monotonicMs())
    void client.invalidateQueries({ queryKey })
  }
  planned.set(name, { at, timer: setTimeout(read, at - now) })
}
