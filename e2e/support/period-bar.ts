import type { Page } from '@playwright/test'
import { expect, type Plant } from './test.ts'

/** Interval (ms) at which the period on a page moves on. */
const STEP_MS = 30_000

export const bar = (page: Page) => page.getByRole('region', { name: 'Period', exact: true })
/** Returns the button in the bar that shows the period and opens the drawer. */
export const period = (page: Page) => bar(page).getByRole('button', { name: /^Period:/ })
export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Period' })

export const rootOf = (plant: Plant): string => `/o/${plant.company.rootUnitId}`

/** Opens the drawer of the period and waits until it is shown. */
export async function open(page: Page): Promise<void> {
  await period(page).click()
  await expect(drawer(page)).toBeVisible()
}

/** Chooses a period in the drawer by the text of its button, and waits until the drawer is closed. */
export async function choose(page: Page, words: string): Promise<void> {
  await open(page)
  await drawer(page).getByRole('button', { name: words, exact: true }).click()
  await expect(drawer(page)).toBeHidden()
}

/** Returns an instant (epoch ms) as text in UTC, in American English, with plain blanks. */
export const written = (at: number, options: Intl.DateTimeFormatOptions): string =>
  new Date(at).toLocaleString('en-US', { ...options, timeZone: 'UTC' }).replaceAll('\u202f', ' ')

export const timeAt = (at: number): string => written(at, { hour: 'numeric', minute: '2-digit' })

/**
 * Returns every half minute (epoch ms) at which a page that was opened since `began` may have read its clock, ascending, with one
 * before and one after.
 */
export function stepsSince(began: number): number[] {
  const steps: number[] = []
  for (let at = Math.floor(began / STEP_MS - 1) * STEP_MS; at <= Date.now() + STEP_MS; at += STEP_MS) steps.push(at)
  return steps
}
