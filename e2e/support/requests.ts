import { expect, type Page, type Request } from '@playwright/test'

interface Traffic {
  /** Requests without an answer so far. */
  readonly open: Set<Request>
  /** Last change of `open`, ms since the worker started. */
  changedAt: number
}

/** Time without a request after which a page counts as quiet, ms. */
const QUIET_MS = 500
const watched = new WeakMap<Page, Traffic>()

/** Counts the requests of a page from now on. Call it before the page opens anything. */
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
 * Waits until a page of the fixture `page` has no request under way and began none for 500 ms. The state `networkidle` of
 * Playwright does not do: once a document has reached it, waiting for it again ends at once.
 */
export async function quiet(page: Page): Promise<void> {
  const traffic = watched.get(page)
  if (traffic === undefined) throw new Error('The requests of this page are not counted')
  const isQuiet = (): boolean => traffic.open.size === 0 && performance.now() - traffic.changedAt >= QUIET_MS
  await expect.poll(isQuiet, { intervals: [50] }).toBe(true)
}
