import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { chooseTheme } from './theme.ts'

/** What axe holds against what is shown, one line each; `within` a part of it, where the rest is judged elsewhere. */
export async function violations(page: Page, within?: string): Promise<string[]> {
  if (within !== undefined) await standing(page, within)
  const builder = new AxeBuilder({ page })
  const { violations: found } = await (within === undefined ? builder : builder.include(within)).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

/** What comes in by fading is judged once it is there: colours half-way are nobody's. */
async function standing(page: Page, within: string): Promise<void> {
  await page.waitForFunction(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .flatMap((element) => element.getAnimations({ subtree: true }))
        .every(({ playState, effect }) => {
          const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
          return isEndless || (playState !== 'running' && playState !== 'paused')
        }),
    within,
  )
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const

/** In the everyday run two of the six ways that the long run looks at. */
const isLong = process.env.MILLWATCH_AXE === 'all'
const sizesOf = (theme: 'light' | 'dark') =>
  sizes.filter(({ width }) => isLong || width === (theme === 'light' ? 390 : 1440))

/** The same of what stands there in both themes, on a desk, a tablet and a phone. */
export async function violationsInAll(page: Page, within?: string): Promise<string[]> {
  const all: string[] = []
  const before = page.viewportSize()
  for (const theme of ['light', 'dark'] as const) {
    await chooseTheme(page, theme)
    for (const size of sizesOf(theme)) {
      await page.setViewportSize(size)
      all.push(...(await violations(page, within)).map((words) => `${theme}, ${size.width} px: ${words}`))
    }
  }
  if (before !== null) await page.setViewportSize(before)
  return all
}
