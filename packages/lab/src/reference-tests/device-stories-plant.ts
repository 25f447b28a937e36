/** Runs many stories at once, tick by tick, in one company of one server; compares all figures with the reference model. */
import { createOrgUnit } from '@millwatch/contract/http/tree'
import { type ManualClock, manualClock } from '@millwatch/server/platform/clock'
import { describeFinding, verifyCompany } from '@millwatch/server/verify/index'
import { companyWithPeople, type InjectApp, injectApp } from '../app/inject-app.ts'
import { type DeviceStory, MINUTE_MS, TICK_MS, TICKS } from './device-stories.ts'
import { onEach } from './device-stories-calls.ts'
import { answeredFigures, differencesOf, expectedFigures } from './device-stories-compare.ts'
import type { Site } from './device-stories-people.ts'
import { ORDERS } from './device-stories-plan.ts'
import { StoryRun } from './device-stories-run.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
const BEGINS_AT = Date.parse('2026-03-10T06:00:00Z')
/** Small sizes of checkpoints and pages, so that short stories reach several of both. */
const sizes = { checkpointEvery: 6, pageEvents: 10 }
/** Ticks after which rollups are built, so that later events must change rollups that exist. */
const ROLLED_UP_AFTER = [3, 7, 10]

/** Difference between a figure of a story as answered and as the reference model gives it. */
export interface Difference {
  readonly story: number
  readonly order: string
  /** Name of the figure, `verify` for a broken invariant, or `call` for a call that failed. */
  readonly figure: string
  readonly when: string
  readonly text: string
}

export interface Outcome {
  readonly stories: number
  readonly orders: number
  readonly figures: number
  /** Number of stories whose events belong to the same machines in all orders of arrival. */
  readonly settledAlike: number
  readonly differences: readonly Difference[]
}

/** Story in one order of arrival. `failed` is true once a call failed, after which the story does not continue. */
interface Lived {
  readonly story: number
  readonly order: number
  readonly run: StoryRun
  failed: boolean
}

export class StoryPlant {
  readonly #test: InjectApp
  readonly #clock: ManualClock
  #companies = 0

  private constructor(test: InjectApp, clock: ManualClock) {
    this.#test = test
    this.#clock = clock
  }

  static async open(): Promise<StoryPlant> {
    const clock = manualClock(BEGINS_AT)
    return new StoryPlant(await injectApp({ clock, sizes }), clock)
  }

  async close(): Promise<void> {
    // Each company is verified at the end of its stories, so not again here.
    await this.#test.close({ verified: false })
  }

  /**
   * Runs stories at the same time in a new company, each in all orders of arrival, and verifies the company. Returns the number
   * of compared figures and all differences; the clock then stands a day after the begin.
   */
  async live(stories: readonly DeviceStory[]): Promise<Outcome> {
    const company = await companyWithPeople(this.#test, `works${++this.#companies}`)
    const token = await this.#test.signIn(company.emailOf('admin'))
    const body = { name: 'hall', parent_id: company.rootOrgUnitId }
    const { orgUnit } = await this.#test.ask(createOrgUnit, { token, body })
    const round = new Round(this.#test, this.#clock, { test: this.#test, token, unitId: orgUnit.id }, stories)
    await round.live()
    await round.verify(company.companyId)
    this.#clock.set(round.beganAt + DAY_MS)
    return round.outcome()
  }
}

/** Stories that run at the same time in a company, tick by tick, each in all orders of arrival. */
class Round {
  readonly beganAt: number
  readonly #test: InjectApp
  readonly #clock: ManualClock
  readonly #site: Site
  readonly #stories: readonly DeviceStory[]
  readonly #lived: readonly Lived[]
  readonly #differences: Difference[] = []
  #figures = 0

  constructor(test: InjectApp, clock: ManualClock, site: Site, stories: readonly DeviceStory[]) {
    this.#test = test
    this.#clock = clock
    this.#site = site
    this.#stories = stories
    this.beganAt = clock.now()
    const runs = (story: DeviceStory, i: number) =>
      ORDERS.map((_, order) => {
        return { story: i, order, run: new StoryRun(site, story, order, this.beganAt), failed: false }
      })
    this.#lived = stories.flatMap(runs)
  }

  async live(): Promise<void> {
    await this.#each(async ({ run, story }) => {
      for (let i = 0; i < (this.#stories[story]?.machines ?? 1); i++) await run.people.addMachine()
    })
    for (let tick = 0; tick <= TICKS + 1; tick++) {
      this.#clock.set(this.beganAt + (tick + 1) * TICK_MS)
      await this.#each(({ run }) => run.live(tick))
      if (ROLLED_UP_AFTER.includes(tick)) await this.#test.app.flow.rollUp()
    }
    await this.#compare('right after the last acknowledgement')
    this.#clock.advance(6 * MINUTE_MS)
    await this.#test.app.flow.rollUp()
    await this.#compare('once rollups are built')
    this.#clock.advance(30 * MINUTE_MS)
    await this.#compare('half an hour later')
    await this.#test.app.flow.rollUp()
  }

  async #each(act: (lived: Lived) => Promise<void>): Promise<void> {
    const going = this.#lived.filter(({ failed }) => !failed)
    const failing = (lived: Lived) => (error: Error) => {
      lived.failed = true
      this.#differences.push({ ...aboutOf(lived, 'on the way'), figure: 'call', text: error.message })
    }
    await onEach(going, (lived) => act(lived).catch(failing(lived)))
  }

  async #compare(when: string): Promise<void> {
    const now = this.#clock.now()
    const period = { from: this.beganAt - DAY_MS, to: this.beganAt + DAY_MS }
    const going = this.#lived.filter(({ failed }) => !failed)
    const ids = going.flatMap(({ run }) => run.people.machines)
    const answered = await answeredFigures(this.#site, ids, period)
    for (const lived of going) {
      const { people } = lived.run
      for (const [i, expected] of expectedFigures(people, period.from, now).entries()) {
        this.#figures += Object.keys(expected).length
        const found = differencesOf(expected, answered.get(people.machines[i] ?? 0) ?? {})
        for (const { figure, expected: should, answered: shown } of found) {
          const text = `machine ${i}, expected ${should}; answered ${shown}`
          this.#differences.push({ ...aboutOf(lived, when), figure, text })
        }
      }
    }
  }

  async verify(companyId: number): Promise<void> {
    const { database } = this.#test.db
    for (const finding of await verifyCompany({ database, clock: this.#clock }, companyId)) {
      const { equipmentId = 0, deviceId = 0 } = finding
      const isOf = ({ people }: StoryRun) =>
        people.machines.includes(equipmentId) || people.devices.some(({ id }) => id === deviceId)
      const found = this.#lived.find(({ run }) => isOf(run))
      const about =
        found === undefined ? { story: 0, order: 'any order', when: 'at the end' } : aboutOf(found, 'at the end')
      this.#differences.push({ ...about, figure: 'verify', text: describeFinding(finding) })
    }
  }

  outcome(): Outcome {
    const textsOf = (i: number) => this.#lived.filter(({ story }) => story === i).map(({ run }) => run.settledText())
    const settledAlike = this.#stories.filter((_, i) => new Set(textsOf(i)).size === 1).length
    return {
      ...{ stories: this.#stories.length, orders: ORDERS.length, figures: this.#figures, settledAlike },
      differences: this.#differences,
    }
  }
}

const aboutOf = ({ story, order }: Lived, when: string) => ({ story, order: ORDERS[order] ?? '', when })
