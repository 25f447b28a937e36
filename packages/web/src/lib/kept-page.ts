import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { dropStored, readStoredValue, writeStored } from './stored.ts'

/** Name in localStorage of the data. Without storage the page needs the server to be shown. */
const NAME = 'millwatch.operator-page'
const SOON_MS = 1000

/** First parts of the query keys of the data that the screen of an operator needs to be shown without the server. */
const KEPT: ReadonlySet<unknown> = new Set(['user', 'kiosk', 'machine', 'downtime', 'reasons', 'tags', 'alarms'])

const isOperatorPath = (): boolean => /^\/e\/\d+\/operator$/.test(location.pathname)

function write(client: QueryClient): void {
  const state = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey: [first, , , last], state: { status } }) =>
      status === 'success' && KEPT.has(first) && (first !== 'downtime' || last === 'operator'),
  })
  writeStored(NAME, JSON.stringify(state))
}

/**
 * Stores the data of the screen of an operator in the browser, at most once a second after changes, so that it can be shown again
 * when the page is reloaded without a connection. Returns the function that ends this.
 */
export function keepPage(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = client.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      write(client)
    }, SOON_MS)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

/** Removes the data that `keepPage` stored, when the person signs out or the session has ended. */
export const forgetPage = (): void => dropStored(NAME)

/**
 * Reads the data that `keepPage` stored into the cache, marked as out of date. Does nothing on pages that are not the screen of
 * an operator, and if the data cannot be read.
 */
export function restorePage(client: QueryClient): void {
  if (!isOperatorPath()) return
  try {
    hydrate(client, readStoredValue(NAME) as DehydratedState)
  } catch {
    return
  }
  void client.invalidateQueries({ refetchType: 'none' })
}
