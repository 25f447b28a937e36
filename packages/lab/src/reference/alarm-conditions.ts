/** Conditions of the alarm types in the reference model of alarms: each says of one instant whether an alarm is tripped. */
import type { ReferenceMachine } from './machine.ts'
import { type ReferenceOccurrence, referenceOccurrences, thatCount } from './occurrences.ts'
import type { ReferenceRow } from './shifts.ts'
import { referenceSplit } from './utilization.ts'
import { dayNumber, instantAt, wallMs } from './wall.ts'

export interface ReferenceAlarmMachine extends ReferenceMachine {
  /** Times from which excessive downtime is enabled or disabled, ascending. Before the first entry it is enabled. */
  readonly enabled: readonly { readonly from: number; readonly enabled: boolean }[]
  readonly values: readonly { readonly at: number; readonly value: number }[]
  readonly impacts: readonly { readonly at: number; readonly force: number }[]
  /** Instants at which the server received a message of the machine (epoch ms), ascending. */
  readonly contacts: readonly number[]
  /** Starts (epoch ms) of the stops that a person ignored. */
  readonly ignored: readonly number[]
  readonly zone: string
}

/**
 * Alarm of a type with its arguments. `base` is the instant (epoch ms) from which it counts, which matters for maintenance only.
 */
export interface ReferenceAlarm {
  readonly type: number
  readonly args: Readonly<Record<string, string | number | boolean>>
  readonly base: number
}

/**
 * Figures of a tripped alarm: the amount compared with its limit, in the unit of the type, and the instant (epoch ms) since which
 * that amount is measured.
 */
