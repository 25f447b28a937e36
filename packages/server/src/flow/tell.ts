import { type MachineEvent, nextChangeAt, tell } from '@millwatch/domain/status'
import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'
import { KIND, nextPrimaryEventAfter } from '../modules/ingest/index.ts'
import {
  type Checkpoint,
  type IntervalChanges,
  replaceIntervals,
  type ToldInterval,
  type Touched,
  touchedTogether,
} from '../modules/status/index.ts'
import { type Latest, withCycle, withReading } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { inOrder, isAfter, type KnownEvent, signalsOf } from './machine-events.ts'
import { heardFromAt, type Machine } from './machines.ts'
import { type Replaced, readWaiting, retell, retellBegins } from './retell.ts'
import type { Pace } from './road.ts'

/** What one commit makes of one machine; in `machine.tail` the id of an interval still to be added is 0. */
export interface Told {
  readonly machine: Machine
  readonly changes: IntervalChanges | null
  readonly checkpoints: readonly (Checkpoint & { equipmentId: number })[]
  /** Something before what was known changed. */
  readonly restated: boolean
  /** What telling the past again changed; null: nothing was told again, or it came out the same. */
  readonly replaced: Replaced | null
  /** Where the stored intervals are not what they were. */
  readonly touched: Touched | null
}

/** Newly stored events of a machine: those of its primary device, and readings of the others. */
export interface Fresh {
  readonly primary: readonly KnownEvent[]
  readonly others: readonly KnownEvent[]
}

export const nothingFresh: Fresh = { primary: [], others: [] }

/**
 * Tells a machine on, up to now. What is new in order goes on from its state; what lies before the last told event (late
 * events, a changed primary) is first retold from a checkpoint. Time alone may change it too.
 */
export async function tellMachine(ctx: Ctx, machine: Machine, fresh: Fresh, pace: Pace): Promise<Told> {
  const now = ctx.clock.now()
  const { reached, pendingFrom } = await whatIsReached(ctx, machine, fresh.primary, now, pace)
  const signals = reached.flatMap((event) => signalsOf(event, heardFromAt(machine, event.at)))
  const late = signals.filter((event) => !isAfter(event, machine.head))
  let following = inOrder(signals.filter((event) => isAfter(event, machine.head)))
  const latest = latestWith(machine.latest, reached, fresh.others)
  const firstEventAt = earliest(machine.firstEventAt, ...[...fresh.primary, ...fresh.others].map(({ at }) => at))
  let current: Machine = { ...machine, firstEventAt, latest, pendingFrom, runCycles: runCyclesWith(machine, reached) }
  const span = lateSpan(late, await retellBegins(ctx, machine))
  let replaced: Replaced | null = null
  if (span !== null) {
    const retold = await retell(ctx, current, span.from, span.to, now, pace)
    current = retold.machine
    replaced = retold.replaced
    // Which events wait for their time depends on the primary, and on a clock that may have been set back.
    if (retold.reachedNow)
      current = { ...current, pendingFrom: await nextPrimaryEventAfter(ctx, machine.equipmentId, now) }
    if (retold.reachedNow) following = []
  }
  const on = goOn(current, following, now, pace)
  const touched = touchedTogether(replaced?.touched ?? null, on.touched)
  return { ...on, touched, replaced, restated: span !== null }
}

/** Events whose time has come: just received, or waiting in the log since they came ahead of their time. */
async function whatIsReached(ctx: Ctx, machine: Machine, fresh: readonly KnownEvent[], now: number, pace: Pace) {
  if (machine.pendingFrom !== null && machine.pendingFrom <= now) {
    const waited = await readWaiting(ctx, machine, now, pace)
    return {
      reached: [...fresh.filter((event) => !isAfter(event, machine.head)), ...waited.reached],
      pendingFrom: waited.pendingFrom,
    }
  }
  const ahead = fresh.filter((event) => event.at > now).map((event) => event.at)
  const reached = ahead.length === 0 ? fresh : fresh.filter((event) => event.at <= now)
  return { reached, pendingFrom: earliest(machine.pendingFrom, ...ahead) }
}

/**
 * The span of the past that must be told again, null when there is none; `to` is the last event that is new in it. What the
 * telling rests on counts to the end.
 */
