import { queryOptions, useQuery } from '@tanstack/react-query'
import { now } from '../../lib/clock.ts'
import { mainScriptOf } from './main-script.ts'

const CHECK_MS = 15 * 60_000

/** The main script that this document was loaded with. */
const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1)

/** The main script that the server's page names now; null where that is not known. */
const releaseQuery = queryOptions({
  queryKey: ['release'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(`/?t=${now()}`, { signal, cache: 'no-store', credentials: 'same-origin' })
    return answer.ok ? (mainScriptOf(await answer.text()) ?? null) : null
  },
  // A page that was loaded just now is of the release that the server has: asked at once, one that goes by another way to the
  // server than its scripts would be loaded for ever.
  initialData: own ?? null,
  staleTime: CHECK_MS,
  refetchInterval: CHECK_MS,
  retry: false,
})

/** Whether the server has another release than the one this page is of; asked every 15 minutes. */
export function useHasNewRelease(): boolean {
  const { data } = useQuery(releaseQuery)
  return data !== null && own !== undefined && data !== own
}
