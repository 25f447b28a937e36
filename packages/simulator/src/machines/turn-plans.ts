import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS, without } from '@millwatch/domain/time'
import { localDay, wallInstant } from '../base/calendar.ts'
import { randomFrom, seedOf, shuffled } from '../base/random.ts'
import { joined, type Plan, planDay, type Segment, type Span, withoutStops } from './day-plan.ts'
import type { Kind } from './kind.ts'
import { type Network, outageNear } from './network.ts'
import type { Row } from './running-counts.ts'
import { recordedSight, sightOf, silentStart, unseen } from './seen.ts'
import { type Limits, takeTurns, type Wish } from './take-turns.ts'

/** Simulated machine whose stops are planned together with those of other machines. */
interface Planned {
  readonly zone: string
  readonly seed: number
  readonly kind: Kind
  readonly network: Network | null
  readonly hasWrongClock: boolean
  /** Instant (epoch ms) from which the machine never works again; undefined: it is not retired. */
  readonly retiredAt: number | undefined
}

/** Machine that replays a recording: its stops are fixed, and the other machines are planned around them. */
interface Recorded {
  readonly zone: string
  readonly kind: null
  readonly events: (from: number, to: number) => readonly DeviceEvent[]
}

export type TurnMachine = Planned | Recorded

/** Start of the first week of common plans (epoch ms): a Sunday at noon in UTC, when the fewest machines have a shift. */
const FIRST_WEEK_MS = 3.5 * DAY_MS
/**
 * Time (ms) before and after the boundary of two weeks in which the plans of both are the same: two machines stand, all others
 * run if they have a shift.
 */
const TURN_MS = 15 * MINUTE_MS
const STOPPED_AT_TURN = 2
/** Time (ms) beyond both ends of a week that is planned with it. */
const MARGIN_MS = 2 * HOUR_MS
const KEPT_WEEKS = 4
const SHORTEST_STOP_MS = MINUTE_MS

/**
 * Returns the plans of machines that take turns, in their order; the plan of a recording is always empty. A week is planned when
 * it is first needed, and the last four planned weeks are kept. Equal arguments give equal plans.
 */
export function turnPlans(machines: readonly TurnMachine[], limits: Limits, plantSeed: string): Plan[] {
  const kept = new Map<number, readonly (readonly Segment[])[]>()
  const weekOf = (index: number) => {
    const week = kept.get(index) ?? planWeek(machines, limits, plantSeed, index)
    kept.set(index, week)
    for (const earlier of [...kept.keys()].slice(0, -KEPT_WEEKS)) kept.delete(earlier)
    return week
  }
  return machines.map(({ zone }, i) => (day) => {
    const [from, to] = [wallInstant(zone, day, 0), wallInstant(zone, day + 1, 0)]
    const weeks = [weekAt(from), weekAt(to - 1)]
    return joined([...new Set(weeks)].flatMap((index) => clipped(weekOf(index)[i] ?? [], { from, to })))
  })
}

const weekAt = (at: number): number => Math.floor((at - FIRST_WEEK_MS) / WEEK_MS)
const startOfWeek = (index: number): number => FIRST_WEEK_MS + index * WEEK_MS

const clipped = <Part extends Span>(parts: readonly Part[], { from, to }: Span): Part[] =>
  parts
    .filter((part) => part.to > from && part.from < to)
    .map((part) => ({ ...part, from: Math.max(part.from, from), to: Math.min(part.to, to) }))

interface RowOfMachine {
  readonly row: Row
  /** Segments of the machine without stops in its shifts; null for a recording. */
  readonly hours: readonly Segment[] | null
  readonly wishes: readonly Wish[]
}

function planWeek(machines: readonly TurnMachine[], limits: Limits, plantSeed: string, index: number): Segment[][] {
  const week = { from: startOfWeek(index), to: startOfWeek(index + 1) }
  const range = { from: week.from - MARGIN_MS, to: week.to + MARGIN_MS }
  const turns = [week.from, week.to].map((at) => ({ from: at - TURN_MS, to: at + TURN_MS }))
  const planned = machines.map((machine) =>
    machine.kind === null ? rowOfRecording(machine, range) : rowOf(machine, range, turns),
  )
  const rows = planned.map(({ row }) => row)
  const atTurns = turns.flatMap((turn, i) => {
    const able = planned.filter(({ row, hours }) => row.mayWait && row.unseen.length === 0 && runsThrough(hours, turn))
    const chosen = shuffled(able, seedOf(plantSeed, 'turn', index + i)).slice(0, STOPPED_AT_TURN)
    return chosen.map(({ row }) => ({ ...turn, row, isFirm: true }))
  })
  takeTurns({
    rows,
    wishes: [...atTurns, ...planned.flatMap(({ wishes }) => wishes)],
    limits,
    range,
    waiting: { from: week.from + 2 * TURN_MS, to: week.to - 2 * TURN_MS },
    random: randomFrom(seedOf(plantSeed, 'turns', index)),
  })
  return planned.map(({ row, hours }) => (hours === null ? [] : withStops(clipped(hours, week), row.stopped)))
}

