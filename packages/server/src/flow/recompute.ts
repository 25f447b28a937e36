import { type Interval, joinIntervals, longestReachMs, openIntervals, type StatusState } from '@millwatch/domain/status'
import type { EventKey } from '@millwatch/domain/telemetry'
import { primaryEventsFrom, timedCycleBefore } from '../modules/ingest/index.ts'
import {
  applyIntervalChanges,
  type Checkpoint,
  checkpointBefore,
  dropCheckpointsAfter,
  loadIntervals,
  putCheckpoints,
  replaceIntervals,
  type Touched,
} from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { isAfter, type KnownEvent, knownFromRow } from './machine-events.ts'
import type { Machine } from './machines.ts'
import { Replay, type ReplaySizes } from './replay.ts'

/**
 * Change of stored intervals by a recomputation: the intervals that touch the recomputed range, as stored before and after it,
 * not clipped. `touched` is the range in which they differ.
 */
export interface Replaced {
  readonly touched: Touched
  readonly intervalsBefore: readonly Interval[]
  readonly intervalsAfter: readonly Interval[]
}

/** Number of cycles from which `T` is computed. */
const CYCLES_OF_COMPUTED = 100
const EVER = Number.MAX_SAFE_INTEGER
/** Key that comes after every event. */
const endOfTime: EventKey = { at: EVER, batchId: '', position: EVER }

/**
 * Recomputes a machine's status over the stored events from the last checkpoint before `from` (epoch ms; without one, all
 * events), and writes the intervals and checkpoints that differ. Stops at the first checkpoint after `lastNew` whose state is
 * unchanged, because nothing after it can differ; the machine keeps its state then. Otherwise `reachedNow` is true and the
 * machine's state is the recomputed one at `now`. `replaced` is null if no interval differs.
 */
export async function recompute(
  ctx: Ctx,
  machine: Machine,
  from: number,
  lastNew: EventKey,
  now: number,
  sizes: ReplaySizes,
): Promise<{ machine: Machine; reachedNow: boolean; replaced: Replaced | null }> {
  const start = await checkpointBefore(ctx, machine.equipmentId, from)
  const replay = new Replay(ctx, machine, start, { lastNew }, now, sizes)
  while (!replay.reachedEnd && !replay.matchesStored) await replay.processPage()
  await putCheckpoints(ctx, replay.checkpoints)
  if (!replay.matchesStored) await dropCheckpointsAfter(ctx, machine.equipmentId, replay.key)
  const recomputed = replay.matchesStored
    ? replay.settled
    : joinIntervals(replay.settled, openIntervals(replay.state, now, machine.settings))
  // As long as the machine's beginning is open, all earlier intervals are replaced, because it may begin later than
  // computed before.
  const replacedFrom = replay.isFromBeginning ? -EVER : (recomputed[0]?.startedAt ?? null)
  const until = replay.matchesStored ? replay.state.settledAt : null
  const replaced = await replaceStored(ctx, machine.equipmentId, recomputed, replacedFrom, until)
  // If nothing was settled before the state matched again, the beginning is unchanged too.
  const began = recomputed[0]?.startedAt ?? (replay.matchesStored ? machine.beganAt : null)
  const beganAt = replay.isFromBeginning ? began : machine.beganAt
  const state = replay.matchesStored ? machine.state : replay.state
  const tail = await tailOf(ctx, machine.equipmentId, state)
  if (replay.matchesStored) return { machine: { ...machine, beganAt, tail }, reachedNow: false, replaced }
  return {
    machine: { ...machine, state, head: replay.key, beganAt, tail, sinceCheckpoint: replay.sinceCheckpoint },
    reachedNow: true,
    replaced,
  }
}

/**
 * Computes a machine's status from its first event, or its horizon, to `now` (epoch ms) in memory; writes nothing. `from` is the
 * start of the first interval, or the largest safe integer when there is none. `staleCheckpoints` is the number of stored
 * checkpoints from which other intervals would be computed.
 */
