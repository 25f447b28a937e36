import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { chooseTheme } from './theme.ts'

/** Rules of axe that depend on the theme; the other rules have the same result in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

interface Judging {
  /** Selector of the part of the page to check; absent: the whole page. */
  readonly within?: string | undefined
  readonly rules?: readonly string[]
}

/**
 * Returns the violations that axe finds in the page, one line per element; empty if there are none. With `rules` only these rules
 * are checked.
 */
export async function violations(page: Page, { within, rules }: Judging = {}): Promise<string[]> {
  await animationsEnded(page, within ?? 'html')
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

/** Waits until no finite animation runs in the selected elements, because colours during a transition are not checked. */
async function animationsEnded(page: Page, within: string): Promise<void> {
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

/** Number of checks of each page so far. */
const checks = new WeakMap<Page, number>()

/**
 * Returns the themes and widths for a check: all six in the long suite, else one of two, in turns from check to check of a page.
 */
function waysFor(page: Page) {
  if (process.env.MILLWATCH_AXE === 'all') return ways
  const before = checks.get(page) ?? 0
  checks.set(page, before + 1)
  return everyday.filter((_, place) => place === before % everyday.length)
}

/**
 * Returns the violations in the present state of the page, each with theme and width. All six combinations of theme and width are
 * checked in the long suite, else one. The size of the window is restored, the theme is not.
 */
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
