import { startOfLocalDay } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { settingsOver } from '../tree/index.ts'
import { type BuildPlan, planBuild } from './plan-build.ts'
import { machineFacts } from './queries-facts.ts'
import { floorQuarter, joined } from './ranges.ts'
import { endOf, reachOf } from './reach.ts'
import { type DayRun, quartersOf, reckonRollups } from './reckon.ts'
import { deleteRollups, RollupWriter } from './store-rollups.ts'
import {
  createStates,
  type DirtySpan,
  dirtySpans,
  holdStates,
  markDirty,
  removeDirty,
  saveStates,
  unbornMachines,
} from './store-state.ts'
import { addUpWeeks, deleteWeeks } from './store-weeks.ts'

/** Gives machines that were heard of and have no rollups a state to build from; the answer is how many. */
export async function begetStates(ctx: Ctx, limit: number): Promise<number> {
  const born = await unbornMachines(ctx, limit)
  const facts = await machineFacts(
    ctx,
    born.map((one) => one.equipmentId),
  )
  const states = [...facts.values()].map(({ equipmentId, beganAt, zone }) => ({
    equipmentId,
    from: floorQuarter(startOfLocalDay(beganAt, zone)),
    zone,
  }))
  await createStates(ctx, states)
  return states.length
}

/**
 * Builds rollups of machines up to `target` and anew where they are dirty, up to so many days of machines; whether that was
 * all. Machines that somebody else is building are left to them. `demandPartitions` throws where a quarter-hour that is to be
 * stored has no partition yet; nothing is changed by then.
 *
 * Why no row that is read as clean can be stale: a machine's state row is held from before anything is read to the commit,
 * so that two builders never build the same machine. What is dirty is read before everything it stands for, and only what
 * was read is removed. A change that commits later was not read, or was read in part; its own dirty row was not removed
 * either, and keeps whatever was built here from being read, until it is built again. A change that writes no dirty row
 * touches nothing before the target of any builder (`flow/rollup-marks.ts`).
 */
export async function buildRollups(
  ctx: Ctx,
  equipmentIds: readonly number[],
  target: number,
  mostDays: number,
  demandPartitions: (instants: Iterable<number>) => void,
): Promise<boolean> {
  const states = await holdStates(ctx, equipmentIds)
  const ids = states.map((one) => one.equipmentId)
  if (ids.length === 0) return true
  const dirty = byMachine(await dirtySpans(ctx, ids, { from: -EVER, to: EVER }))
  const facts = await machineFacts(ctx, ids)
  const settings = await settingsOver(ctx, ids)
  const reach = await reachOf(ctx, [...facts.values()], settings, target)
  let daysLeft = mostDays
  const plans = states.flatMap((state) => {
    const known = facts.get(state.equipmentId)
    if (known === undefined || daysLeft <= 0) return []
    const plan = planBuild({
      state,
      facts: known,
      dirty: dirty.get(state.equipmentId) ?? [],
      reach: reach.get(state.equipmentId) ?? target,
      lookedTo: target,
      mostDays: daysLeft,
    })
    daysLeft -= plan.days.length
    return [{ ...plan, end: endOf(known, target) }]
  })
  const runs = plans.flatMap((plan) => runsOfDays(plan, plan.end))
  const writer = new RollupWriter()
  await reckonRollups(ctx, runs, settings, writer)
  demandPartitions(writer.quartersAt())
  await deleteRollups(ctx, { quarters: runs.flatMap(quartersOf), days: runs })
  await writer.write(ctx)
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

/** Days that follow one another, with the quarter-hours to be built among them. */
function runsOfDays({ equipmentId, days, quarters }: BuildPlan, end: number): DayRun[] {
  return joined(days).map(({ from, to }) => ({
    equipmentId,
    from,
    to,
    end,
    days: days.filter((day) => day.from >= from && day.to <= to),
    quarters: quarters.filter((one) => one.from >= from && one.to <= to),
  }))
}

function byMachine(spans: readonly DirtySpan[]): Map<number, DirtySpan[]> {
  const map = new Map<number, DirtySpan[]>()
  for (const span of spans) {
    const known = map.get(span.equipmentId)
    if (known) known.push(span)
    else map.set(span.equipmentId, [span])
  }
  return map
}
