import { randomBytes } from 'node:crypto'
import { type Company, type MadeMachine, signIn } from '@millwatch/lab/product/company'
import { type BrowserContext, test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test'
import { type Installation, installation } from './installation.ts'
import { enterAs } from './people.ts'

interface Fixtures {
  readonly plant: Plant
  /** A page that is signed in as superuser. */
  readonly signedIn: Page
}

interface WorkerFixtures {
  /** The superuser of the first company, signed in once for all tests of a worker. */
  readonly owner: Company
  /** The session of the superuser in the browsers of a worker's tests; null before the first, and after a test that ended it. */
  readonly ownerSession: { cookies: readonly Cookie[] | null }
}

/** The running product, with functions to create units and machines in it. */
export interface Plant extends Installation {
  readonly company: Company
  /** A text that only this test has, to make names unique. */
  readonly tag: string
  unit(name: string): Promise<number>
  machineIn(name: string, unitId: number): Promise<MadeMachine>
}

function plantOf(installed: Installation, company: Company): Plant {
  return {
    ...installed,
    company,
    tag: randomBytes(3).toString('hex'),
    unit: (name) => company.unit(name),
    machineIn: (name, unitId) => company.machine(name, unitId),
  }
}

/** Gives the browser a cookie session of the superuser. */
export const enter = (context: BrowserContext, plant: Installation): Promise<void> => enterAs(context, plant.url, plant)

/** Gives the browser the session of the superuser that an earlier test of this worker had, else a new one. */
async function enterAgain(context: BrowserContext, plant: Installation, kept: WorkerFixtures['ownerSession']) {
  if (kept.cookies === null) await enter(context, plant)
  else await context.addCookies([...kept.cookies])
  kept.cookies = await context.cookies()
}

/** Forgets the session if the test signed out, or signed in as somebody else: its cookie is another one then. */
async function keepUnlessEnded(context: BrowserContext, kept: WorkerFixtures['ownerSession']): Promise<void> {
  const now = await context.cookies().catch(() => [])
  const isKept = kept.cookies?.every(({ name, value }) =>
    now.some((cookie) => cookie.name === name && cookie.value === value),
  )
  if (!isKept) kept.cookies = null
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  owner: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { url, username, password } = installation()
      await use(await signIn(url, username, password))
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  ownerSession: [async ({}, use) => use({ cookies: null }), { scope: 'worker' }],
  plant: async ({ owner }, use) => use(plantOf(installation(), owner)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  baseURL: async ({}, use) => use(installation().url),
  context: async ({ context }, use) => {
    await use(context)
    // Routes of the test that are still under way at its end do not matter.
    const behavior = 'ignoreErrors'
    await Promise.all([context, ...context.pages()].map((owner) => owner.unrouteAll({ behavior })))
  },
  signedIn: async ({ context, page, plant, ownerSession }, use) => {
    await enterAgain(context, plant, ownerSession)
    await use(page)
    await keepUnlessEnded(context, ownerSession)
  },
})
export { expect }

/** Checks that the page is not reloaded while `work` runs. */
export async function withoutReload(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { stillTheSame: true }))
  await work()
  expect(await page.evaluate(() => 'stillTheSame' in window)).toBe(true)
}

/** Returns the number of px by which the document is larger than the window, in width and height. */
export const beyondWindow = (page: Page): Promise<[number, number]> =>
  page.evaluate((): [number, number] => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth - innerWidth, scrollHeight - innerHeight]
  })

/**
 * Clicks on a button that tries again. A route lets requests through only from this click on, because before it the page might
 * read by itself.
 */
export async function mendByClick(page: Page, url: string | RegExp, button: Locator): Promise<void> {
  let isMended = false
  await page.route(url, async (route) => {
    isMended ||= await page.evaluate(() => 'wasClicked' in window)
    await (isMended ? route.continue() : route.fallback())
  })
  await page.evaluate(() =>
    addEventListener('click', () => Object.assign(window, { wasClicked: true }), { capture: true, once: true }),
  )
  await button.click()
}
