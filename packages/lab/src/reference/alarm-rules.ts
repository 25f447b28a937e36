/** Compares the rules of alarms with their reference model, evaluated at once and step by step as data arrive. */
import {
  type AlarmArgs,
  type AlarmData,
  type AlarmTypeId,
  addPiece,
  backtest,
  beyondOf,
  comparedLimit,
  cyclesNeededFrom,
  evaluate,
  limitReadings,
  needsOf,
  openAtEnd,
  openBefore,
  reconcile,
  type StoredTrip,
  type Trip,
  valueInForce,
} from '@millwatch/domain/alarms'
import { defaultEquipmentSettings, type SettingsFrom } from '@millwatch/domain/tree'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ReferenceAlarm, ReferenceAlarmMachine } from './alarm-conditions.ts'
import { type AlarmStory, stories } from './alarm-machines.ts'
import { referenceTrips } from './alarms.ts'
import { rowOf } from './shift-rules.ts'

const scheduledOnly = fc.boolean()

/** Generators of arguments by alarm type, chosen such that random machines trip the alarm and clear it. */
export const argsOf: Readonly<Record<AlarmTypeId, fc.Arbitrary<AlarmArgs>>> = {
  1: fc.record({ cycles: fc.integer({ min: 1, max: 5 }), scheduled_only: scheduledOnly }),
  2: fc.constant({}),
  3: fc.record({ force: fc.constantFrom(0, 1, 2.5) }),
  4: fc.record({ minutes: fc.constantFrom(5, 10, 60) }),
  5: fc.record({ cycle_count: fc.integer({ min: 1, max: 12 }), notes: fc.constant('') }),
  6: fc.record({ runtime_hours: fc.constantFrom(0.1, 0.5, 1, 8), notes: fc.constant('') }),
  7: fc.record({
    duration: fc.integer({ min: 1, max: 3 }),
    duration_unit: fc.constantFrom('hours', 'hours', 'days', 'days', 'weeks', 'months'),
    notes: fc.constant(''),
  }),
  8: fc.record({
    what: fc.constant('temperature'),
    direction: fc.constantFrom('above', 'below'),
    value: fc.constantFrom(60, 61),
    minutes: fc.constantFrom(0, 5, 10, 60),
  }),
  9: fc.record({
    below: fc.constantFrom(10, 33.3, 50, 70, 100),
    hours: fc.constantFrom(1, 2, 8),
    scheduled_only: scheduledOnly,
  }),
  10: fc.record({ below: fc.constantFrom(30, 50, 70, 100), shift: fc.constantFrom('all', 'all', '1', '2') }),
}

/**
 * Returns the settings of the domain for a machine of the reference model, ascending, with a new entry at each change of a
 * setting and each time excessive downtime is enabled or disabled.
 */
export function settingsOf({ settings, enabled }: ReferenceAlarmMachine): SettingsFrom[] {
  const instants = [...new Set([...settings, ...enabled].map(({ from }) => from))].sort((a, b) => a - b)
  return instants.map((from) => {
    const all = settings.findLast((entry) => entry.from <= from) ?? settings[0]
    if (all === undefined) throw new Error('a machine without settings')
    return {
      ...defaultEquipmentSettings,
      from,
      parentOrgUnitId: all.unit,
      active: all.active,
      utilCappedBySchedule: all.cappedBySchedule,
      utilInclLtXsfDt: all.shortDowntimeCounts,
      excessiveDowntimeThresholdMs: all.thresholdMs,
      excessiveDowntimeEnabled: enabled.findLast((entry) => entry.from <= from)?.enabled ?? true,
    }
  })
}

/**
 * Returns the data of a machine that the needs of the alarm type name, from `from` (epoch ms) and as far back as they require.
 * All other data are empty or null.
 */
