import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { chooseTheme } from './theme.ts'

/** Of a test that judges and does nothing else: `npm test` leaves it to `npm run test:long`, which judges in all ways. */
export const LONG = { tag: '@long' }

/** The rules that a theme can break; all others judge what is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

interface Judging {
  /** A part of the page, where the rest is judged elsewhere. */
  readonly within?: string | undefined
  readonly rules?: readonly string[]
}

/** Returns what axe holds against what is shown, one line each. */
export async function violations(page: Page, { within, rules }: Judging = {}): Promise<string[]> {
  if (within !== undefined) await standing(page, within)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly: RunOptions = rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }
  const found = await page.evaluate(
    async ([context, options]): Promise<AxeResults> => {
      const inPage = window as unknown as { axe: typeof axe }
      return inPage.axe.run(context ?? document, options)
    },
    [within, { ...runOnly, resultTypes: ['violations'] satisfies RunOptions['resultTypes'] }] as const,
  )
  return found.violations.flatMap(({ id, nodes }) =>
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

const desk = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }

const ways = [desk, tablet, phone].flatMap((size) => [
  { theme: 'light' as const, size },
  { theme: 'dark' as const, size, rules: COLOUR_RULES },
])
const everyday = [
  { theme: 'light', size: phone },
  { theme: 'dark', size: desk },
] as const

/** How often a page was judged. */
const judged = new WeakMap<Page, number>()

/** All six ways in the long run; in the everyday run two of them take turns from one state of a page to the next. */
function waysFor(page: Page) {
  if (process.env.MILLWATCH_AXE === 'all') return ways
  const before = judged.get(page) ?? 0
  judged.set(page, before + 1)
  return everyday.filter((_, place) => place === before % everyday.length)
}

/** The same of what stands there in both themes, on a desk, a tablet and a phone. */
export async function violationsInAll(page: Page, within?: string): Promise<string[]> {
  const all: string[] = []
  const before = page.viewportSize()
  for (const { theme, size, ...rules } of waysFor(page)) {
    await chooseTheme(page, theme)
    await page.setViewportSize(size)
    all.push(...(await violations(page, { within, ...rules })).map((words) => `${theme}, ${size.width} px: ${words}`))
  }
  if (before !== null) await page.setViewportSize(before)
  return all
}
