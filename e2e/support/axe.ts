import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe holds against what is shown, one line each. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** The same of what stands there in both themes, on a desk and on a phone. */
export async function violationsInAll(page: Page): Promise<string[]> {
  const all: string[] = []
  const before = page.viewportSize()
  for (const theme of ['dark', 'light']) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset.theme = wanted
    }, theme)
    for (const size of sizes) {
      await page.setViewportSize(size)
      all.push(...(await violations(page)).map((words) => `${theme}, ${size.width} px: ${words}`))
    }
  }
  if (before !== null) await page.setViewportSize(before)
  return all
}
