import { queryOptions, useQuery } from '@tanstack/react-query'
import { now } from '../../lib/clock.ts'
import { logFailure } from '../../lib/log.ts'
import { mainScriptOf } from './main-script.ts'

const CHECK_MS = 15 * 60_000

/** File name of the main script that this document was loaded with. */
const loadedScript = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1)

async function askMainScript(signal?: AbortSignal): Promise<string | null> {
  const init = { cache: 'no-store', credentials: 'same-origin', ...(signal === undefined ? {} : { signal }) } as const
  const answer = await fetch(`/?t=${now()}`, init)
  return answer.ok ? (mainScriptOf(await answer.text()) ?? null) : null
}

/**
 * Listens for chunks of the page's code that cannot be loaded, and then reloads the page if the server has another version; with
 * the same version a reload would not help. Returns the function that ends this.
 */
export function followRelease(): () => void {
  const look = async (): Promise<void> => {
    const main = await askMainScript()
    if (main !== null && loadedScript !== undefined && main !== loadedScript) location.reload()
  }
  const onMissing = (): void =>
    void look().catch((error: unknown) => logFailure('The release could not be asked for', error))
  addEventListener('vite:preloadError', onMissing)
  return () => removeEventListener('vite:preloadError', onMissing)
}

/**
 * Query that reads the name of the main script of the server's present version, every 15 minutes; null when the answer is an
 * error or names none.
 */
const releaseQuery = queryOptions({
  queryKey: ['release'],
  queryFn: ({ signal }) => askMainScript(signal),
  // The loaded script is the initial value: this page is usually of the server's release. Asking at once could reload
  // forever when the page and its scripts come from different servers.
  initialData: loadedScript ?? null,
  staleTime: CHECK_MS,
  refetchInterval: CHECK_MS,
  retry: false,
})

/** Returns true when the server has another version than this page, checked every 15 minutes; false while that is not known. */
export function useHasNewRelease(): boolean {
  const { data } = useQuery(releaseQuery)
  return data !== null && loadedScript !== undefined && data !== loadedScript
}
