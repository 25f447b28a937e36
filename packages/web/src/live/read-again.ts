import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isBegun } from '../lib/begun.ts'
import { monotonicMs } from '../lib/clock.ts'

interface Planned {
  readonly at: number
  readonly timer: ReturnType<typeof setTimeout>
}

const planned = new Map<string, Planned>()
/** Instant of the latest requested reading, by query key. */
const lastRead = new Map<string, number>()

/**
 * Reads `queryKey` again, since messages may have been missed. A reading that started before the room was joined may
 * have missed them too, so it is shown and then repeated.
 */
export async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const wasBegun = client.isFetching({ queryKey, predicate: (query) => isBegun(query.queryKey) }) > 0
  await client.invalidateQueries({ queryKey })
  if (wasBegun) await client.invalidateQueries({ queryKey })
}

/**
 * Reads `queryKey` again after `delayMs`, and at least `everyMs` after the last reading. Further requests share that
 * reading; an earlier one moves it forward.
 */
export function readAgainSoon(client: QueryClient, queryKey: QueryKey, delayMs: number, everyMs = 0): void {
  const name = JSON.stringify(queryKey)
  const now = monotonicMs()
  const at = Math.max(now + delayMs, (lastRead.get(name) ?? Number.NEGATIVE_INFINITY) + everyMs)
  const existing = planned.get(name)
  if (existing !== undefined && existing.at <= at) return
  clearTimeout(existing?.timer)
  const read = (): void => {
    planned.delete(name)
    lastRead.set(name, monotonicMs())
    void client.invalidateQueries({ queryKey })
  }
  planned.set(name, { at, timer: setTimeout(read, at - now) })
}
