import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { atRest, watchedPage } from './seat.ts'

/** Longest time (ms) between two frames with which a page still reacts at once to a click. */
const QUICK_MS = 50
const POLL_MS = 100
const WITHIN_MS = 60_000

/**
 * Returns a script that runs before the page: it records in `usableAt` the first time at which all selectors are shown and two
 * frames are less than 50 ms apart.
 */
const noteUsable = (selectors: readonly string[]): string => `
  globalThis.usableAt = undefined
  let last = performance.now()
  const look = () => {
    const at = performance.now()
    const isThere = ${JSON.stringify(selectors)}.every((one) => document.querySelector(one) !== null)
    if (isThere && at - last < ${QUICK_MS}) globalThis.usableAt = at
    else requestAnimationFrame(look)
    last = at
  }
  requestAnimationFrame(look)
`

/**
 * Opens a path in a new page, waits until the page is at rest and closes it. Returns the time in ms from the navigation until all
 * selectors were shown and the page could react. Throws an error if that takes over 60 s, or if the page is not at rest 30 s
 * later.
 */
export async function usableMs(context: BrowserContext, path: string, selectors: readonly string[]): Promise<number> {
  const watched = await watchedPage(context)
  const { page } = watched
  await page.addInitScript(noteUsable(selectors))
  await page.goto(path)
  let ms: number | null = null
  for (let waitedMs = 0; ms === null; waitedMs += POLL_MS) {
    if (waitedMs > WITHIN_MS) throw new Error(`${path} does not show ${selectors.join(' and ')}`)
    await delay(POLL_MS)
    ms = await page.evaluate('globalThis.usableAt ?? null')
  }
  await atRest(watched)
  await page.close()
  return ms
}