function dataFor(
  machine: ReferenceAlarmMachine,
  typeId: AlarmTypeId,
  args: AlarmArgs,
  from: number,
  base: number,
): AlarmData {
  const needs = needsOf(typeId, args)
  const after = (ms: number | undefined) => from - (ms ?? Number.NEGATIVE_INFINITY)
  const settings = settingsOf(machine)
  const beganAt = machine.intervals[0]?.start ?? null
  const intervals = machine.intervals
    .filter(({ end }) => end === null || end > after(needs.intervalsMs))
    .map(({ status, start, end }) => ({ status, startedAt: start, endedAt: end }))
  const kept = needs.intervalsMs === undefined ? [] : intervals
  const shiftsFrom = Math.min(after(needs.shiftsMs), kept[0]?.startedAt ?? from)
  const rows = machine.rows.map(rowOf)
  const shifts = needs.shiftsMs === undefined ? [] : rows.filter(({ endedAt }) => endedAt > shiftsFrom)
  const cyclesFrom = typeId === 1 ? cyclesNeededFrom(args, from, { shifts, settings }) : after(needs.cyclesMs)
  const firstValue = machine.values.findLastIndex(({ at }) => at <= after(needs.values?.backMs))
  return {
    beganAt,
    intervals: kept,
    cycles: machine.cycles.filter(({ at }) => at > cyclesFrom).map(({ at, count }) => ({ at, count })),
    values: needs.values === undefined ? [] : valuesFrom(machine.values, Math.max(0, firstValue), args),
    impacts: needs.impacts ? machine.impacts.filter(({ at }) => at >= from) : [],
    contact: needs.contact ? contactOf(machine.contacts) : null,
    shifts,
    settings,
    ignoredStops: needs.ignoredStops ? machine.ignored : [],
    zone: machine.zone,
    progress: needs.progress ? progressOf(machine, base, from) : { cycles: 0, runningMs: 0 },
  }
}

/**
 * Returns the values from an index on; empty if there are none. `beyondSince` of the first is the instant from which the values
 * directly before it have been beyond the limit without a break, or its own instant if the one before is not beyond. It has no
 * meaning if the first value itself is not beyond.
 */
function valuesFrom(values: ReferenceAlarmMachine['values'], index: number, args: AlarmArgs): AlarmData['values'] {
  const isBeyond = (value: number) =>
    args.direction === 'above' ? value > Number(args.value) : value < Number(args.value)
  const [first, ...rest] = values.slice(index)
  if (first === undefined) return []
  const before = values.slice(0, index).filter(({ at }, i) => values[i + 1]?.at !== at)
  const run = before.slice(before.findLastIndex(({ value }) => !isBeyond(value)) + 1)
  return [{ ...first, beyondSince: run[0]?.at ?? first.at }, ...rest]
}

function contactOf(contacts: readonly number[]): AlarmData['contact'] {
  const [firstAt] = contacts
  const lastAt = contacts.at(-1)
  if (firstAt === undefined || lastAt === undefined) return null
  const gaps = contacts.flatMap((to, i) => {
    const from = contacts[i - 1] ?? to
    return to - from > 300_000 ? [{ from, to }] : []
  })
  return { firstAt, lastAt, gaps }
}

/**
 * Returns the number of cycles and the running time (ms) of a machine while it was active, from `base` to `from`. Cycles at
 * either end are left out.
 */
function progressOf(machine: ReferenceAlarmMachine, base: number, from: number): AlarmData['progress'] {
  const active = machine.settings.flatMap((entry, i) =>
    entry.active
      ? [{ from: i === 0 ? 0 : entry.from, to: machine.settings[i + 1]?.from ?? Number.POSITIVE_INFINITY }]
      : [],
  )
  const isActive = (at: number) => active.some((range) => range.from <= at && at < range.to)
  const cycles = machine.cycles.filter(({ at }) => base < at && at < from && isActive(at))
  const running = machine.intervals.filter(({ status }) => status === 1)
  const runningMs = running.flatMap(({ start, end }) =>
    active.map((range) => Math.max(0, Math.min(end ?? from, range.to, from) - Math.max(start, range.from, base))),
  )
  return {
    cycles: cycles.reduce((sum, { count }) => sum + count, 0),
    runningMs: runningMs.reduce((sum, ms) => sum + ms, 0),
  }
}

const shown = ({ trippedAt, clearedAt, value }: Pick<Trip, 'trippedAt' | 'clearedAt' | 'value'>) => ({
  trippedAt,
  clearedAt,
  ...value,
})

/** History of trips of an alarm in memory, with the number of notices by trip and kind (`1:tripped`). */
class History {
  rows: StoredTrip[] = []
  readonly notices = new Map<string, number>()

