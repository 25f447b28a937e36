import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '@millwatch/lab/product/product'
import type { Operator } from './operator.ts'
import { allSaved, keptForReload, memoryOf, type PageMemory } from './screen.ts'

/** Pause (ms) of the operator between two looks at the screen. */
const LOOK_MS = 700
const SCRAP_EVERY_MS = 8000
/**
 * Time (ms) for which the connection is cut: half an hour of the recorded day. `AWAY_MS` is the time for which the server is
 * stopped: twelve minutes of it.
 */
const CUT_MS = 30_000
const AWAY_MS = 12_000
const SAVED_WITHIN_MS = 120_000
/** Longest time (ms) for which a due disturbance waits for a stop that needs a reason. */
const WAITS_MS = 45_000

/** Sample of the memory of the page, with the hour of the recorded day at which it was taken. */
export interface HourMemory extends PageMemory {
  readonly hour: number
}

export interface Course {
  readonly operator: Operator
  readonly product: Product
  readonly hours: number
  /** Time (ms) in which an hour of the recorded day passes. */
  readonly hourMs: number
  say(line: string): void
}

/**
 * Waits until a stop on the screen needs a reason, so that there is an entry to make during a disturbance. It waits at most 45 s.
 */
async function asked(operator: Operator): Promise<void> {
  const until = performance.now() + WAITS_MS
  while (!(await operator.isAsked()) && performance.now() < until) await delay(LOOK_MS)
}

/**
 * Waits until all entries are saved, and notes that the reasons from index `count` on reached the server only now. Throws an
 * error after 120 s.
 */
async function reached({ page, entered }: Operator, count: number): Promise<void> {
  await allSaved(page, SAVED_WITHIN_MS)
  entered.reachedOnly(Date.now() / 1000, count)
}

/**
 * Cuts the connection, gives a reason, counts scrap, loads the page again without connection, and ends the run. After 30 s it
 * restores the connection, waits until all is saved, and starts another run.
 */
async function cutWithReload({ operator, say }: Course): Promise<void> {
  const { page, entered } = operator
  await asked(operator)
  await keptForReload(page)
  const began = performance.now()
  const count = entered.reasons.length
  await page.context().setOffline(true)
  await operator.giveReason()
  for (let parts = 0; parts < 2; parts++) await operator.countScrap()
  await page.reload()
  await page.getByTestId('operator-status').waitFor()
  await page
    .getByText(/not saved yet/)
    .first()
    .waitFor()
  await operator.countScrap()
  await operator.endRun()
  await delay(Math.max(0, CUT_MS - (performance.now() - began)))
  await page.context().setOffline(false)
  await reached(operator, count)
  say(
    `the line was cut for ${lasted(began)}, the page loaded again meanwhile; ${entered.reasons.length} reasons so far`,
  )
  await operator.startRun()
}

/**
 * Kills the server, enters a reason, scrap and a change of the run, starts the server again on the same data, and waits until all
 * is saved.
 */
async function killServer({ operator, product, say }: Course): Promise<void> {
  await asked(operator)
  const began = performance.now()
  const count = operator.entered.reasons.length
  await product.killServer()
  await operator.giveReason()
  await operator.countScrap()
  await operator.updateRun()
  await delay(Math.max(0, AWAY_MS - (performance.now() - began)))
  await product.start()
  await reached(operator, count)
  say(`the server was killed, and away for ${lasted(began)}`)
}

/**
 * Cuts the connection, gives a reason, counts scrap and ends the run. After 30 s it restores the connection, waits until all is
 * saved, and starts another run.
 */
async function cutAgain({ operator, say }: Course): Promise<void> {
  const { page } = operator
  await asked(operator)
  const began = performance.now()
  const count = operator.entered.reasons.length
  await page.context().setOffline(true)
  await operator.giveReason()
  for (let parts = 0; parts < 3; parts++) await operator.countScrap()
  await operator.endRun()
  await delay(Math.max(0, CUT_MS - (performance.now() - began)))
  await page.context().setOffline(false)
  await reached(operator, count)
  say(`the line was cut for ${lasted(began)}`)
  await operator.startRun()
}

const lasted = (began: number): string => `${((performance.now() - began) / 1000).toFixed(0)} s`

/** Disturbances and changes of the day, each with the share of the day (0 to 1) after which it is due. */
const steps: readonly (readonly [share: number, work: (course: Course) => Promise<void>])[] = [
  [0.1, cutWithReload],
  [0.25, ({ operator }) => operator.updateRun()],
  [0.4, killServer],
  [0.65, cutAgain],
]

/**
 * Works at the machine for the whole day, with all disturbances. Returns the memory of the page at each hour after the first
 * disturbance, and at the end.
 */
export async function workAllDay(course: Course): Promise<HourMemory[]> {
  const { operator, hours, hourMs } = course
  const waiting = [...steps]
  const memory: HourMemory[] = []
  const began = performance.now()
  const passed = (): number => performance.now() - began
  const sample = async (): Promise<void> => {
    memory.push({ hour: Number((passed() / hourMs).toFixed(1)), ...(await memoryOf(operator.screen)) })
  }
  let scrapAt = 0
  let nextHour = Math.ceil(hours * 0.2)
  await operator.startRun()
  while (passed() < hours * hourMs) {
    const [next] = waiting
    if (next !== undefined && passed() >= next[0] * hours * hourMs) {
      waiting.shift()
      await next[1](course)
    }
    if (await operator.isAsked()) await operator.giveReason()
    else if (passed() >= scrapAt + SCRAP_EVERY_MS) {
      scrapAt = passed()
      await operator.countScrap()
    }
    if (waiting.length < steps.length && passed() >= nextHour * hourMs) {
      await sample()
      nextHour = Math.floor(passed() / hourMs) + 1
    }
    await delay(LOOK_MS)
  }
  // A short day ends before all its troubles.
  for (const [, work] of waiting) await work(course)
  while (await operator.isAsked()) {
    await operator.giveReason()
    await delay(LOOK_MS)
  }
  await allSaved(operator.page, SAVED_WITHIN_MS)
  await sample()
  return memory
}
