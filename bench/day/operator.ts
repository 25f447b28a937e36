import { errors, type Locator } from '@playwright/test'
import type { Entered } from './entered.ts'
import { overlay, pendingRows, type Screen } from './screen.ts'
import { type Shown, type TapTimes, timedTap } from './taps.ts'

const REASON = 'Reason of a stop'
const SCRAP = '+1 Scrap'
const RUN = 'Dialog of the run'
const FIELDS = 'Fields of that dialog'
/** Interval of stops that get notes too: the first and then every third. */
const NOTED = 3
const PARTS = 2000

const dialogShown: Shown = {
  [RUN]: `() => document.querySelector('[role="dialog"]')?.checkVisibility()`,
  [FIELDS]: `() => document.querySelector('[role="dialog"] form')?.checkVisibility()`,
}

/** Returns a script that tests if the row with this start is shown with an answer. */
const hasAnswer = (startedAt: string): string => `() => {
  const rows = [...document.querySelectorAll('.operator-row')].map((row) => row.textContent)
  return rows.some((text) => text.includes(${JSON.stringify(startedAt)}) && !text.includes('no reason'))
}`

/** Returns a script that tests if this number of parts is shown as scrapped. */
const scrapShown = (parts: number): string =>
  `() => document.querySelector('[data-testid="operator-scrap"]')?.textContent.startsWith('${parts} scrapped')`

/**
 * Simulated person at the tablet, who acts as an operator does. All that is entered is noted in `entered`, and the times of the
 * measured taps in `taps`.
 */
export class Operator {
  readonly screen: Screen
  readonly entered: Entered
  readonly taps: TapTimes
  readonly #reasons: readonly string[]
  readonly #tags: readonly string[]

  constructor(screen: Screen, entered: Entered, taps: TapTimes, names: { reasons: string[]; tags: string[] }) {
    this.screen = screen
    this.entered = entered
    this.taps = taps
    this.#reasons = names.reasons
    this.#tags = names.tags
  }

  get page() {
    return this.screen.page
  }

  async isAsked(): Promise<boolean> {
    return (await pendingRows(this.page).count()) > 0
  }

  /**
   * Gives a reason to the oldest stop of the overlay that needs one, and notes to every third of these stops. Does nothing if no
   * stop needs a reason.
   */
  async giveReason(): Promise<void> {
    const row = pendingRows(this.page).last()
    if ((await row.count()) === 0) return
    const startedAt = (await row.locator('b').first().textContent()) ?? ''
    const end = (await row.locator('.muted').first().textContent())?.replace('→ ', '') ?? ''
    await row.getByRole('button').first().tap()
    const count = this.entered.reasons.length
    const notes = count % NOTED === 0 ? `Note ${count + 1}: insert chipped` : null
    if (notes !== null) await overlay(this.page).getByRole('textbox', { name: 'Notes on this stop' }).fill(notes)
    const reason = this.#reasons[count % this.#reasons.length] ?? ''
    const button = overlay(this.page).locator('.operator-choice').filter({ hasText: reason })
    const givenAt = Date.now() / 1000
    await timedTap(this.page, this.taps, button, { [REASON]: hasAnswer(startedAt) })
    this.entered.reasons.push({
      startedAt,
      endedAt: end === 'Current' ? null : end,
      givenAt,
      reachedAt: givenAt,
      reason,
      notes,
    })
  }

  /** Closes the overlay for later, if it is open, and waits until it is gone. */
  async later(): Promise<void> {
    const button = overlay(this.page).getByRole('button', { name: 'Later' })
    if ((await button.count()) > 0) await button.tap({ timeout: 2000 }).catch(() => undefined)
    await overlay(this.page).waitFor({ state: 'detached' })
  }

  async countScrap(): Promise<void> {
    const { run } = this.entered
    await this.#tapBelow(this.page.getByRole('button', { name: '+1 Scrap' }), { [SCRAP]: scrapShown(run.scrap + 1) })
    run.scrap += 1
  }

  /** Opens the dialog of the run and closes it without a change. */
  async lookAtRun(): Promise<void> {
    const box = await this.#openRun(/^No active run|^click to/)
    await box.getByRole('button', { name: 'Cancel' }).tap()
    await box.waitFor({ state: 'detached' })
  }

  async startRun(): Promise<void> {
    const tag = this.#tags[this.entered.runs.length % this.#tags.length] ?? ''
    const box = await this.#openRun(/^No active run/)
    await box.getByRole('combobox', { name: 'Tag(s)' }).fill(tag)
    await this.page.getByRole('option').filter({ hasText: tag }).tap()
    await box.getByLabel('parts per cycle').fill('1')
    await box.getByLabel('Part Qty').fill(String(PARTS))
    await box.getByRole('button', { name: 'Start run' }).tap()
    await box.waitFor({ state: 'detached' })
    this.entered.runs.push({ tag, parts: PARTS, scrap: 0, hasEnded: false, updates: 0 })
    await this.#runButton(/^click to/).waitFor()
  }

  /** Raises the quantity of the active run by 100 parts, so that every update differs from the one before. */
  async updateRun(): Promise<void> {
    const { run } = this.entered
    const box = await this.#openRun(/^click to/)
    await box.getByLabel('Part Qty').fill(String(run.parts + 100))
    await box.getByRole('button', { name: 'Update current run' }).tap()
    await box.waitFor({ state: 'detached' })
    run.parts += 100
    run.updates += 1
  }

  async endRun(): Promise<void> {
    const box = await this.#openRun(/^click to/)
    await box.getByRole('button', { name: 'End run' }).tap()
    await box.waitFor({ state: 'detached' })
    this.entered.run.hasEnded = true
  }

  #runButton(name: RegExp): Locator {
    return this.page.getByRole('region', { name: 'Current Run' }).getByRole('button', { name })
  }

  async #openRun(name: RegExp): Promise<Locator> {
    await this.#tapBelow(this.#runButton(name), dialogShown)
    return this.page.getByRole('dialog')
  }

  /** Taps a target that the overlay may cover: closes the overlay first, and again if another stop opened it before the tap. */
  async #tapBelow(target: Locator, shown: Shown): Promise<void> {
    await this.later()
    try {
      await timedTap(this.page, this.taps, target, shown)
    } catch (error) {
      // Only what was not tapped is tapped again.
      const isUntouched = error instanceof errors.TimeoutError
      if (!isUntouched || (await overlay(this.page).count()) === 0) throw error
      await this.#tapBelow(target, shown)
    }
  }
}