  /**
   * Evaluates the alarm as the server does after a step, and applies the changes to the history. Checks that at most one trip is
   * open, and that no new trip that is over already is notified (except of types 3 and 10).
   */
  take(typeId: AlarmTypeId, args: AlarmArgs, story: AlarmStory, step: StoryStep, evaluatedTo: number): void {
    const { base } = story
    const from = Math.max(base, Math.min(evaluatedTo, step.changedFrom - needsOf(typeId, args).shiftReachMs))
    const stored = this.rows.filter(
      ({ clearedAt, trippedAt }) => clearedAt === null || Math.max(clearedAt, trippedAt) >= from,
    )
    const open = openBefore(stored, from)
    const data = dataFor(step.machine, typeId, args, from, base)
    const { trips } = evaluate({ typeId, args, data, from, to: step.now, open, base })
    const { changes, inserts } = reconcile({ stored, trips, from, now: step.now, quietAt: [] })
    for (const { notice, ...row } of changes) {
      this.rows = this.rows.map((each) => (each.id === row.id ? row : each))
      this.#note(row, notice)
      this.#expectOneOpen()
    }
    for (const { notice, ...trip } of inserts) {
      const row = { id: this.rows.length + 1, ...trip }
      this.rows.push(row)
      if (notice !== null && typeId !== 3 && typeId !== 10)
        expect(row.clearedAt, 'notified of a trip that is over').toBeNull()
      this.#note(row, notice)
      this.#expectOneOpen()
    }
  }

  #expectOneOpen(): void {
    expect(this.rows.filter(({ clearedAt }) => clearedAt === null).length, 'open trips').toBeLessThanOrEqual(1)
  }

  #note({ id }: StoredTrip, notice: 'tripped' | 'cleared' | null): void {
    if (notice !== null) this.notices.set(`${id}:${notice}`, (this.notices.get(`${id}:${notice}`) ?? 0) + 1)
  }

  /** Trips of the history that were not withdrawn, ascending. */
  get trips(): StoredTrip[] {
    return this.rows.filter(({ kind }) => kind !== 'withdrawn').sort((a, b) => a.trippedAt - b.trippedAt)
  }
}

type StoryStep = AlarmStory['steps'][number]

function historyOf(typeId: AlarmTypeId, args: AlarmArgs, story: AlarmStory): History {
  const history = new History()
  let evaluatedTo = story.base
  for (const step of story.steps) {
    history.take(typeId, args, story, step, evaluatedTo)
    evaluatedTo = step.now + 1
  }
  return history
}

/** Returns the trips in the history of an alarm after all steps of a story, ascending, with their values. */
export const historyAfter = (typeId: AlarmTypeId, args: AlarmArgs, story: AlarmStory) =>
  historyOf(typeId, args, story).trips.map(shown)

/**
 * Compares a story with the reference model: its last step evaluated at once, and the history after all steps. Returns the number
 * of expected trips; throws an assertion error at a difference or if an open trip was not notified.
 */
function storyAgrees(typeId: AlarmTypeId, args: AlarmArgs, story: AlarmStory): number {
  const { base, steps } = story
  const last = steps.at(-1)
  if (last === undefined) return 0
  const alarm: ReferenceAlarm = { type: typeId, args, base }
  const expected = referenceTrips(last.machine, alarm, base, last.now).map(
    ({ trippedAt, clearedAt, amount, since }) => ({
      trippedAt,
      clearedAt,
      amount,
      since,
    }),
  )
  const data = dataFor(last.machine, typeId, args, base, base)
  const { trips } = evaluate({ typeId, args, data, from: base, to: last.now, open: null, base })
  expect(trips.map(shown), 'evaluated at once').toEqual(expected)
  const history = historyOf(typeId, args, story)
  expect(history.trips.map(shown), 'evaluated step by step').toEqual(expected)
  for (const row of history.rows.filter(({ clearedAt }) => clearedAt === null)) {
    expect(row.kind).toBe('announced')
    expect(history.notices.has(`${row.id}:tripped`), 'people were notified').toBe(true)
  }
  return expected.length
}

