import { isDeepStrictEqual } from 'node:util'
import {
  type EventContent,
  expand,
  type Interval,
  initialStatusState,
  joinIntervals,
  type MachineEvent,
  nextChangeAt,
  openIntervals,
  type PrimaryTenure,
  primaryChanges,
  replayEvents,
  type StatusSettings,
  type StatusState,
} from '@millwatch/domain/status'
import { compareEvents } from '@millwatch/domain/telemetry'
import type { ReferenceSetup } from './inputs.ts'
import type {
  ReferenceChange,
  ReferenceEvent,
  ReferenceFixed,
  ReferenceInterval,
  ReferenceSet,
  ReferenceSetting,
} from './status-data.ts'

/**
 * Returns the events of a set up to now (inclusive) as machine events, in order, with the changes of the primary device between
 * them. Events without a primary are left out.
 */
export function machineEvents(set: ReferenceSet, now: number): MachineEvent[] {
  const devices = set.events
    .filter((event) => event.at <= now && hasPrimary(event.at, set.changes))
    .flatMap((event) => expand(event, contentOf(event), primaryFrom(event.at, set.changes)))
  const changes = primaryChanges(tenuresOf(set.changes)).filter((change) => change.at <= now)
  return [...devices, ...changes].sort(compareEvents)
}

/** Returns the settings of a set in the form in which the status computation of the domain takes them. */
export function settingsOf({ maxCycle, setups = [], fixed = [] }: ReferenceSet): StatusSettings {
  return {
    maximumCycle: maxCycle,
    inputSetup: setups.map((setup) => ({ from: setup.from, setup: setupJson(setup) })),
    source: fixed,
  }
}

/**
 * Returns an input set-up in the form that a person enters: a text for a single input, an object of two for AND, a list of two
 * for OR, and filters by input. Without an expression for running it is a pulsed set-up.
 */
function setupJson({ running, down, filters }: ReferenceSetup): unknown {
  if (running === null) return { cycle: { inputs: '24v0' }, down: { function: 'stdDevOrMaxCycleTime' } }
  const expression = ({ inputs, join }: NonNullable<ReferenceSetup['running']>) => {
    if (inputs.length === 1) return inputs[0]
    return join === 'or' ? inputs : Object.fromEntries(inputs.map((input) => [input, 1]))
  }
  const flashing = Object.fromEntries(
    Object.entries(filters).map(([input, { durationMs, value }]) => [input, { duration: durationMs, value }]),
  )
  return {
    running: { inputs: expression(running), filters: flashing },
    ...(down === null ? {} : { down: { inputs: expression(down), filters: flashing } }),
  }
}

/**
 * Returns the primary tenures for the changes of a set. Each change to a primary brings another device, and the first device is
 * primary since long before the first event. Tenures without time are left out.
 */
function tenuresOf(changes: readonly ReferenceChange[]): PrimaryTenure[] {
  return [{ at: -1e12, primary: true }, ...changes].flatMap(({ at, primary }, i) => {
    const to = changes[i]?.at ?? null
    return primary && to !== at ? [{ deviceId: i, from: at, to }] : []
  })
}

/** Returns true if a machine has a primary device at an instant. Before the first change it has. */
function hasPrimary(at: number, changes: readonly ReferenceChange[]): boolean {
  return changes.findLast((change) => change.at <= at)?.primary !== false
}

function primaryFrom(at: number, changes: readonly ReferenceChange[]): number | null {
  return changes.findLast((change) => change.primary && change.at <= at)?.at ?? null
}

function contentOf(event: ReferenceEvent): EventContent {
  if (event.type === 'cycle') return { type: 'cycle', cycleMs: event.cycleMs ?? null, count: event.count ?? 1 }
  if (event.type === 'status') return { type: 'status', running: event.running === true }
  if (event.type === 'power') return { type: 'power', on: event.on === true }
  if (event.type === 'input') return { type: 'input', input: event.input ?? '24v0', level: event.level ?? 0 }
  if (event.type === 'ping') return { type: 'ping', since: event.sinceAt ?? null }
  return { type: 'tlm' }
}

