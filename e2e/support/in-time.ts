// Measures the time until another browser shows a change.
import type { Locator, Page, TestInfo } from '@playwright/test'
import { enterWithRole } from './setup.ts'
import { expect, type Plant, test, withoutReload } from './test.ts'

/**
 * Longest time (ms) from the answer to a change until the other browser shows the change, on a machine that has nothing else to
 * do.
 */
const SHOWN_WITHIN_MS = 1000
/** Time (ms) of `wayThroughPage` on such a machine. If it takes longer, a change may take longer by the same factor. */
const WAY_MS = 200

/**
 * Signs this browser in as a second superuser and opens a page. Resolves when the page is in the room of the company, so that it
 * is notified of changes.
 */
export async function watch(page: Page, plant: Plant, path: string): Promise<void> {
  await enterWithRole(page.context(), plant, 'superuser')
  await goAndJoin(page, path, /"joined",\{"room":"company:/)
}

export async function goAndJoin(page: Page, path: string, joined: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => joined.test(String(payload)) && resolve()),
  )
  await page.goto(path)
  await promise
}

/**
 * Expectation that is checked once, without waiting: while Playwright waits, it checks only every half second or second, which is
 * too seldom for a measurement.
 */
export const look = expect.configure({ timeout: 1 })

/**
 * Page in another context of the same browser, which shows no data: a change has no effect on it, but a busy machine slows it
 * down.
 */
let beside: Page

/** Opens `beside`, a page in another context of the same browser, before the tests of a file, and closes it after them. */
export function withPageBeside(): void {
  test.beforeAll(async ({ browser, baseURL }) => {
    beside = await browser.newPage({ ...(baseURL && { baseURL }), bypassCSP: true })
    await beside.goto('/health')
  })
  test.afterAll(() => beside.close())
}

/**
 * Returns the time (ms) that a page takes for work unrelated to any change: five answers of the server, each drawn before the
 * next.
 */
const wayThroughPage = (page: Page, path = '/v0/user'): Promise<number> =>
  page.evaluate(async (read) => {
    const began = performance.now()
    for (let reading = 0; reading < 5; reading++) {
      await (await fetch(read, { cache: 'no-store' })).text()
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }
    return performance.now() - began
  }, path)

/** Runs `work` and returns the longest time (ms) of `wayThroughPage` on the page beside it meanwhile. */
async function longestWayBeside(work: () => Promise<void>): Promise<number> {
  let isOver = false
  let longest = 0
  const measure = async (): Promise<void> => {
    do longest = Math.max(longest, await wayThroughPage(beside, '/health'))
    while (!isOver)
  }
  const measured = measure()
  await work().finally(() => {
    isOver = true
  })
  await measured
  return longest
}

/**
 * Makes a change as another person, and checks that the page shows it within 1 s and without a reload. On a busy machine there is
 * more time, by the factor by which unrelated work is slower: on this page before and after the change, and on the page beside it
 * during the change.
 */
export async function showsInTime(
  page: Page,
  info: TestInfo,
  change: () => Promise<unknown>,
  shown: () => Promise<void>,
) {
  await withoutReload(page, async () => {
    const before = await wayThroughPage(page)
    await change()
    const since = performance.now()
    let ms = 0
    const during = await longestWayBeside(async () => {
      await expect(shown).toPass({ intervals: [20], timeout: 20_000 })
      ms = Math.round(performance.now() - since)
    })
    const way = Math.round(Math.max(before, during, ms > SHOWN_WITHIN_MS ? await wayThroughPage(page) : 0))
    console.log(`${info.title}: shown after ${ms} ms, way through the page ${way} ms`)
    expect(ms, 'ms until the other browser shows it').toBeLessThanOrEqual(SHOWN_WITHIN_MS * Math.max(1, way / WAY_MS))
  })
}

export const text = (locator: Locator, words: string | RegExp) => () => look(locator).toContainText(words)
export const value = (locator: Locator, words: string) => () => look(locator).toHaveValue(words)
export const visible = (locator: Locator) => () => look(locator).toBeVisible()