/** Returns the trips of an alarm, evaluated in pieces up to each of `ends` (epoch ms, ascending), with only the data up to it. */
function tripsInPieces(
  machine: ReferenceAlarmMachine,
  { type, args, base }: ReferenceAlarm & { readonly type: AlarmTypeId },
  ends: readonly number[],
) {
  const trips: Trip[] = []
  let from = base
  let carried: AlarmData['values'] | null = null
  for (const to of ends) {
    const stored = dataFor(machine, type, args, from, base)
    const values: AlarmData['values'] =
      carried === null ? stored.values : [...carried, ...stored.values.filter(({ at }) => at >= from)]
    const data = {
      ...stored,
      values: values.filter(({ at }) => at <= to),
      cycles: stored.cycles.filter(({ at }) => at <= to),
      impacts: stored.impacts.filter(({ at }) => at <= to),
    }
    addPiece(trips, evaluate({ typeId: type, args, data, from, to, open: openAtEnd(trips), base }).trips, from)
    const inForce = type === 8 ? valueInForce(args, data.values, to) : null
    carried = inForce === null ? [] : [inForce]
    from = to + 1
  }
  return trips
}

/** Generator of numbers from 0 to 1, each of which chooses the event with which a piece ends. */
const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }))

/**
 * Evaluates the last step of random stories in random pieces of time, and compares the trips with the reference model. Returns
 * the number of trips; throws an error at a difference.
 */
export function piecesAgree(typeId: 1 | 3 | 8, numRuns: number): number {
  let count = 0
  const agrees = fc.property(argsOf[typeId], stories, parts, (args, { base, steps }, chosen) => {
    const last = steps.at(-1)
    if (last === undefined) return
    const { machine, now } = last
    const events = [...machine.cycles, ...machine.values, ...machine.impacts]
    const instants = events.map(({ at }) => at).filter((at) => at >= base && at < now)
    const ends = new Set(chosen.flatMap((part) => instants[Math.floor(part * instants.length)] ?? []))
    const alarm = { type: typeId, args, base }
    const trips = tripsInPieces(machine, alarm, [...[...ends].sort((a, b) => a - b), now])
    const expected = referenceTrips(machine, alarm, base, now)
    expect(trips.map(shown)).toEqual(
      expected.map(({ trippedAt, clearedAt, amount, since }) => ({ trippedAt, clearedAt, amount, since })),
    )
    count += trips.length
  })
  fc.assert(agrees, { numRuns })
  return count
}

/**
 * Compares `numRuns` random stories of an alarm type with the reference model and returns the number of trips. Throws an error
 * with the smallest story found that differs.
 */
export function alarmsAgree(typeId: AlarmTypeId, numRuns: number): number {
  let trips = 0
  const agrees = fc.property(argsOf[typeId], stories, (args, story) => {
    trips += storyAgrees(typeId, args, story)
  })
  fc.assert(agrees, { numRuns })
  return trips
}

/**
 * Returns the factor from the limit of an alarm type to the amount compared with it: time without contact (type 4) is compared in
 * ms.
 */
const perUnit = (typeId: AlarmTypeId): number => (typeId === 4 ? 60_000 : 1)
/** Difference between a percentage and its limit below which rounding decides, so that it is not compared. */
const NEAR = 1e-6

/**
 * Compares the readings of a limit with the backtest of random stories: an alarm without a delay trips just if the extreme is
 * beyond the limit. Returns the number of stories with a trip; throws an error at a difference.
 */
export function limitsAgree(typeId: AlarmTypeId, numRuns: number): number {
  let tripped = 0
  const agrees = fc.property(argsOf[typeId], stories, (drawn, { base, steps }) => {
    const last = steps.at(-1)
    if (last === undefined) return
    const args: AlarmArgs = typeId === 8 ? { ...drawn, minutes: 0 } : drawn
    const data = dataFor(last.machine, typeId, args, base, base)
    const past = { typeId, args, data, range: { from: base, to: last.now + 1 } }
    const { latest, extreme } = limitReadings(past)
    const { count } = backtest(past)
    if (extreme === null) {
      expect([count, latest]).toEqual([0, null])
      return
    }
    const limit = Number(args[comparedLimit(typeId)?.arg ?? '']) * perUnit(typeId)
    const isAbove = beyondOf(typeId, args) === 'above'
    if (typeId > 8 && Math.abs(extreme.amount - limit) < NEAR) return
    // At exactly its limit only an impact trips.
    const isAtLimit = typeId === 3 && extreme.amount === limit
    const isBeyond = isAtLimit || (isAbove ? extreme.amount > limit : extreme.amount < limit)
    expect(count > 0, `extreme ${extreme.amount}, limit ${limit}`).toBe(isBeyond)
    tripped += count > 0 ? 1 : 0
  })
  fc.assert(agrees, { numRuns })
  return tripped
}
