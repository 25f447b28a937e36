import { DAY_MS, localDayOf, partsWithin, type Range, without } from '@millwatch/domain/time'
import { addSums, FACTS_LENGTH, noSums, type RollupRow, SUM, type Sums, timeClass } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { settingsOver } from '../tree/index.ts'
import { computeRollups, type RollupSink } from './compute-rollups.ts'
import { floorQuarter, QUARTER_MS, wholeWeeks } from './quarters.ts'
import { machineFacts } from './queries-facts.ts'
import { storedDayShifts, storedDays, storedQuarters, storedWeeks } from './queries-rollups.ts'
import { dirtySpans, type RollupState, statesOf } from './store-state.ts'
import { type ReadyStop, storedStops } from './store-stops.ts'

/**
 * Rollup row that differs from the sums of the intervals and events behind it, that is missing, or that should not exist. `at` is
 * the start of its time (epoch ms).
 */
export interface RollupDifference {
  readonly equipmentId: number
  readonly at: number
  /**
   * Name of the row, for example `quarter 1/20260308`, `day to 1772946000000 shift 1/20260308`, `week to 1772946000000` or
   * `stop to 1772946000000`; instants are epoch ms.
   */
  readonly row: string
  /** Sums of the row as computed anew and, in `stored`, as stored, joined by commas; null: no such row. */
  readonly expected: string | null
  readonly stored: string | null
}

/** Length in ms of the time of one machine that is compared at once. */
const MOST_MS = 31 * DAY_MS

/**
 * Compares the built rollup rows of machines, except in dirty spans, with sums computed from intervals and events, and week rows
 * with their stored days; writes nothing. Returns the rows that differ, machine by machine; none for a machine without rollups.
 * Sums of events before a machine's horizon are not compared, as these events are deleted.
 */
export async function compareRollups(ctx: Ctx, equipmentIds: readonly number[]): Promise<RollupDifference[]> {
  const states = await statesOf(ctx, equipmentIds)
  const facts = await machineFacts(ctx, equipmentIds)
  const settings = await settingsOver(ctx, equipmentIds)
  const differences: RollupDifference[] = []
  for (const id of equipmentIds) {
    const [state, ofMachine] = [states.get(id), facts.get(id)]
    if (state === undefined || ofMachine === undefined) continue
    differences.push(...(await compareMachine(ctx, { state, settings, horizonAt: ofMachine.horizonAt ?? 0 })))
  }
  return differences
}

interface Compared {
  readonly state: RollupState
  readonly settings: Awaited<ReturnType<typeof settingsOver>>
  /** Start of the machine's stored events (epoch ms); 0: none were deleted. */
  readonly horizonAt: number
}

async function compareMachine(ctx: Ctx, { state, settings, horizonAt }: Compared): Promise<RollupDifference[]> {
  const { equipmentId } = state
  const built = { from: state.builtFrom, to: state.builtTo }
  const clean = without([built], await dirtySpans(ctx, [equipmentId], built))
  const differences: RollupDifference[] = []
  for (let from = built.from; from < built.to; ) {
    const to = Math.min(built.to, localDayOf(from + MOST_MS, state.zone).from)
    const part = {
      equipmentId,
      from,
      to,
      days: daysOf({ from, to }, state.zone),
      quarters: [{ from, to }],
      stopsIn: [{ from, to }],
    }
    const expected = new Rows(horizonAt, state.hasStops)
    await computeRollups(ctx, [{ ...part, end: ctx.clock.now() }], settings, expected)
    const stored = new Rows(horizonAt, state.hasStops)
    for (const row of await storedQuarters(ctx, part)) stored.quarter(equipmentId, row)
    for (const day of await storedDays(ctx, part)) stored.day(equipmentId, day.from, day.to, day.sums)
    for (const day of await storedDayShifts(ctx, part)) stored.dayShift(equipmentId, day.from, day.to, day.row)
    for (const stop of await storedStops(ctx, equipmentId, from, to)) stored.stop(stop)
    differences.push(...expected.against(stored, clean).map((row) => ({ equipmentId, ...row })))
    from = to
  }
  return [...differences, ...(await compareWeeks(ctx, state, clean))]
}

/**
 * Returns the week rows that differ from the sums of their stored day rows; `compareRollups` compares these day rows. Empty if
 * the weeks of the machine are not built yet.
 */
