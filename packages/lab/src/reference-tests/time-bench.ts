import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { createOrgUnit, updateOrgUnit } from '@millwatch/contract/http/tree'
import { utilizationSeries } from '@millwatch/contract/http/utilization'
import { manualClock } from '@millwatch/server/platform/clock'
import { expect } from 'vitest'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '../app/inject-app.ts'
import { type MinuteQuestion, Minutes, type ScheduledMachine } from '../reference/minutes.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const at = (iso: string): number => Date.parse(iso)

/**
 * Shifts of a day as start and end (s after midnight) and number: three shifts with a break in the first, the last past midnight.
 */
const RANGES = [
  [0, 21_600, 3],
  [21_600, 36_000, 1],
  [37_800, 50_400, 1],
  [50_400, 79_200, 2],
  [79_200, 86_400, 3],
] as const
const DAY = RANGES.map(([start, end, shift]): [number, number, 1 | 2 | 3] => [start, end, shift])
const SCHEDULE = { 0: DAY, 1: DAY, 2: DAY, 3: DAY, 4: DAY, 5: DAY, 6: DAY }

export interface WalkedMachine {
  readonly id: number
  readonly walk: ScheduledMachine
}

/** Test server whose figures about days on which clocks change are compared with those counted minute by minute. */
export class TimeBench {
  readonly #t: InjectApp
  readonly #token: string
  readonly #root: number
  /** Number of questions compared so far. */
  asked = 0

  private constructor(t: InjectApp, token: string, root: number) {
    this.#t = t
    this.#token = token
    this.#root = root
  }

  static async open(now: string): Promise<TimeBench> {
    const t = await injectApp({ clock: manualClock(at(now)) })
    const acme = await companyWithPeople(t, 'acme')
    return new TimeBench(t, await t.signIn(acme.emailOf('admin')), acme.rootOrgUnitId)
  }

  close(): Promise<void> {
    return this.#t.close()
  }

  /**
   * Creates a machine in a zone with three shifts, which runs and stops in turn for 13 days before and after noon of each date
   * (`2026-03-08`).
   */
  async machineIn(timezone: string, dates: readonly string[]): Promise<WalkedMachine> {
    const token = this.#token
    const body = { name: timezone, parent_id: this.#root }
    const { orgUnit } = await this.#t.ask(createOrgUnit, { token, body })
    const params = { id: orgUnit.id }
    await this.#t.ask(updateOrgUnit, { token, params, body: { timezone } })
    await this.#t.ask(updateScheduleOfOrgUnit, { token, params, body: { schedule: SCHEDULE } })
    const machine = await machineWithDevice(this.#t, token, orgUnit.id, timezone)
    const running = dates.flatMap(runningAbout)
    await machine.send(eventsOf(running))
    return { id: machine.id, walk: { zone: timezone, ranges: RANGES, running } }
  }

  /**
   * Compares three days about a date in quarter-hours and hours, a week in days and three weeks in weeks, each for all shifts and
   * for each shift. Throws an assertion error at a difference.
   */
  async compareAbout(machine: WalkedMachine, date: string): Promise<void> {
    const minutes = walkAbout(machine.walk, date)
    const spans = [
      [900, -1, 2],
      [3600, -1, 2],
      [86_400, -3, 4],
      [604_800, -10, 11],
    ] as const
    for (const [interval, first, end] of spans) {
      const period = { from: minutes.midnight(date, first), to: minutes.midnight(date, end) }
      for (const shift of [0, 1, 2, 3])
        await this.#compare(machine, minutes, { ...period, interval, shift, dayStartMin: 0 })
    }
  }

  /**
   * Compares three days about a date with the reference, while a day starts at each quarter-hour except midnight in turn; the
   * lengths of bucket and the shifts 0 to 2 take turns too. Throws an assertion error at a difference.
   */
  async compareDayStarts(machine: WalkedMachine, date: string): Promise<void> {
    const minutes = walkAbout(machine.walk, date)
    const period = { from: minutes.midnight(date, -1), to: minutes.midnight(date, 2) }
    for (let quarter = 1; quarter <= 95; quarter++) {
      const interval = [3600, 86_400, 900, 604_800][quarter % 4] ?? 3600
      await this.#compare(machine, minutes, { ...period, interval, shift: quarter % 3, dayStartMin: quarter * 15 })
    }
  }

  async #compare({ id, walk }: WalkedMachine, minutes: Minutes, question: MinuteQuestion): Promise<void> {
    this.asked++
    const { from, to, interval, shift, dayStartMin } = question
    const query = {
      ids: String(id),
      startDate: new Date(from).toISOString(),
      endDate: new Date(to).toISOString(),
      interval: interval as 900,
      tz: walk.zone,
      shift,
      dayStartMin,
    }
    const { times, equipment } = await this.#t.ask(utilizationSeries, { token: this.#token, query })
    const [figures] = equipment
    if (!figures) throw new Error('No figures')
    const isByDate = shift !== 0 && interval >= 86_400
    const found = times.time.map((startS, i) => ({
      ...(isByDate ? { day: times.shift_date[i] } : { startS, endS: times.ended_at[i] }),
      scheduledS: figures.scheduled_secs[i],
      runningS: figures.running_s[i],
      runS: figures.run_secs[i],
    }))
    const walked = minutes.buckets(question).map(({ day, startS, endS, ...sums }) => ({
      ...(isByDate ? { day: dateOf(day) } : { startS, endS }),
      ...sums,
    }))
    expect({ ...query, found }).toEqual({ ...query, found: walked })
  }
}

const walkAbout = (walk: ScheduledMachine, date: string) =>
  new Minutes(walk, at(`${date}T12:00:00Z`) - 15 * DAY_MS, at(`${date}T12:00:00Z`) + 15 * DAY_MS)

/**
 * Returns 43 ranges of 433 min (epoch ms) in which a machine runs, with stops of 433 min between them, from 13 days before noon
 * UTC of a date to about 13 days after.
 */
function runningAbout(date: string): [number, number][] {
  const first = at(`${date}T12:00:00Z`) - 13 * DAY_MS
  return Array.from({ length: 43 }, (_, i): [number, number] => {
    const from = first + i * 866 * MINUTE_MS
    return [from, from + 433 * MINUTE_MS]
  })
}

/**
 * Returns the events of a device that sends its own status and is never silent, for these running ranges and a stop of 433 min
 * after each.
 */
function eventsOf(running: readonly [number, number][]): object[] {
  return running.flatMap(([from, to]) => [
    { t: from, type: 'status', status: 'running' },
    { t: to, type: 'ping', since: from },
    { t: to, type: 'status', status: 'down' },
    { t: to + 433 * MINUTE_MS, type: 'ping', since: to },
  ])
}

const dateOf = (day: number): number => Number(new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''))