const runsThrough = (hours: readonly Segment[] | null, { from, to }: Span): boolean =>
  hours?.some((segment) => segment.mode === 'run' && segment.from <= from && to <= segment.to) ?? false

function segmentsOver(working: Kind['working'], { zone, seed }: Planned, { from, to }: Span): Segment[] {
  const days: Segment[] = []
  for (let day = localDay(zone, from); wallInstant(zone, day, 0) < to; day++)
    days.push(...planDay(working, zone, seed, day))
  return clipped(joined(days), { from, to })
}

function rowOf(machine: Planned, range: Span, turns: readonly Span[]): RowOfMachine {
  const { kind, network, seed, hasWrongClock, retiredAt = range.to } = machine
  const hours = segmentsOver(withoutStops(kind.working), machine, range)
  const rests = hours.filter(({ mode }) => mode !== 'run')
  const silences = kind.working.rest === 'silent' ? rests.map(silentStart) : []
  const stopped = rests.map(({ from, to }, i) => ({ from: Math.min(to, silences[i]?.to ?? from), to }))
  const row: Row = {
    sight: sightOf(kind, { network: network !== null, wrongClock: hasWrongClock }),
    stopped: [
      ...clipped(stopped, { from: range.from, to: retiredAt }),
      ...clipped([range], { from: retiredAt, to: range.to }),
    ],
    unseen: [...silences, ...(network === null ? [] : outagesOver(network, seed, range))],
    mayWait: true,
  }
  const stops = segmentsOver(kind.working, machine, range).filter(({ mode }) => mode === 'stop')
  const runs = hours.filter(({ mode }) => mode === 'run')
  const wishes = runs
    .flatMap((run) => clipped(stops, run))
    .flatMap((stop) => without([stop], turns))
    .filter(({ from, to }) => to - from >= SHORTEST_STOP_MS)
    .map(({ from, to }) => ({ from, to, row, isFirm: false }))
  const broken = kind.working.broken === undefined ? [] : clipped([kind.working.broken], range)
  return { row, hours, wishes: [...wishes, ...broken.map((span) => ({ ...span, row, isFirm: true }))] }
}

function outagesOver(network: Network, seed: number, { from, to }: Span): Span[] {
  const outages: Span[] = []
  for (let at = from - network.blockMs; at < to + network.blockMs; at += network.blockMs)
    outages.push(unseen(outageNear(network, seed, at)))
  return outages
}

/**
 * Returns the row of a recording. It stands from each status `down` or power event to the next status `running`, and before the
 * first `running`. It is unseen all the time, so it is never among the machines that surely run.
 */
function rowOfRecording({ events }: Recorded, range: Span): RowOfMachine {
  const stopped: Span[] = []
  let stoodFrom: number | null = range.from
  for (const event of events(range.from - DAY_MS, range.to)) {
    const runs = event.type === 'status' ? event.status === 'running' : event.type === 'power' ? false : null
    if (runs === true && stoodFrom !== null) stopped.push({ from: stoodFrom, to: event.t })
    if (runs !== null) stoodFrom = runs ? null : (stoodFrom ?? event.t)
  }
  if (stoodFrom !== null) stopped.push({ from: stoodFrom, to: range.to })
  return { row: { sight: recordedSight, stopped, unseen: [range], mayWait: false }, hours: null, wishes: [] }
}

/**
 * Returns the segments with a stop in place of each part of a run that overlaps a time in which the machine stands. Both lists
 * ascend.
 */
function withStops(hours: readonly Segment[], stopped: readonly Span[]): Segment[] {
  return hours.flatMap((segment) => {
    if (segment.mode !== 'run') return [segment]
    const out: Segment[] = []
    let from = segment.from
    for (const stop of clipped(stopped, segment)) {
      if (from < stop.from) out.push({ from, to: stop.from, mode: 'run' })
      out.push({ from: stop.from, to: stop.to, mode: 'stop' })
      from = stop.to
    }
    if (from < segment.to) out.push({ from, to: segment.to, mode: 'run' })
    return out
  })
}
