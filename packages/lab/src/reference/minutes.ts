/**
 * Figures of a machine, counted minute by minute with Intl as the only calendar, without any code of the program. The local
 * time is the highest time that the zone's clock has shown so far. So an hour shown twice belongs to its first occurrence, and
 * a time that is skipped is reached when a later one is first shown.
 */

const MINUTE_MS = 60_000
const DAY_MIN = 1440

export type ShiftRange = readonly [startS: number, endS: number, shift: number]

export interface ScheduledMachine {
  readonly zone: string
  /** Scheduled ranges of a day in seconds of local time, the same every day, with their shift numbers. */
  readonly ranges: readonly ShiftRange[]
  /** Running ranges in whole minutes (epoch ms), ascending, from the first (inclusive) to the second instant (exclusive). */
  readonly running: readonly (readonly [number, number])[]
}

export interface MinuteQuestion {
  readonly from: number
  readonly to: number
  readonly interval: number
  /** Number of the shift whose time is counted; 0 means all. */
  readonly shift: number
  readonly dayStartMin: number
}

export interface MinuteBucket {
  /** First local day of the bucket, or of its week, in days since 1970-01-01. */
  readonly day: number
  startS: number
  endS: number
  scheduledS: number
  runningS: number
  runS: number
}

export class Minutes {
  readonly #from: number
  /** Highest local time shown so far, by minute from `#from` on, in minutes since 1970-01-01. */
  readonly #reached: Int32Array
  readonly #shift: Int8Array
  /** Local day on which the shift of each minute began, in days since 1970-01-01; 0 outside shifts. */
  readonly #shiftDay: Int32Array
  readonly #running: Uint8Array

  constructor({ zone, ranges, running }: ScheduledMachine, from: number, to: number) {
    const count = (to - from) / MINUTE_MS
    this.#from = from
    this.#reached = new Int32Array(count)
    this.#shift = new Int8Array(count).fill(-1)
    this.#shiftDay = new Int32Array(count)
    this.#running = new Uint8Array(count)
    const shows = clockOf(zone)
    let highest = 0
    const last = new Map<number, { at: number; day: number }>()
    for (let i = 0; i < count; i++) {
      highest = Math.max(highest, shows(from + i * MINUTE_MS))
      this.#reached[i] = highest
      const second = (highest % DAY_MIN) * 60
      const shift = ranges.find(([start, end]) => start <= second && second < end)?.[2]
      if (shift === undefined) continue
      const before = last.get(shift)
      const day = before && i - before.at <= 31 ? before.day : Math.floor(highest / DAY_MIN)
      last.set(shift, { at: i, day })
      this.#shift[i] = shift
      this.#shiftDay[i] = day
    }
    for (const [start, end] of running)
      for (let i = Math.max(0, (start - from) / MINUTE_MS); i < Math.min(count, (end - from) / MINUTE_MS); i++)
        this.#running[i] = 1
  }

  /**
   * Returns the first minute (epoch ms) at which the clock shows the begin of a date (`2026-03-08`) plus `days` or a later time.
   * It must lie within the counted time.
   */
  midnight(date: string, days = 0): number {
    const wanted = Date.parse(`${date}T00:00:00Z`) / MINUTE_MS + days * DAY_MIN
    return this.#from + this.#reached.findIndex((shown) => shown >= wanted) * MINUTE_MS
  }

  buckets({ from, to, interval, shift, dayStartMin }: MinuteQuestion): MinuteBucket[] {
    const found = new Map<string, MinuteBucket>()
    const dayOf = (i: number) => Math.floor(((this.#reached[i] as number) - dayStartMin) / DAY_MIN)
    const firstOf = (day: number) => (interval === 604_800 ? day - ((day + 4) % 7) : day)
    const bucket = (key: string, day: number, startS: number): MinuteBucket => {
      const existing = found.get(key)
      if (existing) return existing
      const made = { day, startS, endS: startS, scheduledS: 0, runningS: 0, runS: 0 }
      found.set(key, made)
      return made
    }
    const begin = (from - this.#from) / MINUTE_MS
    let dayBegan = begin
    while (dayBegan > 0 && dayOf(dayBegan - 1) === dayOf(begin)) dayBegan--
    for (let i = begin; i < (to - this.#from) / MINUTE_MS; i++) {
      if (i > 0 && dayOf(i) !== dayOf(i - 1)) dayBegan = i
      const day = firstOf(dayOf(i))
      const part = interval < 86_400 ? Math.floor(((i - dayBegan) * 60) / interval) : 0
      const atS = (this.#from + i * MINUTE_MS) / 1000
      const here = bucket(`${day}/${part}`, day, atS)
      here.endS = atS + 60
      const isScheduled = (this.#shift[i] as number) >= 0
      const isAsked = shift === 0 || this.#shift[i] === shift
      if (shift !== 0 && !isAsked) continue
      const byDate = shift !== 0 && interval >= 86_400
      const counted = byDate
        ? bucket(`${firstOf(this.#shiftDay[i] as number)}/0`, firstOf(this.#shiftDay[i] as number), atS)
        : here
      if (isScheduled) counted.scheduledS += 60
      if (this.#running[i] === 1) counted.runningS += 60
      if (isScheduled && this.#running[i] === 1) counted.runS += 60
    }
    return [...found.values()].sort((a, b) => a.day - b.day || a.startS - b.startS)
  }
}

/**
 * Returns a function that gives the local time of a zone at an instant (epoch ms), in minutes since 1970-01-01 as the clock shows
 * it.
 */
function clockOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (at) => {
    const [, y, mo, d, h, mi] = /(\d+)-(\d+)-(\d+), (\d+):(\d+)/.exec(format.format(at)) ?? []
    return Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi)) / MINUTE_MS
  }
}
