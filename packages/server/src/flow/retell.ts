import { type Interval, joinIntervals, longestReachMs, openIntervals, type StatusState } from '@millwatch/domain/status'
import type { EventKey } from '@millwatch/domain/telemetry'
import { primaryEventsFrom, toldCycleBefore } from '../modules/ingest/index.ts'
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
import { type Pace, Road } from './road.ts'

/** What a retelling changed: the stored intervals around it, whole, as they were and as they are. */
export interface Replaced {
  readonly touched: Touched
  readonly was: readonly Interval[]
  readonly is: readonly Interval[]
}

/** T is computed from so many. */
const CYCLES_OF_COMPUTED = 100
const EVER = Number.MAX_SAFE_INTEGER
/** After it there is no event. */
const endOfTime: EventKey = { at: EVER, batchId: '', position: EVER }

/**
 * Tells a machine's past again from the checkpoint before `from`, over the stored events, and writes what differs. It
 * stops at the first checkpoint after `lastNew` whose state comes out as it was: from there on nothing can differ.
 * `reachedNow`: no such checkpoint was met; the machine's state is then the one at now.
 */
export async function retell(
  ctx: Ctx,
  machine: Machine,
  from: number,
  lastNew: EventKey,
  now: number,
  pace: Pace,
): Promise<{ machine: Machine; reachedNow: boolean; replaced: Replaced | null }> {
  const start = await checkpointBefore(ctx, machine.equipmentId, from)
  const road = new Road(ctx, machine, start, { lastNew }, now, pace)
  while (!road.arrived && !road.metAgain) await road.goOnePage()
  await putCheckpoints(ctx, road.checkpoints)
  if (!road.metAgain) await dropCheckpointsAfter(ctx, machine.equipmentId, road.key)
  const retold = road.metAgain
    ? road.settled
    : joinIntervals(road.settled, openIntervals(road.state, now, machine.settings))
  // As long as the beginning is open, what was told before it is gone too: the machine may begin later than it was told to.
  const replacedFrom = road.fromBirth ? -EVER : (retold[0]?.startedAt ?? null)
  const until = road.metAgain ? road.state.settledAt : null
  const replaced = await replaceStored(ctx, machine.equipmentId, retold, replacedFrom, until)
  // With nothing settled on the way to where the state is again what it was, the beginning is too.
  const began = retold[0]?.startedAt ?? (road.metAgain ? machine.beganAt : null)
  const beganAt = road.fromBirth ? began : machine.beganAt
  const state = road.metAgain ? machine.state : road.state
  const tail = await tailOf(ctx, machine.equipmentId, state)
  if (road.metAgain) return { machine: { ...machine, beganAt, tail }, reachedNow: false, replaced }
  return {
    machine: { ...machine, state, head: road.key, beganAt, tail, sinceCheckpoint: road.sinceCheckpoint },
    reachedNow: true,
    replaced,
  }
}

/** What a machine's log says from its beginning, or its horizon, to `now`, told in memory; nothing is written. */
export async function tellAgain(
  ctx: Ctx,
  machine: Machine,
  now: number,
  pace: Pace,
): Promise<{ intervals: Interval[]; from: number; state: StatusState; staleCheckpoints: number }> {
  const start = machine.horizonAt === null ? null : await checkpointBefore(ctx, machine.equipmentId, machine.horizonAt)
  const road = new Road(ctx, machine, start, { lastNew: endOfTime, checks: true }, now, pace)
  while (!road.arrived) await road.goOnePage()
  const intervals = joinIntervals(road.settled, openIntervals(road.state, now, machine.settings))
  const { state, staleCheckpoints } = road
  return { intervals, from: intervals[0]?.startedAt ?? EVER, state, staleCheckpoints }
}

/**
 * From where a machine is to be told again when what the telling rests on was changed as of an instant; null when nothing was.
 * A state within the limit before it may have settled what the change bears on; a T that is computed from there on is so from
 * the cycles before it. What is not kept any more is not told again.
 */
export async function retellBegins(
  ctx: Ctx,
  { equipmentId, retellFrom, settings, horizonAt }: Machine,
): Promise<number | null> {
  if (retellFrom === null) return null
  const computes = settings.maximumCycle.some(({ ms }) => ms === null)
  const from = retellFrom - longestReachMs(settings)
  if (!computes) return Math.max(from, horizonAt ?? from)
  const oldest = await toldCycleBefore(ctx, equipmentId, retellFrom, CYCLES_OF_COMPUTED)
  return Math.max(Math.min(from, oldest ?? -EVER), horizonAt ?? -EVER)
}

/** The state before an instant, with all that was said up to now of the time before it; null: nothing was said of that time. */
export async function stateBefore(ctx: Ctx, machine: Machine, at: number, pace: Pace): Promise<Checkpoint | null> {
  const start = await checkpointBefore(ctx, machine.equipmentId, at)
  const road = new Road(ctx, machine, start, { lastNew: endOfTime, until: at }, ctx.clock.now(), pace)
  while (!road.arrived) await road.goOnePage()
  return road.key === null ? null : { ...road.key, state: JSON.stringify(road.state) }
}

/** Events that came ahead of their time and whose time has come, and when the next one is due. */
export async function readWaiting(
  ctx: Ctx,
  machine: Machine,
  now: number,
  { pageEvents }: Pace,
): Promise<{ reached: KnownEvent[]; pendingFrom: number | null }> {
  const reached: KnownEvent[] = []
  for (let from = machine.head?.at ?? -EVER; ; ) {
    const { rows, complete } = await primaryEventsFrom(ctx, machine.equipmentId, from, pageEvents)
    for (const event of rows.map(knownFromRow)) {
      if (event.at > now) return { reached, pendingFrom: event.at }
      if (isAfter(event, machine.head)) reached.push(event)
    }
    if (complete) return { reached, pendingFrom: null }
    from = (rows.at(-1)?.occurred_at ?? EVER) + 1
  }
}

/** Writes what was retold of `[from, until)`; from null: nothing was. */
async function replaceStored(
  ctx: Ctx,
  equipmentId: number,
  retold: readonly Interval[],
  from: number | null,
  until: number | null,
): Promise<Replaced | null> {
  if (from === null) return null
  const stored = await loadIntervals(ctx, [{ equipmentId, from, to: until ?? EVER }])
  const was = stored.get(equipmentId) ?? []
  const { removed, changed, added, touched, now: is } = replaceIntervals(was, retold, { from, until })
  await applyIntervalChanges(ctx, [{ equipmentId, removed, changed, added }])
  return touched === null ? null : { touched, was, is }
}

async function tailOf(ctx: Ctx, equipmentId: number, state: StatusState) {
  const tails = await loadIntervals(ctx, [{ equipmentId, from: state.settledAt ?? -EVER, to: EVER }])
  return tails.get(equipmentId) ?? []
}
