import { isDeepStrictEqual } from 'node:util'
import { compareEvents } from '../telemetry/index.ts'
import {
  expand,
  type Interval,
  initialStatusState,
  joinIntervals,
  type MachineEvent,
  nextChangeAt,
  openIntervals,
  type PrimaryTenure,
  primaryChanges,
  type Said,
  type StatusSettings,
  type StatusState,
  tell,
} from './index.ts'
import type {
  NaiveChange,
  NaiveEvent,
  NaiveFixed,
  NaiveInterval,
  NaiveSet,
  NaiveSetting,
  NaiveSetup,
} from './naive.testing.ts'

/** What a set means to the fold: every event that has come to pass by now, in order. */
export function machineEvents(set: NaiveSet, now: number): MachineEvent[] {
  const devices = set.events
    .filter((event) => event.at <= now && hasPrimary(event.at, set.changes))
    .flatMap((event) => expand(event, saidOf(event), primaryFrom(event.at, set.changes)))
  const changes = primaryChanges(tenuresOf(set.changes)).filter((change) => change.at <= now)
  return [...devices, ...changes].sort(compareEvents)
}

/** The settings of a set in the words of the fold. */
export function settingsOf({ maxCycle, setups = [], fixed = [] }: NaiveSet): StatusSettings {
  return {
    maximumCycle: maxCycle,
    inputSetup: setups.map((setup) => ({ from: setup.from, setup: setupJson(setup) })),
    source: fixed,
  }
}