export function referenceForm(intervals: readonly Interval[]): ReferenceInterval[] {
  return intervals.map(({ status, startedAt, endedAt }) => ({ status, start: startedAt, end: endedAt }))
}

/** State of the status computation after the first `count` events. */
interface Known {
  readonly count: number
  readonly state: StatusState
}

const START: Known = { count: 0, state: initialStatusState() }

/**
 * Status of a machine, kept current as the server does it. Events in order continue from the last state, a late event goes back
 * to a checkpoint, from which the status is computed anew until it equals the old computation. Between events it changes only at
 * instants that are due.
 */
export class Replay {
  #set: {
    events: ReferenceEvent[]
    changes: ReferenceChange[]
    maxCycle: ReferenceSetting[]
    setups: ReferenceSetup[]
    fixed: ReferenceFixed[]
  } = { events: [], changes: [], maxCycle: [], setups: [], fixed: [] }
  #settings = settingsOf(this.#set)
  #events: MachineEvent[] = []
  #checkpoints: Known[] = []
  #head: Known = START
  #settled: Interval[] = []
  #shown: Interval[] = []
  #dueAt: number | null = null
  readonly #every: number
  /** Number of recomputations whose state became equal to the old one before the end, so that they stopped there. */
  met = 0

  constructor(checkpointEvery: number) {
    this.#every = checkpointEvery
  }

  get shown(): Interval[] {
    return this.#shown
  }

  get set(): ReferenceSet {
    return this.#set
  }

  /** Adds events received at `now` (epoch ms) and brings the status up to date. Events received before are ignored. */
  receive(events: readonly ReferenceEvent[], now: number): void {
    const receivedIds = new Set(this.#set.events.map((event) => `${event.batchId}#${event.position}`))
    this.#set.events.push(...events.filter((event) => !receivedIds.has(`${event.batchId}#${event.position}`)))
    this.tick(now)
  }

  changePrimary(change: ReferenceChange, now: number): void {
    this.#set.changes = [...this.#set.changes, change].sort(
      (a, b) => a.at - b.at || Number(a.primary) - Number(b.primary),
    )
    this.tick(now)
  }

  /**
   * Changes a setting from its instant on, and computes the status again from a state in which nothing that the setting affects
   * is settled. If `T` is computed from there on, that state also lies before the 100 cycles used for it.
   */
  changeSetting(setting: ReferenceSetting, now: number): void {
    this.tick(now)
    const reach = Math.max(600_000, ...[setting, ...this.#set.maxCycle].map(({ ms }) => ms ?? 86_400_000))
    const until = Math.min(
      setting.from - reach,
      setting.ms === null ? this.#oldestInWindow(setting.from) : setting.from,
    )
    this.#set.maxCycle = [...this.#set.maxCycle, setting].sort((a, b) => a.from - b.from)
    this.#replayFrom(until, now)
  }

  /** Adds an input set-up that applies from its instant on, and computes the status again from a state before that instant. */
  changeSetup(setup: ReferenceSetup, now: number): void {
    this.tick(now)
    this.#set.setups = [...this.#set.setups, setup].sort((a, b) => a.from - b.from)
    this.#replayFrom(setup.from, now)
  }

  fixSource(fixed: ReferenceFixed, now: number): void {
    this.tick(now)
    this.#set.fixed = [...this.#set.fixed, fixed].sort((a, b) => a.from - b.from)
    this.#replayFrom(fixed.from, now)
  }

  #replayFrom(until: number, now: number): void {
    this.#settings = settingsOf(this.#set)
    const before = (checkpoint: Known) => (this.#events[checkpoint.count - 1]?.at ?? Number.POSITIVE_INFINITY) < until
    this.#replay(this.#events, this.#checkpoints.findLast(before) ?? START, now, Number.POSITIVE_INFINITY)
  }

  #oldestInWindow(at: number): number {
    const cycles = this.#events.filter(
      (event) => event.at < at && event.signal.kind === 'cycle' && event.signal.cycleMs !== null,
    )
    return cycles.at(-100)?.at ?? Number.NEGATIVE_INFINITY
  }

  /**
   * Brings the status up to date at `now` (epoch ms): computes events whose time has come, or the change that time alone causes.
   * Does nothing if neither is due.
   */
  tick(now: number): void {
    const events = machineEvents(this.#set, now)
    const common = commonLength(this.#events, events)
    if (common < events.length || common < this.#events.length) {
      const checkpoint = [...this.#checkpoints, this.#head].findLast((each) => each.count <= common) ?? START
      const old = [...this.#events].reverse()
      this.#replay(events, checkpoint, now, events.length - commonLength(old, [...events].reverse()))
    } else if (this.#dueAt !== null && this.#dueAt <= now) {
      this.#show(now)
    }
  }

  /**
   * Computes `events` from the state `from` on and replaces checkpoints and intervals. After the first `sameFrom` events the
   * events equal the old ones, so it stops as soon as a state equals an old checkpoint there.
   */
  #replay(events: readonly MachineEvent[], from: Known, now: number, sameFrom: number): void {
    const old = { checkpoints: this.#checkpoints, head: this.#head, settled: this.#settled }
    const shift = events.length - this.#events.length
    this.#events = [...events]
    this.#checkpoints = this.#checkpoints.filter((each) => each.count <= from.count)
    this.#settled = settledBefore(old.settled, from.state)
    let at = from
    while (at.count < events.length) {
      at = this.#computeNext(events, at, now)
      this.#checkpoints.push(at)
      const met = at.count >= sameFrom && old.checkpoints.find((each) => each.count + shift === at.count)
      if (met && isDeepStrictEqual(met.state, at.state)) {
        this.met++
        const rest = old.checkpoints.filter((each) => each.count > met.count)
        this.#checkpoints.push(...rest.map((each) => ({ count: each.count + shift, state: each.state })))
        this.#settled = joinIntervals(this.#settled, settledAfter(old.settled, at.state))
        at = { count: events.length, state: old.head.state }
      }
    }
    this.#head = at
    this.#show(now)
  }

  #computeNext(events: readonly MachineEvent[], from: Known, now: number): Known {
    const next = events.slice(from.count, from.count + this.#every)
    const { state, settled } = replayEvents({ state: from.state, events: next, now, settings: this.#settings })
    this.#settled = joinIntervals(this.#settled, settled)
    // The state goes through JSON text, as it does in the database.
    return { count: from.count + next.length, state: JSON.parse(JSON.stringify(state)) as StatusState }
  }

  #show(now: number): void {
    this.#shown = joinIntervals(this.#settled, openIntervals(this.#head.state, now, this.#settings))
    this.#dueAt = nextChangeAt(this.#head.state, now, this.#settings)
  }
}

function commonLength(a: readonly MachineEvent[], b: readonly MachineEvent[]): number {
  const differs = a.findIndex((event, i) => !isDeepStrictEqual(event, b[i]))
  return differs < 0 ? a.length : differs
}

/**
 * Returns the settled intervals before a state, the last cut at its end; empty if nothing is settled or while the beginning of
 * the machine may still move.
 */
function settledBefore(settled: readonly Interval[], { settledAt, birthOpen }: StatusState): Interval[] {
  if (settledAt === null || birthOpen) return []
  return settled
    .filter((each) => each.startedAt < settledAt)
    .map((each) => ({ ...each, endedAt: Math.min(each.endedAt ?? settledAt, settledAt) }))
}

function settledAfter(settled: readonly Interval[], { settledAt, birthOpen }: StatusState): Interval[] {
  if (settledAt === null || birthOpen) return [...settled]
  return settled
    .filter((each) => (each.endedAt ?? Number.POSITIVE_INFINITY) > settledAt)
    .map((each) => ({ ...each, startedAt: Math.max(each.startedAt, settledAt) }))
}
