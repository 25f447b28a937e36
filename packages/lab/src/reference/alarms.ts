/**
 * Reference model of alarms, for tests only. It says of one instant whether an alarm is tripped, from all stored data at once,
 * and of a span of time by looking at every instant at which that could change. It has no state and shares no code with the
 * rules of the domain.
 */
import {
  type At,
  countedRows,
  cyclesPerHour,
  endOfShift,
  excessive,
  impact,
  isActive,
  isEnough,
  isLow,
  noContact,
  num,
  pmCycles,
  pmDuration,
  pmRuntime,
  type ReferenceAlarm,
  type ReferenceAlarmMachine,
  type ReferenceTripped,
  scheduledMs,
  telemetry,
  utilization,
} from './alarm-conditions.ts'
import { referenceOccurrences } from './occurrences.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const types: Readonly<Record<number, At>> = {
  1: cyclesPerHour,
  2: excessive,
  3: impact,
  4: noContact,
  5: pmCycles,
  6: pmRuntime,
  7: pmDuration,
  8: telemetry,
  9: utilization,
  10: endOfShift,
}

/**
 * Returns the figures of an alarm that is tripped at an instant (epoch ms); null if it is not tripped. While the machine is
 * archived, only alarms of maintenance (types 5 to 7) can be tripped.
 */
export function trippedAt(machine: ReferenceAlarmMachine, alarm: ReferenceAlarm, at: number): ReferenceTripped | null {
  // Maintenance counts nothing while the machine is archived, and what is due stays due.
  const isMaintenance = alarm.type >= 5 && alarm.type <= 7
  if (!isMaintenance && !isActive(machine, at)) return null
  return types[alarm.type]?.(machine, alarm, at) ?? null
}

export interface ReferenceTrip extends ReferenceTripped {
  readonly trippedAt: number
  /** Instant at which the alarm clears (epoch ms); null if it is still tripped at the end of the span. */
  readonly clearedAt: number | null
}

/**
 * Returns the trips of an alarm from `from` to `to` (epoch ms, both inclusive), ascending. A trip of type 3 or 10 clears at its
 * own instant.
 */
export function referenceTrips(
  machine: ReferenceAlarmMachine,
  alarm: ReferenceAlarm,
  from: number,
  to: number,
): ReferenceTrip[] {
  const instants = edgesOf(machine, alarm, from, to)
  if (alarm.type === 3 || alarm.type === 10)
    return instants.flatMap((at) => {
      const tripped = trippedAt(machine, alarm, at)
      return tripped === null ? [] : [{ trippedAt: at, clearedAt: at, ...tripped }]
    })
  const trips: ReferenceTrip[] = []
  let open: ReferenceTrip | null = null
  for (const at of instants) {
    const tripped = trippedAt(machine, alarm, at)
    if (tripped !== null) open ??= { trippedAt: at, clearedAt: null, ...tripped }
    else if (open !== null) {
      trips.push({ ...open, clearedAt: at })
      open = null
    }
  }
  return open === null ? trips : [...trips, open]
}

/** Conditions by alarm type that may change between two adjacent edges without new data, each at most once there. */
const crossings: Readonly<
  Record<number, readonly ((m: ReferenceAlarmMachine, a: ReferenceAlarm, at: number) => boolean)[]>
> = {
  1: [(machine, alarm, at) => cyclesPerHour(machine, alarm, at) !== null],
  2: [(machine, alarm, at) => excessive(machine, alarm, at) !== null],
  6: [(machine, alarm, at) => pmRuntime(machine, alarm, at) !== null],
  7: [(machine, alarm, at) => pmDuration(machine, alarm, at) !== null],
  9: [isEnough, isLow],
}

/**
 * Returns all instants from `from` to `to` (epoch ms, both inclusive) at which the alarm may trip or clear, ascending, each once.
 */
function edgesOf(machine: ReferenceAlarmMachine, alarm: ReferenceAlarm, from: number, to: number): number[] {
  const { intervals, rows, settings, enabled, cycles, values, impacts, contacts } = machine
  const starts = [
    ...intervals.flatMap(({ start, end }) => [start, end ?? start]),
    ...rows.flatMap(({ start, end }) => [start, end]),
    ...[...settings, ...enabled].map((entry) => entry.from),
    ...[...cycles, ...values, ...impacts].map(({ at }) => at),
    ...contacts,
    ...(alarm.type === 10 ? referenceOccurrences(rows).map(({ end }) => end) : []),
  ]
  const delays = [0]
  if (alarm.type === 1) delays.push(HOUR_MS)
  if (alarm.type === 4) delays.push(num(alarm, 'minutes') * MINUTE_MS + 1)
  if (alarm.type === 8) delays.push(num(alarm, 'minutes') * MINUTE_MS)
  if (alarm.type === 9) delays.push(num(alarm, 'hours') * HOUR_MS)
  const unique = (instants: readonly number[]) =>
    [...new Set(instants)].filter((at) => from <= at && at <= to).sort((a, b) => a - b)
  let instants = unique([from, to, ...starts.flatMap((at) => delays.map((ms) => at + ms))])
  // Effective run jumps where a stop becomes excessive.
  const always = { ...machine, enabled: [], ignored: [] }
  if (alarm.type === 9)
    instants = unique([...instants, ...crossed(instants, (at) => excessive(always, alarm, at) !== null)])
  // "The last 60 minutes of scheduled time" of a cycle end inside a row.
  if (alarm.type === 1 && alarm.args.scheduled_only === true) {
    const rowsThatCount = countedRows(machine)
    const leaves = cycles.flatMap((cycle) =>
      crossed(instants, (at) => scheduledMs(rowsThatCount, cycle.at, at) >= HOUR_MS),
    )
    instants = unique([...instants, ...leaves])
  }
  return unique([
    ...instants,
    ...(crossings[alarm.type] ?? []).flatMap((holds) => crossed(instants, (at) => holds(machine, alarm, at))),
  ])
}

/**
 * Returns the instants at which a condition changes between two adjacent `instants`, found by halving: each the first ms with the
 * new value. Changes at `instants` themselves are left out.
 */
function crossed(instants: readonly number[], holds: (at: number) => boolean): number[] {
  return instants.flatMap((from, i) => {
    const to = (instants[i + 1] ?? from + 1) - 1
    const before = to > from && holds(from)
    if (to <= from || before === holds(to)) return []
    let low = from
    let high = to
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (holds(middle) === before) low = middle
      else high = middle
    }
    return [high]
  })
}
