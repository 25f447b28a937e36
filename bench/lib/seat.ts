import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { openBrowser, signedIn } from './watcher.ts'

/** Somebody who may look. */
export interface Person {
  readonly url: string
  readonly username: string
  readonly password: string
}

/** A browser in front of which somebody sits; undefined where there is none. */
export async function takeSeat(): Promise<Seat | undefined> {
  const browser = await openBrowser()
  return browser === undefined ? undefined : new Seat(browser)
}

/** Nothing is going on when the main thread had so little to do for so long. */
const REST_MS = 500
const AT_REST = 0.2
const AT_REST_WITHIN_MS = 30_000

class Seat {
  readonly #browser: Browser

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** A browser that knows nothing yet, signed in where somebody is named. */
  newContext(url: string, person?: Person): Promise<BrowserContext> {
    return person === undefined ? this.#browser.newContext({ baseURL: url }) : signedIn(this.#browser, person)
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

/** A page whose main thread can be read. */
export interface Watched {
  readonly page: Page
  readonly session: CDPSession
}

/** A new page; `slowdown` is how many times slower its processor is to be. */
export async function watchedPage(context: BrowserContext, slowdown = 1): Promise<Watched> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  const session = await context.newCDPSession(page)
  // What the thread spent, not what passed while it waited for a processor.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (slowdown !== 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, session }
}

/** What the main thread has spent on a processor so far, in s, at an instant in s; and its memory, in MB. */
export async function mainThread({ session }: Watched): Promise<{ atS: number; busyS: number; heapMb: number }> {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { atS: of('Timestamp'), busyS: of('TaskDuration'), heapMb: of('JSHeapUsedSize') / 1e6 }
}

/** Waits until the page has done what it set out to do. */
export async function atRest(watched: Watched): Promise<void> {
  for (let waitedMs = 0; waitedMs < AT_REST_WITHIN_MS; waitedMs += REST_MS) {
    const before = await mainThread(watched)
    await delay(REST_MS)
    const after = await mainThread(watched)
    if ((after.busyS - before.busyS) / (after.atS - before.atS) < AT_REST) return
  }
  throw new Error('The page does not come to rest')
}
