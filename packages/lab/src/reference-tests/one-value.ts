/**
 * Checks that all answers with the same figure of the same machine or unit and period give the same value: right after an
 * acknowledgement, again once rollups are built, and for a period that has ended since. Answers are compared with each other,
 * so no reference model is needed.
 */

import { type ManualClock, manualClock } from '@millwatch/server/platform/clock'
import fc from 'fast-check'
import { type InjectApp, injectApp } from '../app/inject-app.ts'
import { type FigureStory, figureStories, question, type StoryQuestion } from './figure-steps.ts'
import { Works } from './figure-stories.ts'
import { type Answers, type Compared, compareAnswers, compareWithEarlier } from './one-value-compare.ts'
import { LiveListener, type ShownMachine } from './one-value-live.ts'
import { machineAnswers } from './one-value-machine.ts'
import { ofMachine } from './one-value-of-machine.ts'
import { ofUnit } from './one-value-of-unit.ts'
import type { FigureTable } from './one-value-places.ts'
import type { Asking } from './one-value-questions.ts'
import { type Beside, SecondDevices } from './one-value-second.ts'
import { unitAnswers } from './one-value-unit.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const soon = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }
const iso = (at: number) => new Date(at).toISOString()

interface Chapter {
  readonly beside: Beside
  readonly pick: number
  readonly hours: number
  readonly machine: number
  readonly question: StoryQuestion
  /** Hours by which the clock advances before the last comparison; with 0 there is no last comparison. */
  readonly laterHours: number
}

export interface OneValueStory {
  readonly story: FigureStory
  readonly chapters: readonly Chapter[]
}

const chapter: fc.Arbitrary<Chapter> = fc.record({
  beside: fc.constantFrom<Beside>('nothing', 'reading', 'reading', 'late reading', 'late reading', 'again', 'takeover'),
  pick: fc.nat(10_000),
  hours: fc.integer({ min: 1, max: 1500 }).map((n) => n / 37),
  machine: fc.nat(1),
  question,
  laterHours: fc.constantFrom(0, 0, 0.2, 3, 26),
})

export const oneValueStories = (steps: number): fc.Arbitrary<OneValueStory> =>
  fc.record({
    story: figureStories(steps),
    chapters: fc.array(chapter, { minLength: steps, maxLength: steps, size: 'max' }),
  })

/**
 * Runs a story and returns the number of compared values. Throws an error with all differences of a comparison as soon as two
 * answers differ.
 */
export async function compareThrough({ story, chapters }: OneValueStory): Promise<number> {
  const clock = manualClock(story.day * DAY_MS + 15 * HOUR_MS)
  const test = await injectApp({ clock, jobs: { lease: soon } })
  let life: Life | undefined
  try {
    const works = await Works.begin(test, clock, story)
    life = await Life.begin(test, clock, works)
    const second = await SecondDevices.add(test, clock, works)
    for (const [i, step] of story.steps.entries()) {
      const beside = chapters[i] as Chapter
      const when = `after step ${i}, ${step.kind}, then ${beside.beside}, at ${iso(clock.now())}`
      await works.happen(step)
      await second.happen(beside)
      await life.compare(beside, when)
    }
    return life.values
  } finally {
    life?.live.close()
    await test.close()
  }
}

class Life {
  values = 0
  readonly #test: InjectApp
  readonly #clock: ManualClock
  readonly #works: Works
  readonly live: LiveListener
  #token: string

  private constructor(test: InjectApp, clock: ManualClock, works: Works, live: LiveListener) {
    this.#test = test
    this.#clock = clock
    this.#works = works
    this.live = live
    this.#token = works.plant.token
  }

  static async begin(test: InjectApp, clock: ManualClock, works: Works): Promise<Life> {
    const { token, units, machines } = works.plant
    const rooms = [...machines.map(({ id }) => `e:${id}`), `o:${units[0]}`]
    return new Life(test, clock, works, await LiveListener.open(test, token, rooms))
  }

  /**
   * Compares all answers with each other, right after a step and again once rollups are built; each answer of the one moment with
   * the same answer of the other; and a machine's page with its live messages. If `laterHours` is not 0, advances the clock and
   * compares the answers for the same period again. Throws an error with all differences.
   */
  async compare({ question, laterHours }: Chapter, when: string): Promise<void> {
    const about = this.#about(question)
    const atOnce = await this.#look(about, question, `${when}, at once`)
    await this.#test.app.flow.rollUp()
    if (about.table === ofMachine) await this.#listen(atOnce, when, question)
    const built = await this.#look(about, question, `${when}, with rollups built`)
    const key = readingOf(question)
    this.#take(compareWithEarlier(about.table, atOnce, built, key), `${when}, at once and with rollups built`, question)
    if (laterHours === 0) return
    const period = this.#periodOf(question)
    this.#clock.advance(Math.round(laterHours * HOUR_MS))
    await this.#works.signInAgain()
    await this.#look(about, question, `${when}, ${laterHours} h later`, period)
  }

  /**
   * Compares the last published messages about a machine with its page. Signs in to the live connection again if the session has
   * changed.
   */
  async #listen({ page }: Answers, when: string, question: StoryQuestion): Promise<void> {
    const { token } = this.#works.plant
    if (token !== this.#token) await this.live.signInAgain(token)
    this.#token = token
    this.#take(await this.live.compare(page as ShownMachine), `${when}, published`, question)
  }

  #about({ about }: StoryQuestion): { table: FigureTable; ask: (asking: Asking) => Promise<Answers> } {
    const { units, machines } = this.#works.plant
    const place = about % (machines.length + units.length)
    const machine = machines[place]
    if (machine !== undefined) return { table: ofMachine, ask: (asking) => machineAnswers(asking, machine.id) }
    const unit = units[place - machines.length] ?? 0
    const ids = machines.map(({ id }) => id)
    return { table: ofUnit, ask: (asking) => unitAnswers(asking, unit, ids) }
  }

  #periodOf({ fromHours, lengthHours }: StoryQuestion): { from: number; endsAt: number } {
    const from = Math.floor(this.#clock.now() - fromHours * HOUR_MS)
    return { from, endsAt: from + Math.max(1, Math.round(lengthHours * HOUR_MS)) }
  }

  async #look(
    { table, ask }: { table: FigureTable; ask: (asking: Asking) => Promise<Answers> },
    question: StoryQuestion,
    when: string,
    period = this.#periodOf(question),
  ): Promise<Answers> {
    const { token, units } = this.#works.plant
    const now = this.#clock.now()
    const { shift, zone, intervalS, dayStartMin, leave } = question
    const answers = await ask({
      ...{ test: this.#test, token, rootId: units[0] ?? 0, now, zone, dayStartMin, intervalS },
      ...{ from: period.from, endsAt: period.endsAt, to: Math.min(period.endsAt, now) },
      shift: shift as 0 | 1 | 2 | 3,
      ...{ ignoreStartup: leave % 2 === 1, ignoreOutliers: leave >= 2 },
    })
    this.#take(compareAnswers(table, answers, readingOf(question)), when, question)
    return answers
  }

  #take({ values, differences }: Compared, when: string, question: StoryQuestion): void {
    this.values += values
    if (differences.length === 0) return
    throw new Error([`${when}, asked ${JSON.stringify(question)}:`, ...differences].join('\n  '))
  }
}

const readingOf = ({ shift, leave }: StoryQuestion) => ({ shift, leavesOut: leave > 0 })