/** As a person enters it: one input, an object of two (AND), a list of two (OR); filters by input. */
function setupJson({ running, down, filters }: NaiveSetup): unknown {
  if (running === null) return { cycle: { inputs: '24v0' }, down: { function: 'stdDevOrMaxCycleTime' } }
  const expression = ({ inputs, join }: NonNullable<NaiveSetup['running']>) => {
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

/** Every change brings another device; the first is primary since long before the first event. */
function tenuresOf(changes: readonly NaiveChange[]): PrimaryTenure[] {
  return [{ at: -1e12, primary: true }, ...changes].flatMap(({ at, primary }, i) => {
    const to = changes[i]?.at ?? null
    return primary && to !== at ? [{ deviceId: i, from: at, to }] : []
  })
}

/** An event at a time without a primary stays with its device. */
function hasPrimary(at: number, changes: readonly NaiveChange[]): boolean {
  return changes.findLast((change) => change.at <= at)?.primary !== false
}

function primaryFrom(at: number, changes: readonly NaiveChange[]): number | null {
  return changes.findLast((change) => change.primary && change.at <= at)?.at ?? null
}

function saidOf(event: NaiveEvent): Said {
  if (event.type === 'cycle') return { type: 'cycle', cycleMs: event.cycleMs ?? null, count: event.count ?? 1 }
  if (event.type === 'status') return { type: 'status', running: event.running === true }
  if (event.type === 'power') return { type: 'power', on: event.on === true }
  if (event.type === 'input') return { type: 'input', input: event.input ?? '24v0', level: event.level ?? 0 }
  if (event.type === 'ping') return { type: 'ping', since: event.sinceAt ?? null }
  return { type: 'tlm' }
}

export function naiveForm(intervals: readonly Interval[]): NaiveInterval[] {
  return intervals.map(({ status, startedAt, endedAt }) => ({ status, start: startedAt, end: endedAt }))
}

/** A state after the first `count` events. */
interface Known {
  readonly count: number
  readonly state: StatusState
}

const START: Known = { count: 0, state: initialStatusState() }

/**
 * Keeps one machine told as a server does: what comes in order goes on from the last state; what comes late goes back to a
 * checkpoint and is told again until the telling meets the old one; between events only what is due is looked at.
 */
export class Retelling {
  #set: {
    events: NaiveEvent[]
    changes: NaiveChange[]
    maxCycle: NaiveSetting[]
    setups: NaiveSetup[]
    fixed: NaiveFixed[]
  } = { events: [], changes: [], maxCycle: [], setups: [], fixed: [] }
  #settings = settingsOf(this.#set)
  #told: MachineEvent[] = []
  #checkpoints: Known[] = []
  #head: Known = START
  #settled: Interval[] = []
  #shown: Interval[] = []
  #dueAt: number | null = null
  readonly #every: number
  /** How often a retelling met the old one before its end. */
  met = 0

  constructor(checkpointEvery: number) {
    this.#every = checkpointEvery
  }

  get shown(): Interval[] {
    return this.#shown
  }

  get set(): NaiveSet {
    return this.#set
  }

  /** Takes what came, in part or whole for the second time, at `now`. */
  receive(events: readonly NaiveEvent[], now: number): void {
    const known = new Set(this.#set.events.map((event) => `${event.batchId}#${event.position}`))
    this.#set.events.push(...events.filter((event) => !known.has(`${event.batchId}#${event.position}`)))
    this.tick(now)
  }

  changePrimary(change: NaiveChange, now: number): void {
    this.#set.changes = [...this.#set.changes, change].sort(
      (a, b) => a.at - b.at || Number(a.primary) - Number(b.primary),
    )
    this.tick(now)
  }

  /**
   * A setting as of an instant: told again from a state that has settled nothing the setting bears on, and, where `T` is
   * computed from there on, that lies before the 100 cycles it is computed from.
   */
  changeSetting(setting: NaiveSetting, now: number): void {
    this.tick(now)
    const reach = Math.max(600_000, ...[setting, ...this.#set.maxCycle].map(({ ms }) => ms ?? 86_400_000))
    const until = Math.min(
      setting.from - reach,
      setting.ms === null ? this.#oldestInWindow(setting.from) : setting.from,
    )
    this.#set.maxCycle = [...this.#set.maxCycle, setting].sort((a, b) => a.from - b.from)
    this.#retellFrom(until, now)
  }

  /** Another input set-up, or another fixed source, as of an instant: told again from a state before it. */
  changeSetup(setup: NaiveSetup, now: number): void {
    this.tick(now)
    this.#set.setups = [...this.#set.setups, setup].sort((a, b) => a.from - b.from)
    this.#retellFrom(setup.from, now)
  }

  fixSource(fixed: NaiveFixed, now: number): void {
    this.tick(now)
    this.#set.fixed = [...this.#set.fixed, fixed].sort((a, b) => a.from - b.from)
    this.#retellFrom(fixed.from, now)
  }

  #retellFrom(until: number, now: number): void {
    this.#settings = settingsOf(this.#set)
    const before = (known: Known) => (this.#told[known.count - 1]?.at ?? Number.POSITIVE_INFINITY) < until
    this.#retell(this.#told, this.#checkpoints.findLast(before) ?? START, now, Number.POSITIVE_INFINITY)
  }

  #oldestInWindow(at: number): number {
    const cycles = this.#told.filter(
      (event) => event.at < at && event.signal.kind === 'cycle' && event.signal.cycleMs !== null,
    )
    return cycles.at(-100)?.at ?? Number.NEGATIVE_INFINITY
  }

  /** Only what is due is looked at: events whose time has come, and the instant at which time alone changes the status. */
  tick(now: number): void {
    const events = machineEvents(this.#set, now)
    const common = commonLength(this.#told, events)
    if (common < events.length || common < this.#told.length) {
      const known = [...this.#checkpoints, this.#head].findLast((each) => each.count <= common) ?? START
      const old = [...this.#told].reverse()
      this.#retell(events, known, now, events.length - commonLength(old, [...events].reverse()))
    } else if (this.#dueAt !== null && this.#dueAt <= now) {
      this.#show(now)
    }
  }

  /** Tells `events` from `from` on; after the first `sameFrom` events they are those told before. */
  #retell(events: readonly MachineEvent[], from: Known, now: number, sameFrom: number): void {
    const old = { checkpoints: this.#checkpoints, head: this.#head, settled: this.#settled }
    const shift = events.length - this.#told.length
    this.#told = [...events]
    this.#checkpoints = this.#checkpoints.filter((each) => each.count <= from.count)
    this.#settled = settledBefore(old.settled, from.state)
    let at = from
    while (at.count < events.length) {
      at = this.#tellNext(events, at, now)
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

  #tellNext(events: readonly MachineEvent[], from: Known, now: number): Known {
    const next = events.slice(from.count, from.count + this.#every)
    const { state, settled } = tell({ state: from.state, events: next, now, settings: this.#settings })
    this.#settled = joinIntervals(this.#settled, settled)
    // Through text, as through a database.
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

/** While its beginning is open, nothing of a machine is settled. */
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