function lateSpan(late: readonly MachineEvent[], retellFrom: number | null): { from: number; to: EventKey } | null {
  let from = retellFrom
  let to: EventKey | null = retellFrom === null ? null : { at: Number.MAX_SAFE_INTEGER, batchId: '', position: 0 }
  for (const event of late) {
    if (from === null || event.at < from) from = event.at
    if (to === null || compareEvents(event, to) > 0) to = event
  }
  return from === null || to === null ? null : { from, to }
}

/** In order from the state on; `openIntervals` up to now brings what time alone has changed. */
function goOn(
  machine: Machine,
  events: readonly MachineEvent[],
  now: number,
  { checkpointEvery }: Pace,
): Omit<Told, 'restated' | 'replaced'> {
  const { equipmentId } = machine
  const telling = tell({ state: machine.state, events, now, settings: machine.settings, checkpointEvery })
  const retold = [...telling.settled, ...telling.open]
  const from = retold[0]?.startedAt ?? Number.MAX_SAFE_INTEGER
  const replaced = replaceIntervals(machine.tail, retold, { from, until: null })
  const head = keyOf(events.at(-1) ?? machine.head)
  const checkpoints = telling.checkpoints.map(({ after, state }) => ({
    ...after,
    equipmentId,
    state: JSON.stringify(state),
  }))
  let sinceCheckpoint = machine.sinceCheckpoint + events.length
  if (sinceCheckpoint >= checkpointEvery && head !== null) {
    if (checkpoints.length === 0) checkpoints.push({ ...head, equipmentId, state: JSON.stringify(telling.state) })
    sinceCheckpoint %= checkpointEvery
  }
  const { settledAt } = telling.state
  const next: Machine = {
    ...machine,
    version: machine.version + 1,
    state: telling.state,
    head,
    beganAt: earliest(machine.beganAt, replaced.now[0]?.startedAt ?? null),
    sinceCheckpoint,
    retellFrom: null,
    retellCause: null,
    retellBy: null,
    tail: replaced.now.filter(({ endedAt }) => endedAt === null || settledAt === null || endedAt >= settledAt),
    dueAt: dueAt(machine, telling.state, now),
  }
  const { removed, changed, added } = replaced
  const changes = removed.length + changed.length + added.length === 0 ? null : { equipmentId, removed, changed, added }
  return { machine: next, changes, checkpoints, touched: replaced.touched }
}

/** Not later than the next instant at which time alone changes the timeline; an earlier one stands, to spare writes. */
function dueAt(machine: Machine, state: Machine['state'], now: number): number | null {
  const exact = earliest(nextChangeAt(state, now, machine.settings), machine.pendingFrom)
  const known = machine.dueAt
  return exact !== null && known !== null && known > now && known < exact ? known : exact
}

/** Cycles are the primary's; another device that counts some adds the readings that come with them. */
function latestWith(latest: Latest, primary: readonly KnownEvent[], others: readonly KnownEvent[]): Latest {
  let result = latest
  for (const event of others)
    if (event.kind === KIND.cycle || event.kind === KIND.tlm) result = withReading(result, event)
  for (const event of primary) {
    if (event.kind === KIND.cycle) result = withCycle(result, event)
    else if (event.kind === KIND.tlm) result = withReading(result, event)
  }
  return result
}

/** Cycles of the active run with those just reached, whatever their order: none is ever told twice. */
function runCyclesWith({ runs, runCycles }: Machine, reached: readonly KnownEvent[]): number {
  if (runs === null || runs.active === null) return runCycles
  let cycles = runCycles
  for (const { kind, at, number } of reached)
    if (kind === KIND.cycle && at > runs.active.startedAt) cycles += number ?? 1
  return cycles
}

/** After the added intervals were written: the tail with their ids. */
export function withIds(machine: Machine, ids: ReadonlyMap<string, number>): Machine {
  if (machine.tail.every(({ id }) => id !== 0)) return machine
  const named = (interval: ToldInterval) =>
    interval.id === 0 ? { ...interval, id: ids.get(`${machine.equipmentId}/${interval.startedAt}`) ?? 0 } : interval
  return { ...machine, tail: machine.tail.map(named) }
}

function keyOf(key: EventKey | null): EventKey | null {
  return key === null ? null : { at: key.at, batchId: key.batchId, position: key.position }
}

function earliest(...instants: (number | null)[]): number | null {
  return instants.reduce((least, at) => (least === null ? at : at === null ? least : Math.min(least, at)), null)
}
