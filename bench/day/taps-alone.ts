import { setTimeout as delay } from 'node:timers/promises'
import type { DeviceEvent } from '@millwatch/contract/devices'
import type { Product } from '@millwatch/lab/product/product'
import { sendEvents } from '@millwatch/lab/product/send-events'
import type { Browser } from '@playwright/test'
import { Entered } from './entered.ts'
import { makeFloor } from './floor.ts'
import { Operator } from './operator.ts'
import { openScreen } from './screen.ts'
import { type TapTimes, timedTap } from './taps.ts'

/** Factor by which durations of the machine are shortened, as on a day that passes in minutes. */
const FACTOR = 10
const CYCLE_S = 5
/** Pause (ms) between two taps, after which the work that the last tap started is over. */
const REST_MS = 1500
const YARDSTICK = 'Yardstick: five bare fields'

const cycleAt = (t: number): DeviceEvent => ({ t, type: 'cycle', cycle_time: CYCLE_S, temperature_1: 41 })

/**
 * Measures `count` taps on a page without a program, as slow as the screen, whose button shows a dialog with five fields. The
 * times are added to `taps`.
 */
async function bareTaps(browser: Browser, slowdown: number, count: number, taps: TapTimes): Promise<void> {
  const page = await browser.newPage({ hasTouch: true, viewport: { width: 1280, height: 800 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const fields = '<p><label>Field <input></label></p>'.repeat(5)
  await page.setContent(`<button onclick="document.querySelector('dialog').showModal()">Open</button>
    <dialog><form method="dialog">${fields}<button>Cancel</button></form></dialog>`)
  for (let tap = 0; tap < count; tap++) {
    const shown = { [YARDSTICK]: `() => document.querySelector('dialog[open]') !== null` }
    await timedTap(page, taps, page.getByRole('button', { name: 'Open' }), shown)
    await page.getByRole('button', { name: 'Cancel' }).tap()
    await delay(REST_MS / 3)
  }
  await page.close()
}

/** Opens the dialog of the run and closes it by its button, `count` times. */
async function openRuns(operator: Operator, count: number): Promise<void> {
  for (let tap = 0; tap < count; tap++) {
    await operator.lookAtRun()
    await delay(REST_MS)
  }
}

/**
 * Measures `count` taps each on the dialog of the run, without a run and with one, and on scrap, while the machine runs; as a
 * yardstick also on a bare page. Returns the times by name. Reasons are not measured, as there are no stops.
 */
export async function tapAlone(browser: Browser, product: Product, slowdown: number, count: number): Promise<TapTimes> {
  const taps: TapTimes = new Map()
  await bareTaps(browser, slowdown, count, taps)
  const floor = await makeFloor(product, FACTOR)
  const sendCycle = (): Promise<void> => sendEvents(product.url, floor.machine, [cycleAt(Date.now())])
  await sendCycle()
  const screen = await openScreen(browser, product.url, floor, slowdown)
  const names = { reasons: [...floor.reasons.keys()], tags: [...floor.tags.keys()] }
  const operator = new Operator(screen, new Entered(), taps, names)
  const running = setInterval(() => void sendCycle(), CYCLE_S * 1000)
  try {
    await delay(REST_MS)
    await openRuns(operator, count)
    await operator.startRun()
    await delay(REST_MS)
    await openRuns(operator, count)
    for (let tap = 0; tap < count; tap++) {
      await operator.countScrap()
      await delay(REST_MS)
    }
  } finally {
    clearInterval(running)
  }
  return taps
}
