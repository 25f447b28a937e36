/**
 * One figure, one value: whatever happens to machines, all answers that bear the same figure of the same thing and period give the
 * same value, at once after an acknowledgement, again once rollups are built, and of a period that has ended since. No reference
 * model is needed: answers are held against each other.
 */
import { randomUUID } from 'node:crypto'
import { createDevice, updateDevice } from '@millwatch/contract/http/devices'
import { getEquipment } from '@millwatch/contract/http/tree'
import fc from 'fast-check'
import { type ManualClock, manualClock } from '../platform/clock.ts'
import { type InjectApp, injectApp } from '../testing/inject-app.ts'
import {
  type FigureStory,
  figureStories,
  type Question,
  question,
  type Standing,
  Works,
} from './figure-stories.testing.ts'
import { type Answers, type Compared, compareAnswers, compareWithEarlier } from './one-value-compare.testing.ts'
import { machineAnswers } from './one-value-machine.testing.ts'
import { ofMachine } from './one-value-of-machine.testing.ts'
import { ofUnit } from './one-value-of-unit.testing.ts'
import type { Table } from './one-value-places.testing.ts'
import type { Asking } from './one-value-questions.testing.ts'
import { unitAnswers } from './one-value-unit.testing.ts'
import { dice } from './told-events.testing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const soon = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }
const iso = (at: number) => new Date(at).toISOString()

/** What happens beside the steps of a figure story: a second device reads, a batch comes again, the second device takes over. */
type Beside = 'nothing' | 'reading' | 'late reading' | 'again' | 'takeover'

interface Chapter {
  readonly beside: Beside
  readonly pick: number
  readonly hours: number
  readonly machine: number
  readonly question: Question
  /** The clock moves on so far before the last look, past the end of the period. */
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

/** Lives through a story and returns how many values were compared; throws where two answers differ, with all that differs. */
export async function compareThrough({ story, chapters }: OneValueStory): Promise<number> {
  const clock = manualClock(story.day * DAY_MS + 15 * HOUR_MS)
  const test = await injectApp({ clock, jobs: { lease: soon } })
  try {
    const works = await Works.begin(test, clock, story)
    const life = new Life(test, clock, works)
    await life.addSecondDevices()
    for (const [i, step] of story.steps.entries()) {
      const beside = chapters[i] as Chapter
      const when = `after step ${i}, ${step.kind}, then ${beside.beside}, at ${iso(clock.now())}`
      await works.happen(step)
      await life.happenBeside(beside)
      await life.compare(beside, when)
    }
    return life.values
  } finally {
    await test.close()
  }
}

class Life {
  values = 0
  readonly #test: InjectApp
  readonly #clock: ManualClock
  readonly #works: Works
  readonly #second = new Map<number, { id: number; authorization: string }>()
  #last: { authorization: string; payload: object } | undefined
  #batches = 0

  constructor(test: InjectApp, clock: ManualClock, works: Works) {
    this.#test = test
    this.#clock = clock
    this.#works = works
  }

  async addSecondDevices(): Promise<void> {
    const { token, machines } = this.#works.standing
    for (const { id } of machines) {
      const deviceUUID = randomUUID()
      const body = { deviceUUID, equipId: id, primary: false, active: true }
      const { device, device_key } = await this.#test.ask(createDevice, { token, body })
      this.#second.set(id, { id: device.id, authorization: `Device ${deviceUUID}:${device_key}` })
    }
  }

  async happenBeside({ beside, pick, hours, machine: place }: Chapter): Promise<void> {
    const { token, machines } = this.#works.standing
    const machine = machines[place] as Standing
    const { equip } = await this.#test.ask(getEquipment, { token, params: { id: machine.id } })
    // Devices of an archived machine are out of service.
    if (equip.archived || beside === 'nothing') return
    this.#clock.advance(1)
    // So that what comes now comes under rollups that are built.
    if (pick % 4 !== 0) await this.#test.app.flow.rollUp()
    const now = this.#clock.now()
    if (beside === 'reading') await this.#read(machine, now, pick)
    else if (beside === 'late reading') await this.#read(machine, now - Math.round(hours * HOUR_MS), pick)
    else if (beside === 'takeover') await this.#takeOver(machine, pick)
    else if (this.#last !== undefined) await this.#send(this.#last.authorization, this.#last.payload)
  }

  /** Readings of the second device, the last at `until`. */
  async #read({ id }: Standing, until: number, seed: number): Promise<void> {
    const second = this.#second.get(id)
    if (second === undefined) return
    const { token } = this.#works.standing
    const { equip } = await this.#test.ask(getEquipment, { token, params: { id } })
    const known = equip.Devices.find((one) => one.id === second.id)
    if (known?.active !== true) {
      const body = { active: true, primary: false }
      await this.#test.ask(updateDevice, { token, params: { id: second.id }, body })
    }
    const roll = dice(seed)
    const events = Array.from({ length: 1 + Math.floor(roll() * 4) }, (_, i) => ({
      t: until - Math.round(i * roll() * HOUR_MS),
      type: roll() < 0.8 ? 'tlm' : 'cycle',
      temperature_1: Math.round(roll() * 8000) / 8,
      ...(roll() < 0.5 ? { analog_in_1: Math.floor(roll() * 4096) } : {}),
    }))
    this.#last = {
      authorization: second.authorization,
      payload: { batch_id: `second-${this.#batches++}`, sent_at: this.#clock.now(), events },
    }
    await this.#send(second.authorization, this.#last.payload)
  }

