import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { openBrowser, signedIn } from './watcher.ts'

/** Person who can sign in at a server. */
export interface Person {
  readonly url: string
  readonly username: string
  readonly password: string
}

/** Opens a browser for measurements; undefined if there is none and none can be installed. */
export async function takeSeat(): Promise<Seat | undefined> {
  const browser = await openBrowser()
  return browser === undefined ? undefined : new Seat(browser)
}

/**
 * Time (ms) over which the main thread must be almost idle before the page is at rest. `AT_REST` is the largest busy share of it.
 */
const REST_MS = 500
const AT_REST = 0.2
const AT_REST_WITHIN_MS = 30_000

class Seat {
  readonly #browser: Browser

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** Opens a browser context with an empty cache, signed in if a person is given. */
  newContext(url: string, person?: Person): Promise<BrowserContext> {
    return person === undefined ? this.#browser.newContext({ baseURL: url }) : signedIn(this.#browser, person)
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

/** Page, with a session that reads the use of its main thread. */
export interface Watched {
  readonly page: Page
  readonly session: CDPSession
}

/**
 * Opens a page of 1440 x 900 px whose main thread can be measured; `slowdown` is the factor by which its processor is slowed
 * down.
 */
export async function watchedPage(context: BrowserContext, slowdown = 1): Promise<Watched> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  const session = await context.newCDPSession(page)
  // Counts the CPU time of the thread, not the time it waited for a processor.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (slowdown !== 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, session }
}

/**
 * Returns the CPU time that the main thread of the page has used (s), the present instant (s), and the used memory of the page
 * (MB).
 */
export async function mainThread({ session }: Watched): Promise<{ atS: number; busyS: number; heapMb: number }> {
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { atS: metric('Timestamp'), busyS: metric('TaskDuration'), heapMb: metric('JSHeapUsedSize') / 1e6 }
}

/** Waits until the main thread of the page is busy for less than 20 % of half a second. Throws an error after 30 s. */
export async function atRest(watched: Watched): Promise<void> {
  for (let waitedMs = 0; waitedMs < AT_REST_WITHIN_MS; waitedMs += REST_MS) {
    const before = await mainThread(watched)
    await delay(REST_MS)
    const after = await mainThread(watched)
    if ((after.busyS - before.busyS) / (after.atS - before.atS) < AT_REST) return
  }
  throw new Error('The page does not come to rest')
}
