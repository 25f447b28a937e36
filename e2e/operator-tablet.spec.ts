import { MINUTE_MS } from '@millwatch/domain/time'
import type { Page } from '@playwright/test'
import { openOperator, overlay, rowsOf, storedStops, workedMachine } from './support/operator-screen.ts'
import type { Spell } from './support/spells.ts'
import { expect, test } from './support/test.ts'

const running: readonly Spell[] = [[60, 'running']]
/** Ran, and is down for 41 minutes. */
const oneStop: readonly Spell[] = [
  [60, 'running'],
  [41, 'down'],
]
const other = '<!doctype html><script type="module" src="/assets/index-other.js"></script>'

/** Counts the wake locks of the page in `wakeLocks` of its window: those that were asked for, and those that are held. */
const watchWakeLocks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const locks = { asked: 0, held: 0 }
    const request = async (): Promise<object> => {
      locks.asked += 1
      locks.held += 1
      const release = async (): Promise<void> => {
        locks.held -= 1
      }
      return { release }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { wakeLocks: locks })
  })
const wakeLocks = (page: Page): Promise<unknown> => page.evaluate('globalThis.wakeLocks')

/** Hides or shows the page, as a browser does with one behind another. */
const show = (page: Page, visibility: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)

test('the screen stays on while the page is shown, and may go off when it is left', async ({
  signedIn: page,
  plant,
}) => {
  await watchWakeLocks(page)
  const worked = await workedMachine(plant, 'Awake', running)
  await openOperator(page, worked)
  await expect.poll(() => wakeLocks(page)).toMatchObject({ held: 1 })
  const { asked: count } = (await wakeLocks(page)) as { asked: number }
  // The browser ends the lock of a hidden page; it is asked for again when the page is shown again, and not before.
  await show(page, 'hidden')
  expect(await wakeLocks(page)).toMatchObject({ asked: count })
  await page.evaluate('globalThis.wakeLocks.held = 0')
  await show(page, 'visible')
  await expect.poll(() => wakeLocks(page)).toEqual({ asked: count + 1, held: 1 })
  await page.getByRole('link', { name: 'Leave the operator view' }).click()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect.poll(() => wakeLocks(page)).toEqual({ asked: count + 1, held: 0 })
})

test('the screen loads a new version by itself, once nobody is entering anything', async ({
  signedIn: page,
  plant,
}) => {
  const worked = await workedMachine(plant, 'Renewed', oneStop)
  await page.clock.install()
  await openOperator(page, worked)
  await expect(rowsOf(page)).toHaveCount(1)
  const notes = overlay(page).getByRole('textbox', { name: 'Notes on this stop' })
  await notes.fill('Insert chipped')
  await page.route('**/?t=*', (route) => route.fulfill({ contentType: 'text/html', body: other }))
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  const answer = page.waitForResponse(/\/\?t=\d+$/)
  await page.clock.fastForward(16 * MINUTE_MS)
  await answer
  await page.clock.runFor(MINUTE_MS)
  await expect(notes).toHaveValue('Insert chipped')
  expect(loads).toEqual([])
  await notes.blur()
  await page.clock.runFor(6000)
  await expect.poll(() => loads.length).toBe(1)
  await expect
    .poll(async () => (await storedStops(plant, worked)).map(({ notes }) => notes))
    .toEqual(['Insert chipped'])
})
