import { randomBytes } from 'node:crypto'
import { type Company, createCompany, type FoundedCompany, type MadeMachine } from '@millwatch/lab/product/company'
import {
  type Browser,
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { type Installation, installation } from './installation.ts'
import { millwatch } from './operator.ts'
import { enterAs, type Person } from './people.ts'
import { watchRequests } from './requests.ts'

/**
 * Tag of a browser test of `npm test`: the way through a page, and what the product promises first. The other tests run in
 * `npm run test:long`.
 */
export const EVERYDAY = { tag: '@everyday' }

interface Fixtures {
  readonly plant: Plant
  /** Page that is signed in as superuser. */
  readonly signedIn: Page
}

interface WorkerFixtures {
  /**
   * Superuser of the company of a worker, signed in once for all tests of that worker. Each worker has its own company, because
   * pages read the company's tree again after every change to it.
   */
  readonly owner: FoundedCompany
  /**
   * Session of the superuser in the browsers of a worker's tests; null before the first test, and after one that ended the
   * session.
   */
  readonly ownerSession: { cookies: readonly Cookie[] | null }
  /**
   * Browser context that the tests of a worker use one after the other; undefined before the first test, and while one uses it.
   */
  readonly profile: { context?: BrowserContext | undefined }
}

/** Running product with the company of the worker, and functions to create units and machines in it. */
export interface Plant extends Installation, Person {
  readonly company: Company
  readonly companyName: string
  /** Text that only this test has, to make names unique. */
  readonly tag: string
  unit(name: string): Promise<number>
  machineIn(name: string, unitId: number): Promise<MadeMachine>
}

const COMPANY = 'Plant'

function plantOf(company: FoundedCompany): Plant {
  return {
    ...installation(),
    company,
    companyName: COMPANY,
    username: company.username,
    password: company.password,
    tag: randomBytes(3).toString('hex'),
    unit: (name) => company.unit(name),
    machineIn: (name, unitId) => company.machine(name, unitId),
  }
}

/** Gives a browser context a new cookie session of the superuser. */
export const enter = (context: BrowserContext, plant: Plant): Promise<void> => enterAs(context, plant.url, plant)

/** Gives a browser context the session of the superuser from an earlier test of this worker, else a new one. */
async function enterAgain(context: BrowserContext, plant: Plant, kept: WorkerFixtures['ownerSession']) {
  if (kept.cookies === null) await enter(context, plant)
  else await context.addCookies([...kept.cookies])
  kept.cookies = await context.cookies()
}

/** Forgets the session if the cookies of the context have changed, as after a sign-out or another sign-in. */
async function keepUnlessEnded(context: BrowserContext, kept: WorkerFixtures['ownerSession']): Promise<void> {
  const now = await context.cookies().catch(() => [])
  const isKept = kept.cookies?.every(({ name, value }) =>
    now.some((cookie) => cookie.name === name && cookie.value === value),
  )
  if (!isKept) kept.cookies = null
}

/** Contexts in which a clock of Playwright is installed, which stays in all their later pages. */
const withClock = new WeakSet<BrowserContext>()

async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (options) => {
    withClock.add(context)
    return install(options)
  }
  return context
}

/**
 * Opens a page in a context that an earlier test used, and deletes the data that the earlier test stored. Only the cache of the
 * browser remains: files of the pages, whose names contain a hash, and their compiled scripts.
 */
async function openEmpty(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const browser = await context.newCDPSession(page)
  // A service worker would load files in place of the page, so that a test could not replace their answers.
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage'
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await browser.detach()
}

/** Closes the pages of a context and clears cookies, permissions and offline mode, so that a later test can use it. */
async function leaveEmpty(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)])
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  owner: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const admin = `owner.${randomBytes(3).toString('hex')}@plant.example`
      await use(await createCompany(installation().url, millwatch, { name: COMPANY, admin }))
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  ownerSession: [async ({}, use) => use({ cookies: null }), { scope: 'worker' }],
  plant: async ({ owner }, use) => use(plantOf(owner)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  baseURL: async ({}, use) => use(installation().url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  profile: [async ({}, use) => use({}), { scope: 'worker' }],
  context: async ({ browser, profile, reducedMotion }, use, info) => {
    const isOrdinary = reducedMotion === 'no-preference'
    const earlier = isOrdinary ? profile.context : undefined
    const context = earlier ?? (await newContext(browser))
    if (earlier !== undefined) await openEmpty(context, installation().url)
    if (isOrdinary) profile.context = undefined
    await use(context)
    // Routes of the test that are still under way at its end do not matter.
    const behavior = 'ignoreErrors'
    await Promise.all([context, ...context.pages()].map((owner) => owner.unrouteAll({ behavior })))
    if (!isOrdinary || withClock.has(context) || info.status !== info.expectedStatus) return context.close()
    await leaveEmpty(context)
    profile.context = context
  },
  page: async ({ context }, use) => {
    const page = context.pages()[0] ?? (await context.newPage())
    watchRequests(page)
    await use(page)
  },
  signedIn: async ({ context, page, plant, ownerSession }, use) => {
    await enterAgain(context, plant, ownerSession)
    await use(page)
    await keepUnlessEnded(context, ownerSession)
  },
})
export { expect }

/** Runs `work`, and checks that the page is not reloaded meanwhile. */
export async function withoutReload(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { stillTheSame: true }))
  await work()
  expect(await page.evaluate(() => 'stillTheSame' in window)).toBe(true)
}

/** Returns the number of px by which the document is larger than the window, in width and height; negative or 0 if it fits. */
export const beyondWindow = (page: Page): Promise<[number, number]> =>
  page.evaluate((): [number, number] => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth - innerWidth, scrollHeight - innerHeight]
  })

/**
 * Clicks on a button that tries again, and lets the requests that match `url` through only from this click on, because the page
 * might read by itself before.
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
