import { type MachineEvent, nextChangeAt, replayEvents } from '@millwatch/domain/status'
import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'
import { KIND, nextPrimaryEventAfter } from '../modules/ingest/index.ts'
import {
  type Checkpoint,
  type IntervalChanges,
  replaceIntervals,
  type StoredInterval,
  type Touched,
  touchedTogether,
} from '../modules/status/index.ts'
import { type Latest, withCycle, withReading } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { inOrder, isAfter, type KnownEvent, signalsOf } from './machine-events.ts'
import { countsFromAt, type Machine } from './machines.ts'
import { type Replaced, readWaiting, recompute, recomputeStart } from './recompute.ts'
import type { ReplaySizes } from './replay.ts'

/**
 * Result of computing one machine in a commit: its new state and the changes to store. In `machine.tail`, an interval that is not
 * stored yet has id 0.
 */
export interface MachineUpdate {
  readonly machine: Machine
  readonly changes: IntervalChanges | null
  readonly checkpoints: readonly (Checkpoint & { equipmentId: number })[]
  /** True if status before the last processed event was recomputed, also if it stayed the same. */
  readonly restated: boolean
  /** Intervals changed by the recomputation; null: nothing was recomputed, or nothing changed. */
  readonly replaced: Replaced | null
  /** Range in which stored intervals changed. */
  readonly touched: Touched | null
}

/**
 * New events of a machine in one commit: those of its primary device, and those of its other devices, of which only the readings
 * are used.
 */
export interface Fresh {
  readonly primary: readonly KnownEvent[]
  readonly others: readonly KnownEvent[]
}

/** Effect of one commit on one machine: the machine before, its new events, and the computed update. */
export interface CommittedMachine extends MachineUpdate {
  readonly before: Machine
  readonly news: Fresh
  /** Range in which marks or derived times of cycles stored earlier changed; null: none did. */
  readonly remarked: Touched | null
}

export const nothingFresh: Fresh = { primary: [], others: [] }

/**
 * Computes a machine's status up to now and returns the new state with the changes to store. New events in order continue from
 * the current state. Late events, or a requested recomputation, first replay stored events from a checkpoint; this replay writes
 * its intervals and checkpoints itself. Without new events, the passing of time alone may change the status.
 */
export async function computeMachine(
  ctx: Ctx,
  machine: Machine,
  fresh: Fresh,
  sizes: ReplaySizes,
): Promise<MachineUpdate> {
  const now = ctx.clock.now()
  const { reached, pendingFrom } = await reachedEvents(ctx, machine, fresh.primary, now, sizes)
  const signals = reached.flatMap((event) => signalsOf(event, countsFromAt(machine, event.at)))
  const late = signals.filter((event) => !isAfter(event, machine.head))
  let following = inOrder(signals.filter((event) => isAfter(event, machine.head)))
  const latest = latestWith(machine.latest, reached, fresh.others)
  const firstEventAt = earliest(machine.firstEventAt, ...[...fresh.primary, ...fresh.others].map(({ at }) => at))
  let current: Machine = { ...machine, firstEventAt, latest, pendingFrom, runCycles: runCyclesWith(machine, reached) }
  const span = lateSpan(late, await recomputeStart(ctx, machine))
  let replaced: Replaced | null = null
  if (span !== null) {
    const recomputed = await recompute(ctx, current, span.from, span.to, now, sizes)
    current = recomputed.machine
    replaced = recomputed.replaced
    // Which events still wait for their time depends on the primary device, and on the clock, which may have been set
    // back.
    if (recomputed.reachedNow)
      current = { ...current, pendingFrom: await nextPrimaryEventAfter(ctx, machine.equipmentId, now) }
    if (recomputed.reachedNow) following = []
  }
  const on = processInOrder(current, following, now, sizes)
  const touched = touchedTogether(replaced?.touched ?? null, on.touched)
  return { ...on, touched, replaced, restated: span !== null }
}

/**
 * Returns the events whose time has come: those just received, and those stored earlier with a time that was in the future then.
 * Also returns the time (epoch ms) of the next event that is still in the future; null: none.
 */
