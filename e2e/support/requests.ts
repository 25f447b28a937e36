import { expect, type Page, type Request } from '@playwright/test'

interface Traffic {
  /** Requests that have no answer yet. */
  readonly open: Set<Request>
  /** Time of the last change of `open`, in ms since the worker started. */
  changedAt: number
}

/** Time (ms) without a request after which a page is quiet. */
const QUIET_MS = 500
const watched = new WeakMap<Page, Traffic>()

/** Records the requests of a page from now on; a second call does nothing. It must be called before the page opens an address. */
export function watchRequests(page: Page): void {
  if (watched.has(page)) return
  const traffic: Traffic = { open: new Set(), changedAt: 0 }
  watched.set(page, traffic)
  const changed = (): void => {
    traffic.changedAt = performance.now()
  }
  const ended = (request: Request): void => {
    traffic.open.delete(request)
    changed()
  }
  page.on('request', (request) => {
    // Requests of the document before end with it, some without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.open.clear()
    traffic.open.add(request)
    changed()
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/**
 * Waits until a page of the fixture `page` has no request in flight and none began or ended for 500 ms. Throws an error for a
 * page without `watchRequests`. Playwright's `networkidle` is no replacement: once a document has reached it, waiting for it
 * again ends at once.
 */
export async function quiet(page: Page): Promise<void> {
  const traffic = watched.get(page)
  if (traffic === undefined) throw new Error('The requests of this page are not counted')
  const isQuiet = (): boolean => traffic.open.size === 0 && performance.now() - traffic.changedAt >= QUIET_MS
  await expect.poll(isQuiet, { intervals: [50] }).toBe(true)
}
