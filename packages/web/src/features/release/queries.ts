import { queryOptions, useQuery } from '@tanstack/react-query'
import { now } from '../../lib/clock.ts'
import { logFailure } from '../../lib/log.ts'
import { mainScriptOf } from './main-script.ts'

const CHECK_MS = 15 * 60_000

/** The main script that this document was loaded with. */
const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1)

async function askMainScript(signal?: AbortSignal): Promise<string | null> {
  const init = { cache: 'no-store', credentials: 'same-origin', ...(signal === undefined ? {} : { signal }) } as const
  const answer = await fetch(`/?t=${now()}`, init)
  return answer.ok ? (mainScriptOf(await answer.text()) ?? null) : null
}

/**
 * A part of a release that the server has no more cannot be loaded: the page is loaded again then, as the release that is there.
 * Where that is the same one, or the server is away, it would help nobody.
 */
export function followRelease(): () => void {
  const look = async (): Promise<void> => {
    const main = await askMainScript()
    if (main !== null && own !== undefined && main !== own) location.reload()
  }
  const onMissing = (): void =>
    void look().catch((error: unknown) => logFailure('The release could not be asked for', error))
  addEventListener('vite:preloadError', onMissing)
  return () => removeEventListener('vite:preloadError', onMissing)
}

/** The main script that the server's page names now; null where that is not known. */
const releaseQuery = queryOptions({
  queryKey: ['release'],
  queryFn: ({ signal }) => askMainScript(signal),
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