export interface ReferenceTripped {
  readonly amount: number
  readonly since: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const BREAK_MS = 1_800_000
const DAY_MS = 86_400_000

export type At = (machine: ReferenceAlarmMachine, alarm: ReferenceAlarm, at: number) => ReferenceTripped | null

export const num = ({ args }: ReferenceAlarm, name: string): number => Number(args[name])

export const isActive = ({ settings }: ReferenceMachine, at: number): boolean =>
  (settings.findLast(({ from }) => from <= at) ?? settings[0])?.active ?? true

/**
 * Returns the rows of shift history, ascending, of all occurrences that count: from the first evidence of the machine on, and
 * while it is active.
 */
export function countedRows({ rows, intervals, settings }: ReferenceMachine): ReferenceRow[] {
  const beganAt = intervals[0]?.start ?? Number.POSITIVE_INFINITY
  return thatCount(referenceOccurrences(rows), beganAt, settings)
    .flatMap((occurrence) => occurrence.rows)
    .sort((a, b) => a.start - b.start)
}

/** Returns the scheduled time (ms) of rows from `from` (inclusive) to `to` (exclusive). */
export const scheduledMs = (rows: readonly ReferenceRow[], from: number, to: number): number =>
  rows.reduce((ms, row) => ms + Math.max(0, Math.min(row.end, to) - Math.max(row.start, from)), 0)

/**
 * Returns true if an instant is in scheduled time, breaks of at most 30 min not counted as breaks: in a stored row, or between
 * two rows that are at most 30 min apart.
 */
function isInShift({ rows }: ReferenceMachine, at: number): boolean {
  if (rows.some(({ start, end }) => start <= at && at < end)) return true
  const before = Math.max(...rows.filter(({ end }) => end <= at).map(({ end }) => end))
  const after = Math.min(...rows.filter(({ start }) => start > at).map(({ start }) => start))
  return after - before <= BREAK_MS
}

/**
 * Returns the start of the shift that contains an instant, across breaks of at most 30 min. It is at the earliest the first
 * evidence of the machine and the end of its last archived time.
 */
function shiftStart(machine: ReferenceMachine, at: number): number {
  const { rows, intervals, settings } = machine
  const sorted = rows.filter(({ start }) => start <= at).sort((a, b) => b.start - a.start)
  let start = at
  let edge = at
  for (const row of sorted) {
    if (edge - row.end > BREAK_MS) break
    start = row.start
    edge = row.start
  }
  const archived = settings.findLastIndex(({ from, active }) => from <= at && !active)
  const restoredAt = archived < 0 ? 0 : (settings[archived + 1]?.from ?? at)
  return Math.max(start, restoredAt, intervals[0]?.start ?? at)
}

/**
 * Alarm type 1: "fewer than n in the last 60 min". With `scheduled_only` the 60 min are scheduled time, and it trips only within
 * a shift. Null until 60 min have been observed.
 */
export const cyclesPerHour: At = (machine, alarm, at) => {
  const beganAt = machine.intervals[0]?.start
  if (beganAt === undefined) return null
  const count = (counts: (cycleAt: number) => boolean) =>
    machine.cycles.filter((cycle) => cycle.at <= at && counts(cycle.at)).reduce((sum, cycle) => sum + cycle.count, 0)
  if (alarm.args.scheduled_only !== true) {
    const wasActive =
      isActive(machine, at - HOUR_MS) &&
      machine.settings.every(({ from, active }) => active || from <= at - HOUR_MS || from > at)
    if (at < beganAt + HOUR_MS || !wasActive) return null
    const amount = count((cycleAt) => cycleAt > at - HOUR_MS)
    return amount < num(alarm, 'cycles') ? { amount, since: at - HOUR_MS } : null
  }
  if (!isInShift(machine, at)) return null
  const rows = countedRows(machine)
  if (scheduledMs(rows, shiftStart(machine, at), at) < HOUR_MS) return null
  const amount = count((cycleAt) => scheduledMs(rows, cycleAt, at) < HOUR_MS)
  if (amount >= num(alarm, 'cycles')) return null
  const starts = rows.filter(({ start }) => start < at).sort((a, b) => b.start - a.start)
  let leftMs = HOUR_MS
  for (const { start, end } of starts) {
    const ms = Math.min(end, at) - start
    if (ms >= leftMs) return { amount, since: Math.min(end, at) - leftMs }
    leftMs -= ms
  }
  return null
}

const intervalAt = ({ intervals }: ReferenceMachine, at: number) =>
  intervals.find(({ start, end }) => start <= at && (end === null || at < end))

/**
 * Alarm type 2: "at least excessive_downtime_threshold of scheduled time in it", "from then on is excessive". Ignored stops and
 * times with excessive downtime disabled give null.
 */
export const excessive: At = (machine, _alarm, at) => {
  const stop = intervalAt(machine, at)
  if (stop?.status !== 2 || machine.ignored.includes(stop.start)) return null
  if (!(machine.enabled.findLast(({ from }) => from <= at)?.enabled ?? true)) return null
  const amount = scheduledMs(countedRows(machine), stop.start, at)
  const { thresholdMs } = machine.settings.findLast(({ from }) => from <= stop.start) ?? machine.settings[0] ?? {}
  return thresholdMs !== undefined && amount >= thresholdMs ? { amount, since: stop.start } : null
}

/**
 * Alarm type 3: "trips and clears at its instant". The amount is the greatest force among the impacts at this instant that are at
 * least the limit.
 */
export const impact: At = (machine, alarm, at) => {
  const forces = machine.impacts.filter((each) => each.at === at && each.force >= num(alarm, 'force'))
  return forces.length === 0 ? null : { amount: Math.max(...forces.map(({ force }) => force)), since: at }
}

/** Alarm type 4: the last contact up to the instant is more than `minutes` old. Null before the first contact. */
export const noContact: At = ({ contacts }, alarm, at) => {
  const before = contacts.filter((contact) => contact <= at)
  const since = Math.max(...before)
  return before.length > 0 && at - since > num(alarm, 'minutes') * MINUTE_MS ? { amount: at - since, since } : null
}

/**
 * Alarm type 5: "cycles of the machine (counts, marks not looked at)" after the base, while the machine is active, are at least
 * `cycle_count`.
 */
export const pmCycles: At = (machine, alarm, at) => {
  const cycles = machine.cycles.filter(
    (cycle) => alarm.base < cycle.at && cycle.at <= at && isActive(machine, cycle.at),
  )
  const amount = cycles.reduce((sum, { count }) => sum + count, 0)
  return amount >= num(alarm, 'cycle_count') ? { amount, since: alarm.base } : null
}

/**
 * Returns the sum over all spans of the time (ms) from `from` to `to` in which the machine is active. An open span lasts until
 * `to`.
 */
function activeMs(
  machine: ReferenceMachine,
  spans: readonly { readonly start: number; readonly end: number | null }[],
  from: number,
  to: number,
): number {
  return machine.settings.reduce((sum, setting, i) => {
    if (!setting.active) return sum
    const start = Math.max(from, i === 0 ? from : setting.from)
    const end = Math.min(to, machine.settings[i + 1]?.from ?? to)
    return spans.reduce(
      (ms, span) => ms + Math.max(0, Math.min(end, span.end ?? end) - Math.max(start, span.start)),
      sum,
    )
  }, 0)
}

/**
 * Alarm type 6: "running time in hours (status 1, scheduled or not)" since the base, while the machine is active, is at least
 * `runtime_hours`.
 */
export const pmRuntime: At = (machine, alarm, at) => {
  const running = machine.intervals.filter(({ status }) => status === 1)
  const amount = activeMs(machine, running, alarm.base, at)
  return amount >= Math.round(num(alarm, 'runtime_hours') * HOUR_MS) ? { amount, since: alarm.base } : null
}

/**
 * Alarm type 7: "elapsed time in its unit (hours, days, weeks, months by calendar of the machine's zone)" since the base, while
 * the machine is active, is at least `duration`.
 */
export const pmDuration: At = (machine, alarm, at) => {
  const elapsed = activeMs(machine, [{ start: alarm.base, end: null }], alarm.base, at)
  return elapsed >= durationMs(machine.zone, alarm) ? { amount: at - alarm.base, since: alarm.base } : null
}

function durationMs(zone: string, alarm: ReferenceAlarm): number {
  const { base, args } = alarm
  const duration = num(alarm, 'duration')
  if (args.duration_unit === 'hours') return duration * HOUR_MS
  const day = dayNumber(base, zone)
  const ofDay = wallMs(base, zone) - day * DAY_MS
  const isMonths = args.duration_unit === 'months'
  const due = isMonths ? monthsLater(day, duration) : day + duration * (args.duration_unit === 'weeks' ? 7 : 1)
  const second = Math.floor(ofDay / 1000)
  return instantAt(due, second, zone) + (ofDay % 1000) - base
}

function monthsLater(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)
  return Math.min(first / DAY_MS + date.getUTCDate() - 1, last / DAY_MS)
}