  async #send(authorization: string, payload: object): Promise<void> {
    const answer = await this.#test.call('POST', '/v0/ingest', { headers: { authorization }, body: payload })
    // A device out of service is refused, and nothing has happened.
    if (answer.status !== 200 && answer.status !== 401) throw new Error(`Ingest: ${answer.status} ${answer.text}`)
  }

  /** The second device becomes the primary one, or the first again. */
  async #takeOver({ id, deviceId }: Standing, pick: number): Promise<void> {
    const other = this.#second.get(id)?.id ?? deviceId
    const body = { active: true, primary: true }
    const params = { id: pick % 2 === 0 ? other : deviceId }
    await this.#test.ask(updateDevice, { token: this.#works.standing.token, params, body })
  }

  /** At once; once rollups are built; and, where the clock moves on, of the period that has ended by then. */
  async compare({ question: asked, laterHours }: Chapter, when: string): Promise<void> {
    const about = this.#about(asked)
    const atOnce = await this.#look(about, asked, `${when}, at once`)
    await this.#test.app.flow.rollUp()
    const built = await this.#look(about, asked, `${when}, with rollups built`)
    const key = askedOf(asked)
    this.#take(compareWithEarlier(about.table, atOnce, built, key), `${when}, at once and with rollups built`, asked)
    if (laterHours === 0) return
    const period = this.#periodOf(asked)
    this.#clock.advance(Math.round(laterHours * HOUR_MS))
    await this.#works.signInAgain()
    await this.#look(about, asked, `${when}, ${laterHours} h later`, period)
  }

  #about({ about }: Question): { table: Table; ask: (asking: Asking) => Promise<Answers> } {
    const { units, machines } = this.#works.standing
    const place = about % (machines.length + units.length)
    const machine = machines[place]
    if (machine !== undefined) return { table: ofMachine, ask: (asking) => machineAnswers(asking, machine.id) }
    const unit = units[place - machines.length] ?? 0
    const ids = machines.map(({ id }) => id)
    return { table: ofUnit, ask: (asking) => unitAnswers(asking, unit, ids) }
  }

  #periodOf({ fromHours, lengthHours }: Question): { from: number; endsAt: number } {
    const from = Math.floor(this.#clock.now() - fromHours * HOUR_MS)
    return { from, endsAt: from + Math.max(1, Math.round(lengthHours * HOUR_MS)) }
  }

  async #look(
    { table, ask }: { table: Table; ask: (asking: Asking) => Promise<Answers> },
    asked: Question,
    when: string,
    period = this.#periodOf(asked),
  ): Promise<Answers> {
    const { token, units } = this.#works.standing
    const now = this.#clock.now()
    const { shift, zone, intervalS, dayStartMin, leave } = asked
    const answers = await ask({
      ...{ test: this.#test, token, rootId: units[0] ?? 0, now, zone, dayStartMin, intervalS },
      ...{ from: period.from, endsAt: period.endsAt, to: Math.min(period.endsAt, now) },
      shift: shift as 0 | 1 | 2 | 3,
      ...{ ignoreStartup: leave % 2 === 1, ignoreOutliers: leave >= 2 },
    })
    this.#take(compareAnswers(table, answers, askedOf(asked)), when, asked)
    return answers
  }

  #take({ values, differences }: Compared, when: string, asked: Question): void {
    this.values += values
    if (differences.length === 0) return
    throw new Error([`${when}, asked ${JSON.stringify(asked)}:`, ...differences].join('\n  '))
  }
}

const askedOf = ({ shift, leave }: Question) => ({ shift, leavesOut: leave > 0 })
