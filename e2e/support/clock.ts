import { expect, type Page } from '@playwright/test'

/**
 * Stops the clock of a page, which must be installed already, a second ahead of its time. After that only `runFor` and
 * `fastForward` move the clock.
 */
export async function stopClock(page: Page): Promise<void> {
  const STEP_MS = 1000
  const at = (await page.evaluate(() => Date.now())) + STEP_MS
  try {
    await page.clock.pauseAt(at)
  } catch (error) {
    // Meanwhile the page's clock passed that instant. It stands all the same: Playwright stops it before it looks.
    if (!String(error).includes('to the past')) throw error
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + STEP_MS)
  }
}

/**
 * Moves a stopped clock in steps of `stepMs` ms until `check` returns true, and no further. Fails if that does not happen within
 * the time limit of expectations.
 */
export async function runUntil(page: Page, check: () => Promise<boolean>, stepMs = 50): Promise<void> {
  const step = async (): Promise<boolean> => {
    if (await check()) return true
    await page.clock.runFor(stepMs)
    return check()
  }
  await expect.poll(step, { intervals: [10] }).toBe(true)
}
