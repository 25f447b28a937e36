import { MINUTE_MS } from '@millwatch/domain/time'
import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { stopClock } from './support/clock.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

const other =
  '<!doctype html><script src="/theme.js"></script><script type="module" src="/assets/index-other.js"></script>'

/** Makes the site root name another main script from now on. */
async function release(page: Page): Promise<void> {
  await page.route('**/?t=*', (route) => route.fulfill({ contentType: 'text/html', body: other }))
}

async function opened(page: Page, plant: Plant): Promise<void> {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
}

/** Message by which a server asks whether a browser is still there, and its answer (Engine.IO). */
const [QUESTION, ANSWER] = ['2', '3']

const loads = (page: Page): string[] => {
  const seen: string[] = []
  page.on('load', () => seen.push(page.url()))
  return seen
}

test('every 15 minutes the site root is asked with a timestamp; another main script shows the banner, which refreshes (axe)', async ({
  signedIn: page,
  plant,
}) => {
  await page.clock.install()
  await opened(page, plant)
  const banner = page.getByRole('status').filter({ hasText: 'New version available' })
  const before = await page.getByRole('main').boundingBox()
  await release(page)
  await page.clock.fastForward(14 * MINUTE_MS)
  await expect(banner).toHaveCount(0)
  const next = page.waitForRequest(/\/\?t=\d{13}$/)
  await page.clock.fastForward(2 * MINUTE_MS)
  await next
  await expect(banner).toBeVisible()
  expect(await page.getByRole('main').boundingBox()).toEqual(before)
  expect(await violationsInAll(page)).toEqual([])
  await page.unroute('**/?t=*')
  const seen = loads(page)
  await banner.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => seen.length).toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test(
  'if the server no longer has a part of the page, the page reloads as the new version',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    await opened(page, plant)
    await release(page)
    let isGone = true
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isGone = false
    })
    await page.route('**/assets/schedule-of-*.js', (route) =>
      isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    )
    const seen = loads(page)
    await page.getByRole('navigation', { name: 'Page menu' }).getByRole('button', { name: 'Schedule' }).click()
    await expect.poll(() => seen.length).toBe(1)
    await expect(page.getByRole('complementary', { name: 'Schedule' })).toBeVisible()
  },
)

test('a kiosk display loads a new version by itself', async ({ page, plant }) => {
  const unit = await plant.unit(`Released ${plant.tag}`)
  const wanted = { name: `Released ${plant.tag}`, page: 'unit', org_unit_id: unit }
  const rights = { may_give_reasons: false, may_count_scrap: false }
  const { code } = await plant.company.call<{ code: string }>('POST', '/v0/kiosks', { ...wanted, ...rights })
  await page.clock.install()
  await page.goto(`/?token=${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Released ${plant.tag}`)
  await release(page)
  const seen = loads(page)
  await page.clock.fastForward(16 * MINUTE_MS)
  await expect.poll(() => seen.length).toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Released ${plant.tag}`)
})

test("after the server's 'refresh' the page is loaded again, after 1 to 120 s", async ({ signedIn: page, plant }) => {
  let say: ((words: string) => void) | undefined
  const received = Promise.withResolvers<void>()
  // Sent only to this page; the real message would reload the pages of all other tests.
  await page.routeWebSocket(/\/live\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => (message === ANSWER ? received.resolve() : server.send(message)))
    say = (words) => socket.send(words)
  })
  await page.clock.install()
  await opened(page, plant)
  await stopClock(page)
  const seen = loads(page)
  const navigations: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()))
  say?.('42["refresh"]')
  // The page answers it at once, and reads messages one after the other.
  say?.(QUESTION)
  await received.promise
  await page.clock.runFor(999)
  await page.evaluate(async () => (await fetch('/health')).text())
  expect(navigations).toEqual([])
  await page.clock.fastForward(119_001)
  await expect.poll(() => seen.length).toBe(1)
})

test('a browser without Temporal loads it', async ({ signedIn: page, plant }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
  const unit = await plant.unit(`No calendar ${plant.tag}`)
  await page.goto(`/o/${unit}?period=yesterday`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`No calendar ${plant.tag}`)
  await expect(page.locator('.scope-period')).toContainText('Yesterday')
})

test('a browser without the features that the pages need gets a message that names them', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Intl, 'Segmenter'))
  await page.goto('/login')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('This browser is not supported')
  await expect(notice).toContainText('What this browser lacks: Intl.Segmenter.')
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('a browser without modules gets the same message', EVERYDAY, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'))
  // An old browser would run none of the scripts.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText('What this browser lacks: modules.')
})
