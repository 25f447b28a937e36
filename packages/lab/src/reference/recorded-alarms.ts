/**
 * Independent computation of the alarms of all types but 3 on recordings, for tests only. It takes a recording as scheduled all
 * day, every day, in UTC, so it needs no shifts. Types 1, 5, 9 and 10 find cycles or running time before an instant by binary
 * search; types 2, 4, 6 and 8 walk through the intervals, contacts or values, and type 7 is one addition.
 */
import type { ReferenceTrip } from './alarms.ts'

export interface RecordedMachine {
  /** Status intervals, ascending; `end` is null for an open interval. */
  readonly intervals: readonly { readonly status: number; readonly start: number; readonly end: number | null }[]
  /** Instants of cycles (epoch ms), ascending. */
  readonly cycles: readonly number[]
  readonly values: readonly { readonly at: number; readonly value: number }[]
  /** Instants at which the server received messages (epoch ms), ascending. */
  readonly contacts: readonly number[]
  /** End of the recording (epoch ms), which is taken as now. */
  readonly now: number
}

type Args = Readonly<Record<string, string | number | boolean>>

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const HALF_HOUR_MS = 1_800_000

const beganAt = ({ intervals }: RecordedMachine): number => intervals[0]?.start ?? 0

/** Returns the number of instants at or before `at`. The list must ascend. */
function upTo(instants: readonly number[], at: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns a function that gives the time (ms) for which the machine ran before an instant. */
function ranBefore({ intervals, now }: RecordedMachine): (at: number) => number {
  const running = intervals.filter(({ status }) => status === 1)
  const starts = running.map(({ start }) => start)
  const sums = [0]
  for (const { start, end } of running) sums.push((sums.at(-1) ?? 0) + (end ?? now + 1) - start)
  return (at) => {
    const count = upTo(starts, at)
    const last = running[count - 1]
    if (last === undefined) return 0
    return (sums[count - 1] ?? 0) + Math.min(at, last.end ?? now + 1) - last.start
  }
}

/**
 * Returns the trips of a condition from `from` to `now`, ascending, by its figures at the instants at which it can change; null
 * figures mean that it does not hold. A trip that lasts has `clearedAt` null.
 */
function tripsOf(
  instants: readonly number[],
  figures: (at: number) => { amount: number; since: number } | null,
  from: number,
  now: number,
): ReferenceTrip[] {
  const edges = [...new Set([from, now, ...instants])].filter((at) => from <= at && at <= now).sort((a, b) => a - b)
  const trips: ReferenceTrip[] = []
  let open: ReferenceTrip | null = null
  for (const at of edges) {
    const found = figures(at)
    if (found !== null) open ??= { trippedAt: at, clearedAt: null, ...found }
    else if (open !== null) {
      trips.push({ ...open, clearedAt: at })
      open = null
    }
  }
  return open === null ? trips : [...trips, open]
}

function cyclesPerHour(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const { cycles, now } = machine
  const figures = (at: number) => {
    const amount = upTo(cycles, at) - upTo(cycles, at - HOUR_MS)
    return at >= beganAt(machine) + HOUR_MS && amount < Number(args.cycles) ? { amount, since: at - HOUR_MS } : null
  }
  const begin = beganAt(machine)
  return tripsOf([begin + HOUR_MS, ...cycles.flatMap((at) => [at, at + HOUR_MS])], figures, begin, now)
}

function excessive({ intervals, now }: RecordedMachine): ReferenceTrip[] {
  return intervals.flatMap(({ status, start, end }) => {
    const at = start + 2_100_000
    if (status !== 2 || at > now || (end !== null && at >= end)) return []
    return [{ trippedAt: at, clearedAt: end, amount: 2_100_000, since: start }]
  })
}

function noContact(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const { contacts, now } = machine
  const limitMs = Number(args.minutes) * 60_000
  return contacts.flatMap((since, i) => {
    const next = contacts[i + 1]
    const at = since + limitMs + 1
    if (at > now || (next !== undefined && next <= at) || at < beganAt(machine)) return []
    return [{ trippedAt: at, clearedAt: next ?? null, amount: limitMs + 1, since }]
  })
}

function pmCycles(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const later = machine.cycles.filter((at) => at > beganAt(machine))
  const at = later[Number(args.cycle_count) - 1]
  if (at === undefined) return []
  return [{ trippedAt: at, clearedAt: null, amount: upTo(later, at), since: beganAt(machine) }]
}

function pmRuntime(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const limitMs = Number(args.runtime_hours) * HOUR_MS
  let leftMs = limitMs
  for (const { status, start, end } of machine.intervals) {
    if (status !== 1) continue
    const ms = (end ?? machine.now) - start
    if (ms >= leftMs) return [{ trippedAt: start + leftMs, clearedAt: null, amount: limitMs, since: beganAt(machine) }]
    leftMs -= ms
  }
  return []
}

function pmDuration(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const ms = Number(args.duration) * DAY_MS
  const at = beganAt(machine) + ms
  return at > machine.now ? [] : [{ trippedAt: at, clearedAt: null, amount: ms, since: beganAt(machine) }]
}

function temperature(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const delayMs = Number(args.minutes) * 60_000
  const trips: ReferenceTrip[] = []
  const values = machine.values.filter(({ at }, i, all) => all[i + 1]?.at !== at)
  for (let i = 0; i < values.length; i++) {
    const first = values[i]
    if (first === undefined || first.value <= Number(args.value)) continue
    let end = i
    while ((values[end]?.value ?? Number.NEGATIVE_INFINITY) > Number(args.value)) end++
    const trippedAt = first.at + delayMs
    const clearedAt = values[end]?.at ?? null
    const inForce = values.slice(i, end).findLast(({ at }) => at <= trippedAt)
    if (trippedAt <= machine.now && (clearedAt === null || trippedAt < clearedAt))
      trips.push({ trippedAt, clearedAt, amount: inForce?.value ?? Number.NaN, since: first.at })
    i = end
  }
  return trips
}

function utilization(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const windowMs = Number(args.hours) * HOUR_MS
  const begin = beganAt(machine)
  const ran = ranBefore(machine)
  const figures = (at: number) => {
    const scheduled = Math.min(windowMs, at - begin)
    const effective = ran(at) - ran(at - windowMs)
    if (scheduled < HALF_HOUR_MS || effective * 100 >= Number(args.below) * scheduled) return null
    return { amount: (effective / scheduled) * 100, since: at - windowMs }
  }
  const starts = machine.intervals.flatMap(({ start }) => [start, start + windowMs])
  const pieces = [...starts, begin + HALF_HOUR_MS, begin + windowMs, machine.now].sort((a, b) => a - b)
  const turns = pieces.flatMap((from, i) => {
    const to = (pieces[i + 1] ?? from) - 1
    if (to <= from || (figures(from) === null) === (figures(to) === null)) return []
    let [low, high] = [from, to]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if ((figures(middle) === null) === (figures(from) === null)) low = middle
      else high = middle
    }
    return [high]
  })
  return tripsOf([...pieces, ...turns], figures, begin, machine.now)
}

