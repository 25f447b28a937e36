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

/** Takes what stands on the page as it is, at all widths and in both themes, from top to bottom; `settle` waits for what needs time. */
export async function takeHere(
  page: Page,
  folder: string,
  name: string,
  settle: (page: Page) => Promise<void> = async () => undefined,
): Promise<Taken> {
  const files: string[] = []
  for (const theme of themes) {
    await chooseTheme(page, theme)
    for (const viewport of widths) {
      await page.setViewportSize(viewport)
      await page.waitForLoadState('networkidle')
      await settle(page)
      const file = `${name}-${viewport.width}-${theme}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      files.push(file)
    }
  }
  return [name, files]
}

/** Opens a page of nobody's and closes it after the work. */
export async function withPage<T>({ browser, url }: Camera, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: url })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
