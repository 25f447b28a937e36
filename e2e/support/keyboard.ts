import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

const MOST_STEPS = 80

/**
 * Presses Tab (or `key`) until an element has the focus, as a person without a mouse does. Throws an error if the focus is not
 * there after 79 presses.
 */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await wanted.evaluate((element) => document.hasFocus() && element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${MOST_STEPS} steps do not lead to ${wanted}`)
}
