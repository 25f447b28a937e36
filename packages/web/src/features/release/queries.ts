import { queryOptions, useQuery } from '@tanstack/react-query'
import { now } from '../../lib/clock.ts'
import { mainScriptOf } from './main-script.ts'

const CHECK_MS = 15 * 60_000

/** The main script that the server's page names now; undefined where the answer is no page of ours. */
const releaseQuery = queryOptions({
  queryKey: ['release'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(`/?t=${now()}`, { signal, cache: 'no-store', credentials: 'same-origin' })
    return answer.ok ? (mainScriptOf(await answer.text()) ?? null) : null
  },
  staleTime: CHECK_MS,
  refetchInterval: CHECK_MS,
  retry: false,
})

/** The main script that this document was loaded with. */
const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1)

/** Whether the server has another release than the one this page is of; asked every 15 minutes. */
export function useHasNewRelease(): boolean {
  const { data } = useQuery(releaseQuery)
  return data !== undefined && data !== null && own !== undefined && data !== own
}
