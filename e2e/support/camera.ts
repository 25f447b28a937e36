import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { themes, widths } from './sizes.ts'
import { chooseTheme } from './theme.ts'

export interface Camera {
  readonly browser: Browser
  readonly url: string
  readonly folder: string
}

/** Pictures by the name of what they show. */
export type Taken = [name: string, files: string[]]

/** Two frames have passed, so that what follows from the last change is painted. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

/** All is read and painted: nothing is a skeleton, no chart is wider than its place, and the letters are there. */
export async function settled(page: Page): Promise<void> {
  await painted(page)
  await page.waitForFunction(() => {
    const fits = (canvas: HTMLCanvasElement) => canvas.clientWidth <= (canvas.parentElement?.clientWidth ?? 0) + 1
    return (
      document.querySelector('[aria-busy="true"], .bone, [class*="-bones"]') === null &&
      [...document.querySelectorAll('canvas')].every((canvas) => fits(canvas))
    )
  })
  await painted(page)
}

/** Takes what stands on the page as it is, at all widths and in both themes; `settle` waits for what needs time. */
export async function takeHere(
  page: Page,
  folder: string,
  name: string,
  settle: (page: Page) => Promise<void> = settled,
): Promise<Taken> {
  const files: string[] = []
  // Where the pointer stands, another width may put what tells of itself beneath it.
  await page.mouse.move(0, 0)
  for (const theme of themes) {
    await chooseTheme(page, theme)
    for (const viewport of widths) {
      await page.setViewportSize(viewport)
      await settle(page)
      const file = `${name}-${viewport.width}-${theme}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      files.push(file)
    }
  }
  return [name, files]
}

/** Pictures are not measured: on a busy machine they take as long as it takes. */
const PATIENCE_MS = 120_000

/** Opens a page of nobody's and closes it after the work. */
export async function withPage<T>({ browser, url }: Camera, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: url })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
