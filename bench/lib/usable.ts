import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { atRest, watchedPage } from './seat.ts'

/** A frame that takes no longer than this leaves room for whoever clicks. */
const QUICK_MS = 50
const POLL_MS = 100
const WITHIN_MS = 60_000

/** Runs before anything of the page: the first instant at which all of it is there and frames are quick. */
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

/** From the navigation until everything asked for is on screen and the page has time for whoever uses it, in ms. */
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
