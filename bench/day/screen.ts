import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { signedIn } from '../lib/watcher.ts'
import type { Floor } from './floor.ts'

/** Window size of a common tablet, px. */
const SIZE = { width: 1280, height: 800 }

/** Page with the screen of an operator, and the session that slows down and measures its browser. */
export interface Screen {
  readonly page: Page
  readonly session: CDPSession
}

/**
 * Opens the operator's screen of the machine in a browser whose processor is slowed down by the factor `slowdown`, and waits
 * until it is shown.
 */
export async function openScreen(browser: Browser, url: string, floor: Floor, slowdown: number): Promise<Screen> {
  const { username, password } = floor.company
  const context = await signedIn(browser, { url, username, password, hasTouch: true })
  const page = await context.newPage()
  await page.setViewportSize(SIZE)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`/e/${floor.machine.equipmentId}/operator`)
  await page.getByTestId('operator-status').waitFor()
  return { page, session }
}

export const overlay = (page: Page): Locator => page.getByRole('region', { name: 'Enter Excessive Downtime Reasons' })

/** Returns the rows of the overlay whose stop still needs a reason. */
export const pendingRows = (page: Page): Locator => overlay(page).getByRole('listitem').filter({ hasText: 'no reason' })

/**
 * Waits until the service worker has cached the page and the browser has stored the shown data, so that the page can be loaded
 * without the server.
 */
export async function keptForReload(page: Page): Promise<void> {
  await page.waitForFunction(`
    caches.keys().then((names) =>
      names.length === 1 && localStorage.getItem('millwatch.operator-page')?.includes('"reasons"') === true)
  `)
}

/** Waits until no entry is shown as not saved yet. Throws an error after `withinMs` ms. */
export const allSaved = (page: Page, withinMs: number): Promise<void> =>
  page
    .getByText(/not saved yet/)
    .first()
    .waitFor({ state: 'detached', timeout: withinMs })

/** Memory of the page after a garbage collection, in MB, with the numbers of its elements and event listeners. */
export interface PageMemory {
  readonly heapMb: number
  readonly nodes: number
  readonly listeners: number
}

export async function memoryOf({ session }: Screen): Promise<PageMemory> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heapMb: metric('JSHeapUsedSize') / 1e6, nodes: metric('Nodes'), listeners: metric('JSEventListeners') }
}
