import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { isBegun } from '../lib/begun.ts'
import { monotonicMs } from '../lib/clock.ts'
import { isNotGone } from '../lib/query-client.ts'
import { isReadBefore } from '../lib/readings.ts'
import { type KeyPattern, matches } from './changed-queries.ts'

interface Planned {
  readonly at: number
  readonly timer: ReturnType<typeof setTimeout>
}

const planned = new Map<string, Planned>()
/** Instant (`monotonicMs`) at which the latest planned reading was made, by the name of its plan. */
const lastRead = new Map<string, number>()

/**
 * Reads the shown queries again, and marks others as out of date, whose key begins with `queryKey` and that were requested at or
 * before `since` (`monotonicMs`). A reading that `begin` started before may have missed some too, so it is finished and then
 * repeated. A query that was answered with 404 is not read again.
 */
export async function readMissed(client: QueryClient, queryKey: QueryKey, since: number): Promise<void> {
  const predicate = (query: Query) => isReadBefore(query, since) && isNotGone(query)
  const wasBegun =
    client.isFetching({ queryKey, predicate: (query) => predicate(query) && isBegun(query.queryKey) }) > 0
  await client.invalidateQueries({ queryKey, predicate })
  if (wasBegun) await client.invalidateQueries({ queryKey, predicate })
}

/**
 * Reads the shown queries whose key begins with `queryKey` again after `delayMs`, and at least `everyMs` after their last such
 * reading. Calls until then share the reading; one with an earlier time makes it earlier.
 */
export function readAgainSoon(client: QueryClient, queryKey: QueryKey, delayMs: number, everyMs = 0): void {
  plan(JSON.stringify(queryKey), () => void client.invalidateQueries({ queryKey }), delayMs, everyMs)
}

/** Reads the shown queries whose key matches the pattern again, with `delayMs` and `everyMs` as in `readAgainSoon`. */
export function readMatchingSoon(client: QueryClient, pattern: KeyPattern, delayMs: number, everyMs: number): void {
  const predicate = ({ queryKey }: { readonly queryKey: QueryKey }) => matches(pattern, queryKey)
  plan(JSON.stringify(pattern), () => void client.invalidateQueries({ predicate }), delayMs, everyMs)
}

function plan(name: string, invalidate: () => void, delayMs: number, everyMs: number): void {
  const now = monotonicMs()
  const at = Math.max(now + delayMs, (lastRead.get(name) ?? Number.NEGATIVE_INFINITY) + everyMs)
  const existing = planned.get(name)
  if (existing !== undefined && existing.at <= at) return
  clearTimeout(existing?.timer)
  const read = (): void => {
    planned.delete(name)
    lastRead.set(name, monotonicMs())
    invalidate()
  }
  planned.set(name, { at, timer: setTimeout(read, at - now) })
}
