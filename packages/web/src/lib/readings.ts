import type { QueryClient } from '@tanstack/react-query'
import { begunAt } from './begun.ts'
import { monotonicMs } from './clock.ts'

/** Instants (`monotonicMs`) at which each query was last requested. */
const requested = new WeakMap<object, number>()

/** Begins to note the instants at which the queries of a client are requested, for `isReadBefore`. */
export function watchReadings(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch')
      requested.set(event.query, begunAt(event.query.queryKey) ?? monotonicMs())
  })
}

/** Returns true if a query was last requested at or before an instant (`monotonicMs`), or if it is not known when. */
export const isReadBefore = (query: object, at: number): boolean =>
  (requested.get(query) ?? Number.NEGATIVE_INFINITY) <= at