export async function recomputeInMemory(
  ctx: Ctx,
  machine: Machine,
  now: number,
  sizes: ReplaySizes,
): Promise<{ intervals: Interval[]; from: number; state: StatusState; staleCheckpoints: number }> {
  const start = machine.horizonAt === null ? null : await checkpointBefore(ctx, machine.equipmentId, machine.horizonAt)
  const replay = new Replay(ctx, machine, start, { lastNew: endOfTime, checks: true }, now, sizes)
  while (!replay.reachedEnd) await replay.processPage()
  const intervals = joinIntervals(replay.settled, openIntervals(replay.state, now, machine.settings))
  const { state, staleCheckpoints } = replay
  return { intervals, from: intervals[0]?.startedAt ?? EVER, state, staleCheckpoints }
}

/**
 * Returns the instant (epoch ms) from which status must be recomputed for the requested recomputation; null: none is requested.
 * It lies before the requested instant by the longest reach of an event and, if `T` is computed, by the 100 cycles from which it
 * is. It never lies before the horizon.
 */
export async function recomputeStart(
  ctx: Ctx,
  { equipmentId, recomputeFrom, settings, horizonAt }: Machine,
): Promise<number | null> {
  if (recomputeFrom === null) return null
  const computes = settings.maximumCycle.some(({ ms }) => ms === null)
  const from = recomputeFrom - longestReachMs(settings)
  if (!computes) return Math.max(from, horizonAt ?? from)
  const oldest = await timedCycleBefore(ctx, equipmentId, recomputeFrom, CYCLES_OF_COMPUTED)
  return Math.max(Math.min(from, oldest ?? -EVER), horizonAt ?? -EVER)
}

/**
 * Returns the state after the last stored event before `at` (epoch ms, exclusive) as a checkpoint; null if no event is before.
 * Writes nothing.
 */
export async function stateBefore(
  ctx: Ctx,
  machine: Machine,
  at: number,
  sizes: ReplaySizes,
): Promise<Checkpoint | null> {
  const start = await checkpointBefore(ctx, machine.equipmentId, at)
  const replay = new Replay(ctx, machine, start, { lastNew: endOfTime, until: at }, ctx.clock.now(), sizes)
  while (!replay.reachedEnd) await replay.processPage()
  return replay.key === null ? null : { ...replay.key, state: JSON.stringify(replay.state) }
}

/**
 * Returns the stored events of the primary device after the machine's last processed one with a time up to `now` (epoch ms,
 * inclusive), in order. Also returns the time of the first event after `now`; null: there is none.
 */
export async function readWaiting(
  ctx: Ctx,
  machine: Machine,
  now: number,
  { pageEvents }: ReplaySizes,
): Promise<{ reached: KnownEvent[]; pendingFrom: number | null }> {
  const reached: KnownEvent[] = []
  for (let from = machine.head?.at ?? -EVER; ; ) {
    const { rows, complete } = await primaryEventsFrom(ctx, machine.equipmentId, from, pageEvents)
    for (const event of rows.map(knownFromRow)) {
      if (event.at > now) return { reached, pendingFrom: event.at }
      if (isAfter(event, machine.head)) reached.push(event)
    }
    if (complete) return { reached, pendingFrom: null }
    from = (rows.at(-1)?.occurredAt ?? EVER) + 1
  }
}

/**
 * Replaces the stored intervals in `[from, until)` by the recomputed ones, and returns the change; null if none differs. `from`
 * null: nothing was recomputed, so nothing is changed. `until` null: without end.
 */
async function replaceStored(
  ctx: Ctx,
  equipmentId: number,
  recomputed: readonly Interval[],
  from: number | null,
  until: number | null,
): Promise<Replaced | null> {
  if (from === null) return null
  const stored = await loadIntervals(ctx, [{ equipmentId, from, to: until ?? EVER }])
  const storedBefore = stored.get(equipmentId) ?? []
  const {
    removed,
    changed,
    added,
    touched,
    now: storedNow,
  } = replaceIntervals(storedBefore, recomputed, { from, until })
  await applyIntervalChanges(ctx, [{ equipmentId, removed, changed, added }])
  return touched === null ? null : { touched, intervalsBefore: storedBefore, intervalsAfter: storedNow }
}

async function tailOf(ctx: Ctx, equipmentId: number, state: StatusState) {
  const tails = await loadIntervals(ctx, [{ equipmentId, from: state.settledAt ?? -EVER, to: EVER }])
  return tails.get(equipmentId) ?? []
}