async function reachedEvents(
  ctx: Ctx,
  machine: Machine,
  fresh: readonly KnownEvent[],
  now: number,
  sizes: ReplaySizes,
) {
  if (machine.pendingFrom !== null && machine.pendingFrom <= now) {
    const waited = await readWaiting(ctx, machine, now, sizes)
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
 * Returns the range of the past that must be recomputed; null: none. It begins at the earliest late event or the requested start.
 * `to` is the last late event; with a requested recomputation, there is no end.
 */
function lateSpan(late: readonly MachineEvent[], recomputeFrom: number | null): { from: number; to: EventKey } | null {
  let from = recomputeFrom
  let to: EventKey | null = recomputeFrom === null ? null : { at: Number.MAX_SAFE_INTEGER, batchId: '', position: 0 }
  for (const event of late) {
    if (from === null || event.at < from) from = event.at
    if (to === null || compareEvents(event, to) > 0) to = event
  }
  return from === null || to === null ? null : { from, to }
}

/**
 * Processes events in order from the machine's state up to `now`, and adds the status changes that the passing of time alone
 * causes. Returns the new state and the differences to the stored intervals.
 */
function processInOrder(
  machine: Machine,
  events: readonly MachineEvent[],
  now: number,
  { checkpointEvery }: ReplaySizes,
): Omit<MachineUpdate, 'restated' | 'replaced'> {
  const { equipmentId } = machine
  const computed = replayEvents({ state: machine.state, events, now, settings: machine.settings, checkpointEvery })
  const recomputed = [...computed.settled, ...computed.open]
  const from = recomputed[0]?.startedAt ?? Number.MAX_SAFE_INTEGER
  const replaced = replaceIntervals(machine.tail, recomputed, { from, until: null })
  const head = keyOf(events.at(-1) ?? machine.head)
  const checkpoints = computed.checkpoints.map(({ after, state }) => ({
    ...after,
    equipmentId,
    state: JSON.stringify(state),
  }))
  let sinceCheckpoint = machine.sinceCheckpoint + events.length
  if (sinceCheckpoint >= checkpointEvery && head !== null) {
    if (checkpoints.length === 0) checkpoints.push({ ...head, equipmentId, state: JSON.stringify(computed.state) })
    sinceCheckpoint %= checkpointEvery
  }
  const { settledAt } = computed.state
  const next: Machine = {
    ...machine,
    version: machine.version + 1,
    state: computed.state,
    head,
    beganAt: earliest(machine.beganAt, replaced.now[0]?.startedAt ?? null),
    sinceCheckpoint,
    recomputeFrom: null,
    recomputeCause: null,
    recomputeBy: null,
    tail: replaced.now.filter(({ endedAt }) => endedAt === null || settledAt === null || endedAt >= settledAt),
    dueAt: dueAt(machine, computed.state, now),
  }
  const { removed, changed, added } = replaced
  const changes = removed.length + changed.length + added.length === 0 ? null : { equipmentId, removed, changed, added }
  return { machine: next, changes, checkpoints, touched: replaced.touched }
}

/**
 * Returns an instant (epoch ms) not later than the next one at which the passing of time alone changes the status; null: none. An
 * earlier future instant that is stored already is kept, to save a write.
 */
function dueAt(machine: Machine, state: Machine['state'], now: number): number | null {
  const exact = earliest(nextChangeAt(state, now, machine.settings), machine.pendingFrom)
  const scheduled = machine.dueAt
  return exact !== null && scheduled !== null && scheduled > now && scheduled < exact ? scheduled : exact
}

/**
 * Returns the latest values with those of new events. Cycles are taken from the primary device only; a cycle of another device
 * adds only its readings.
 */
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

/**
 * Returns the number of cycles of the active run, with the new cycles after its start added; unchanged without an active run.
 * Each event must be given once, in any order.
 */
function runCyclesWith({ runs, runCycles }: Machine, reached: readonly KnownEvent[]): number {
  if (runs === null || runs.active === null) return runCycles
  let cycles = runCycles
  for (const { kind, at, number } of reached)
    if (kind === KIND.cycle && at > runs.active.startedAt) cycles += number ?? 1
  return cycles
}

/**
 * Returns the machine with the ids of its newly stored intervals, from `ids` by `<machine id>/<start>`. An interval that is not
 * in `ids` keeps id 0.
 */
export function withIds(machine: Machine, ids: ReadonlyMap<string, number>): Machine {
  if (machine.tail.every(({ id }) => id !== 0)) return machine
  const named = (interval: StoredInterval) =>
    interval.id === 0 ? { ...interval, id: ids.get(`${machine.equipmentId}/${interval.startedAt}`) ?? 0 } : interval
  return { ...machine, tail: machine.tail.map(named) }
}

function keyOf(key: EventKey | null): EventKey | null {
  return key === null ? null : { at: key.at, batchId: key.batchId, position: key.position }
}

function earliest(...instants: (number | null)[]): number | null {
  return instants.reduce((least, at) => (least === null ? at : at === null ? least : Math.min(least, at)), null)
}