function endOfDay(machine: RecordedMachine, args: Args): ReferenceTrip[] {
  const begin = beganAt(machine)
  const ran = ranBefore(machine)
  const trips: ReferenceTrip[] = []
  for (let at = (Math.floor(begin / DAY_MS) + 1) * DAY_MS; at <= machine.now; at += DAY_MS) {
    const amount = ((ran(at) - ran(Math.max(begin, at - DAY_MS))) / (at - Math.max(begin, at - DAY_MS))) * 100
    if (amount < Number(args.below)) trips.push({ trippedAt: at, clearedAt: at, amount, since: at - DAY_MS })
  }
  return trips
}

const computations: Readonly<Record<number, (machine: RecordedMachine, args: Args) => ReferenceTrip[]>> = {
  1: cyclesPerHour,
  2: excessive,
  4: noContact,
  5: pmCycles,
  6: pmRuntime,
  7: pmDuration,
  8: temperature,
  9: utilization,
  10: endOfDay,
}

/**
 * Returns the trips of an alarm of a type on a recording, from its first evidence to its end, ascending. Empty for the type 3,
 * for which there is no computation.
 */
export const recordedTrips = (machine: RecordedMachine, type: number, args: Args): ReferenceTrip[] =>
  computations[type]?.(machine, args) ?? []
