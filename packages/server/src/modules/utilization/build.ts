import { joined, startOfLocalDay } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { settingsOver } from '../tree/index.ts'
import { computeRollups, type DayRun, quartersOf } from './compute-rollups.ts'
import { type BuildPlan, planBuild } from './plan-build.ts'
import { floorQuarter } from './quarters.ts'
import { machineFacts } from './queries-facts.ts'
import type { Span } from './queries-time.ts'
import { endOf, reachOf } from './reach.ts'
import { deleteRollups, RollupWriter } from './store-rollups.ts'
import {
  createStates,
  type DirtySpan,
  dirtySpans,
  holdStates,
  machinesWithoutRollups,
  markDirty,
  removeDirty,
  saveStates,
} from './store-state.ts'
import { deleteStops, insertStops } from './store-stops.ts'
import { addUpWeeks, deleteWeeks } from './store-weeks.ts'

/**
 * Creates the row of build state, with an empty range, for up to `limit` machines that have evidence but no such row. Returns the
 * number of these machines; if it equals `limit`, there may be more.
 */
export async function addStates(ctx: Ctx, limit: number): Promise<number> {
  const machines = await machinesWithoutRollups(ctx, limit)
  const facts = await machineFacts(
    ctx,
    machines.map((machine) => machine.equipmentId),
  )
  const states = [...facts.values()].map(({ equipmentId, beganAt, zone }) => ({
    equipmentId,
    from: floorQuarter(startOfLocalDay(beganAt, zone)),
    zone,
  }))
  await createStates(ctx, states)
  return states.length
}

const stopSpansOf = ({ equipmentId, stopsIn }: DayRun): Span[] =>
  stopsIn.map(({ from, to }) => ({ equipmentId, from, to }))

/**
 * Builds rollups of machines up to `target` (epoch ms), builds dirty ones again and removes their dirty marks, for about
 * `mostDays` days of all machines together; a machine whose time zone has changed is built as a whole. Returns true when nothing
 * is left to build; machines that another builder has locked are skipped, and do not make it false. Calls `requirePartitions`
 * with the quarter-hours to be stored before anything is written; it throws when one has no partition yet.
 *
 * A row that is read as clean is never stale. The builder locks a machine's state row before it reads anything and until the
 * commit, so two builders never build the same machine. It reads the dirty rows before the data that they mark, and removes only
 * the dirty rows it read. A change that commits later was not read, or only in part; its own dirty row stays, and keeps the
 * rollups built here from being read until they are built again. A change that writes no dirty row touches nothing before the
 * target of any builder (`flow/rollup-marks.ts`).
 */
export async function buildRollups(
  ctx: Ctx,
  equipmentIds: readonly number[],
  target: number,
  mostDays: number,
  requirePartitions: (instants: Iterable<number>) => void,
): Promise<boolean> {
  const states = await holdStates(ctx, equipmentIds)
  const ids = states.map((state) => state.equipmentId)
  if (ids.length === 0) return true
  const dirty = byMachine(await dirtySpans(ctx, ids, { from: -EVER, to: EVER }))
  const facts = await machineFacts(ctx, ids)
  const settings = await settingsOver(ctx, ids)
  const reach = await reachOf(ctx, [...facts.values()], settings, target)
  let daysLeft = mostDays
  const plans = states.flatMap((state) => {
    const machine = facts.get(state.equipmentId)
    if (machine === undefined || daysLeft <= 0) return []
    const plan = planBuild({
      state,
      facts: machine,
      dirty: dirty.get(state.equipmentId) ?? [],
      reach: reach.get(state.equipmentId) ?? target,
      lookedTo: target,
      mostDays: daysLeft,
    })
    daysLeft -= plan.days.length
    return [{ ...plan, end: endOf(machine, target) }]
  })
  const runs = plans.flatMap((plan) => runsOfDays(plan, plan.end))
  const writer = new RollupWriter()
  await computeRollups(ctx, runs, settings, writer)
  requirePartitions(writer.quartersAt())
  await deleteRollups(ctx, { quarters: runs.flatMap(quartersOf), days: runs })
  await writer.write(ctx)
  await deleteStops(ctx, runs.flatMap(stopSpansOf))
  await insertStops(ctx, writer.stops)
  const weeks = plans.flatMap(({ equipmentId, weeks }) => weeks.map((week) => ({ equipmentId, ...week })))
  await deleteWeeks(ctx, [...runs, ...weeks])
  await addUpWeeks(ctx, weeks)
  await removeDirty(
    ctx,
    plans.flatMap((plan) => plan.settled),
  )
  await markDirty(
    ctx,
    plans.flatMap(({ equipmentId, left }) => left.map((range) => ({ equipmentId, ...range }))),
  )
  await saveStates(
    ctx,
    plans.map((plan) => plan.state),
  )
  return plans.length === facts.size && plans.every((plan) => plan.state.lookedTo === target && plan.left.length === 0)
}

const EVER = Number.MAX_SAFE_INTEGER

/**
 * Returns consecutive days of a plan joined into runs, each with the quarter-hours and ranges of stops that lie in it. `end`
 * (epoch ms) is passed on.
 */
function runsOfDays({ equipmentId, days, quarters, stopsIn }: BuildPlan, end: number): DayRun[] {
  return joined(days).map(({ from, to }) => ({
    equipmentId,
    from,
    to,
    end,
    days: days.filter((day) => day.from >= from && day.to <= to),
    quarters: quarters.filter((quarter) => quarter.from >= from && quarter.to <= to),
    // A range of stops ends 1 ms after the days.
    stopsIn: stopsIn.filter((range) => range.from >= from && range.from < to),
  }))
}

function byMachine(spans: readonly DirtySpan[]): Map<number, DirtySpan[]> {
  const map = new Map<number, DirtySpan[]>()
  for (const span of spans) {
    const list = map.get(span.equipmentId)
    if (list) list.push(span)
    else map.set(span.equipmentId, [span])
  }
  return map
}