/**
 * Alarm type 8. Returns the last value and the instant since which it is above or below the limit (`direction`), if every value
 * in force during the last `minutes` was; a value equal to the limit is not. Null otherwise, and if no value was known at the
 * beginning of these minutes.
 */
export const telemetry: At = ({ values }, alarm, at) => {
  const isBeyond = (value: number) =>
    alarm.args.direction === 'above' ? value > num(alarm, 'value') : value < num(alarm, 'value')
  const from = at - num(alarm, 'minutes') * MINUTE_MS
  const inForce = values.filter((value, i) => value.at <= at && values[i + 1]?.at !== value.at)
  const first = inForce.findLastIndex((value) => value.at <= from)
  const last = inForce.at(-1)
  if (first < 0 || last === undefined) return null
  const isHeld = inForce.slice(first).every(({ value }) => isBeyond(value))
  const since = inForce[inForce.findLastIndex(({ value }) => !isBeyond(value)) + 1]?.at ?? from
  return isHeld ? { amount: last.value, since } : null
}

/**
 * Returns a machine as it was just before an instant: intervals that begin later are left out, and the interval that lasts at the
 * instant is open.
 */
const asOf = (machine: ReferenceAlarmMachine, at: number): ReferenceAlarmMachine => ({
  ...machine,
  intervals: machine.intervals
    .filter(({ start }) => start < at)
    .map((interval) => ({ ...interval, end: interval.end !== null && interval.end >= at ? null : interval.end })),
})

/**
 * Returns the effective run and the scheduled time (ms) of a period as known at its end: of the whole period, or of one
 * occurrence of a shift in it.
 */
function ranOf(machine: ReferenceAlarmMachine, from: number, to: number, only: ReferenceOccurrence | null) {
  const question = { from, to, now: to, shift: 0, under: null, ignoreStartup: false, ignoreOutliers: false }
  const name = (at: number, occurrence: ReferenceOccurrence | undefined) =>
    only === null || (occurrence?.shift === only.shift && at >= only.start && at < only.end) ? 'in' : 'out'
  const figures = referenceSplit(asOf(machine, to), question, name).get('in')
  return { ranMs: figures?.effectiveRunMs ?? 0, scheduledMs: figures?.scheduledMs ?? 0 }
}

/** Returns the effective run and the scheduled time (ms) of the last `hours` before an instant, for alarm type 9. */
const lastHours = (machine: ReferenceAlarmMachine, alarm: ReferenceAlarm, at: number) =>
  ranOf(machine, at - num(alarm, 'hours') * HOUR_MS, at, null)
export const isEnough = (machine: ReferenceAlarmMachine, alarm: ReferenceAlarm, at: number): boolean =>
  lastHours(machine, alarm, at).scheduledMs >= BREAK_MS
export const isLow = (machine: ReferenceAlarmMachine, alarm: ReferenceAlarm, at: number): boolean => {
  const sums = lastHours(machine, alarm, at)
  return isBelow(sums, num(alarm, 'below'))
}
const isBelow = (sums: { ranMs: number; scheduledMs: number }, below: number): boolean =>
  BigInt(sums.ranMs) * 1000n < BigInt(Math.round(below * 10)) * BigInt(sums.scheduledMs)

export const utilization: At = (machine, alarm, at) => {
  if (alarm.args.scheduled_only === true && !isInShift(machine, at)) return null
  if (machine.intervals[0] === undefined || at < machine.intervals[0].start) return null
  if (!isEnough(machine, alarm, at) || !isLow(machine, alarm, at)) return null
  const sums = lastHours(machine, alarm, at)
  return { amount: (sums.ranMs / sums.scheduledMs) * 100, since: at - num(alarm, 'hours') * HOUR_MS }
}

/**
 * Alarm type 10: the utilization of an occurrence of a shift, at its end, is below the limit. Occurrences without scheduled time,
 * before the first evidence, or with an archived machine at the end give null.
 */
export const endOfShift: At = (machine, alarm, at) => {
  const occurrences = referenceOccurrences(machine.rows)
  const beganAt = machine.intervals[0]?.start ?? Number.POSITIVE_INFINITY
  const shift = alarm.args.shift === 'all' ? null : num(alarm, 'shift')
  for (const occurrence of occurrences) {
    if (occurrence.end !== at || (shift !== null && occurrence.shift !== shift)) continue
    if (!isActive(machine, at - 1) || beganAt >= at) continue
    const sums = ranOf(machine, occurrence.start, at, occurrence)
    if (sums.scheduledMs > 0 && isBelow(sums, num(alarm, 'below')))
      return { amount: (sums.ranMs / sums.scheduledMs) * 100, since: occurrence.start }
  }
  return null
}