async function compareWeeks(ctx: Ctx, state: RollupState, clean: readonly Range[]): Promise<RollupDifference[]> {
  if (!state.hasWeeks) return []
  const { equipmentId, builtFrom, builtTo, zone } = state
  const built = { equipmentId, from: builtFrom, to: builtTo }
  const weeks = wholeWeeks(built, zone)
  const stored = new Rows(0)
  for (const week of await storedWeeks(ctx, built)) stored.week(week, week.sums)
  const expected = new Rows(0)
  const days = weeks.length === 0 ? [] : await storedDays(ctx, built)
  for (const week of weeks) {
    const ofWeek = days.filter((day) => day.from >= week.from && day.from < week.to)
    const sums = ofWeek.reduce((sum, day) => addSums(sum, day.sums), noSums())
    expected.week(week, sums)
  }
  return expected.against(stored, clean).map((row) => ({ equipmentId, ...row }))
}

function daysOf({ from, to }: Range, zone: string): Range[] {
  const days: Range[] = []
  for (let at = from; at < to; ) {
    const day = { from: at, to: Math.min(localDayOf(at, zone).to, to) }
    days.push(day)
    at = day.to
  }
  return days
}

/** Sink that collects rows by name, with their sums as text, to be compared with those of another one. */
class Rows implements RollupSink {
  readonly #horizonAt: number
  readonly #hasStops: boolean
  readonly #rows = new Map<string, { row: string; range: Range; text: string }>()

  constructor(horizonAt: number, hasStops = true) {
    this.#horizonAt = horizonAt
    this.#hasStops = hasStops
  }

  quarter(_equipmentId: number, row: RollupRow): void {
    const range = { from: row.bucketAt, to: row.bucketAt + QUARTER_MS }
    // A quarter-hour wholly offline has a row only because of its events, and these are deleted before the horizon.
    if (range.from < this.#horizonAt && isWhollyOffline(row.sums)) return
    this.#put(`quarter ${row.shift}/${row.shiftDate}`, range, row.sums)
  }

  day(_equipmentId: number, from: number, to: number, sums: Sums): void {
    this.#put(`day to ${to}`, { from, to }, sums)
  }

  dayShift(_equipmentId: number, from: number, to: number, row: RollupRow): void {
    this.#put(`day to ${to} shift ${row.shift}/${row.shiftDate}`, { from, to }, row.sums)
  }

  stop({ intervalId, startedAt, endedAt, scheduledMs }: ReadyStop): void {
    if (!this.#hasStops) return
    // A mark covers a stop up to the instant before its end.
    const range = { from: Math.min(endedAt - 1, floorQuarter(endedAt)), to: floorQuarter(endedAt) + QUARTER_MS }
    const text = `${intervalId},${startedAt},${scheduledMs}`
    this.#rows.set(`stop ${endedAt}`, { row: `stop to ${endedAt}`, range, text })
  }

  week({ from, to }: Range, sums: Sums): void {
    this.#put(`week to ${to}`, { from, to }, sums)
  }

  #put(row: string, range: Range, sums: Sums): void {
    const length = range.from < this.#horizonAt ? SUM.cycles : FACTS_LENGTH
    // Sums of fractions differ slightly when they are added in another order.
    const text = Array.from(sums.subarray(0, length), (value) => Number(value.toFixed(3))).join()
    this.#rows.set(`${row} ${range.from}`, { row, range, text })
  }

  against(stored: Rows, clean: readonly Range[]): Omit<RollupDifference, 'equipmentId'>[] {
    const isClean = (range: Range) =>
      partsWithin(clean, [range]).some((part) => part.from === range.from && part.to === range.to)
    return [...new Map([...this.#rows, ...stored.#rows])].flatMap(([key, { row, range }]) => {
      const mine = this.#rows.get(key)?.text ?? null
      const theirs = stored.#rows.get(key)?.text ?? null
      return mine === theirs || !isClean(range) ? [] : [{ at: range.from, row, expected: mine, stored: theirs }]
    })
  }
}

const isWhollyOffline = (sums: Sums): boolean =>
  sums.subarray(0, SUM.cycles).every((value, i) => value === 0 || i % SUM.outside === timeClass.offline)
