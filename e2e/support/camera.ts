import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { type Size, themes, widths } from './sizes.ts'
import { chooseTheme } from './theme.ts'

export interface Camera {
  readonly browser: Browser
  readonly url: string
  readonly folder: string
}

/** Page to take a screenshot of: the name of its files, and its path. */
export interface Shot {
  readonly name: string
  readonly path: string
}

/** Name of a page or state, and the names of the files with its screenshots. */
export type TakenPicture = [name: string, files: string[]]

/** Waits until fonts are loaded and for two frames, so that the last change is painted. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

/**
 * Waits until the page is read and painted: its program has drawn something, nothing is busy, no skeleton is left, no chart is
 * wider than its box, and fonts are loaded.
 */
export async function settled(page: Page): Promise<void> {
  await painted(page)
  await page.waitForFunction(() => {
    const fits = (canvas: HTMLCanvasElement) => canvas.clientWidth <= (canvas.parentElement?.clientWidth ?? 0) + 1
    return (
      document.querySelector('#root:empty, [aria-busy="true"], .skeleton, [class*="-skeleton"]') === null &&
      [...document.querySelectorAll('canvas')].every((canvas) => fits(canvas))
    )
  })
  await painted(page)
}

/**
 * Takes screenshots of the page in its present state, at all sizes and in both themes. Before each it calls `settle`, which waits
 * until the page is drawn.
 */
export async function takeHere(
  page: Page,
  folder: string,
  name: string,
  settle: (page: Page) => Promise<void> = settled,
  sizes: readonly Size[] = widths,
): Promise<TakenPicture> {
  const files: string[] = []
  // At another width the pointer could be over an element that shows a tip.
  await page.mouse.move(0, 0)
  for (const theme of themes) {
    await chooseTheme(page, theme)
    for (const viewport of sizes) {
      await page.setViewportSize(viewport)
      await settle(page)
      const file = `${name}-${viewport.width}-${theme}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      files.push(file)
    }
  }
  return [name, files]
}

/** Limit for each step on a page, ms; screenshots may be slow on a busy machine. */
const PATIENCE_MS = 120_000

/**
 * Opens a page without a session in a new browser context, does the work, and closes the context. Returns the result of the work.
 */
export async function withPage<T>({ browser, url }: Camera, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: url })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
