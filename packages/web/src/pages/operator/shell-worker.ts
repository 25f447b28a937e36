import { logFailure } from '../../lib/log.ts'

/**
 * Returns true for the address of a file that a reload of the page without a connection needs: scripts, styles and icons of this
 * server.
 */
const isOfShell = (url: string): boolean => {
  const { origin, pathname } = new URL(url)
  return origin === location.origin && /^\/(assets\/|theme\.js$|support\.js$|favicon\.svg$)/.test(pathname)
}

/**
 * Makes the service worker store the page and its files (never data), so that the page can be loaded again without a connection.
 * Does nothing in a browser without service workers, as on pages that are not encrypted; a failure is only logged.
 */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return
  const keep = async (): Promise<void> => {
    await navigator.serviceWorker.register('/worker.js')
    const { active } = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const main = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
    if (main === undefined) return
    active?.postMessage({ main, files: [...new Set([main, ...loaded])].filter(isOfShell) })
  }
  keep().catch((error: unknown) => logFailure('The page could not be kept for reloads', error))
}
