import { type Range, startOfLocalDay } from '@millwatch/domain/time'
import {
  addSums,
  countedShifts,
  type EventSums,
  isKept,
  noSums,
  type RollupRow,
  rowsBetween,
  stretchesOf,
} from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { settingsOver } from '../tree/index.ts'
import { machineTimes, saidByShift } from './from-intervals.ts'
import { type BuildPlan, planBuild } from './plan-build.ts'
import { type MachineFacts, machineFacts } from './queries-facts.ts'
import { saidInQuarters } from './queries-rollups.ts'
import type { Span } from './queries-time.ts'
import { floorQuarter, joined, QUARTER_MS, without } from './ranges.ts'
import { reachOf, upTo } from './reach.ts'
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
 * all. Machines that somebody else is building are left to them.
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
    return [{ ...plan, facts: known, end: reachLimit(known, target) }]
  })
  await writePlans(ctx, plans, settings)
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

/** What goes on beyond it is read as going on. */
const reachLimit = ({ writtenTo }: MachineFacts, target: number): number =>
  Math.min(target, floorQuarter(writtenTo ?? target))

interface Work extends BuildPlan {
  readonly facts: MachineFacts
  readonly end: number
}

/** A run of days of one machine, read and reckoned in one go. */
interface Stretch extends Span {
  readonly work: Work
  readonly days: readonly Range[]
  readonly quarters: readonly Range[]
}

async function writePlans(
  ctx: Ctx,
  plans: readonly Work[],
  settings: Awaited<ReturnType<typeof settingsOver>>,
): Promise<void> {
  const runs = plans.flatMap(runsOfDays)
  if (runs.length === 0) return
  const times = await machineTimes(ctx, runs, { now: EVER, settings, shifts: 'date' })
  const counted = times.map(countedShifts)
  const said = await newlySaid(ctx, runs, counted)
  const kept = await saidInQuarters(ctx, spansOf(runs, untouchedIn))
  const writer = new RollupWriter()
  runs.forEach((run, i) => {
    const time = upTo(times[i] as (typeof times)[number], run.work.end)
    const stretches = stretchesOf(time, run, run.work.end)
    const ofRun = said[i] ?? []
    for (const range of run.quarters) {
      const buckets = rowsBetween(
        edgesOf(range),
        stretches,
        ofRun.filter(({ at }) => at >= range.from && at < range.to),
      )
      for (const rows of buckets) if (isKept(rows)) for (const row of rows) writer.quarter(run.equipmentId, row)
    }
    writeDays(writer, run, rowsBetween(boundsOf(run.days), stretches, [...ofRun, ...(kept.get(i) ?? [])]))
  })
  await deleteRollups(ctx, { quarters: spansOf(runs, (run) => run.quarters).map(dropNo), days: runs })
  await writer.write(ctx)
}

/** Days that follow one another, with the quarter-hours to be built among them. */
function runsOfDays(work: Work): Stretch[] {
  const { equipmentId } = work
  return joined(work.days).map(({ from, to }) => ({
    equipmentId,
    from,
    to,
    work,
    days: work.days.filter((day) => day.from >= from && day.to <= to),
    quarters: work.quarters.filter((one) => one.from >= from && one.to <= to),
  }))
}

interface NumberedSpan extends Span {
  readonly no: number
}

const spansOf = (runs: readonly Stretch[], of: (run: Stretch) => readonly Range[]): NumberedSpan[] =>
  runs.flatMap((run, no) => of(run).map((range) => ({ ...range, equipmentId: run.equipmentId, no })))

const dropNo = ({ equipmentId, from, to }: NumberedSpan): Span => ({ equipmentId, from, to })

/** Quarter-hours of these days that stand as they are. */
const untouchedIn = (run: Stretch): Range[] => without(run, run.quarters)

/** What was said in the quarter-hours to be built, by run of days. */
async function newlySaid(
  ctx: Ctx,
  runs: readonly Stretch[],
  counted: Parameters<typeof saidByShift>[2],
): Promise<EventSums[][]> {
  const spans = spansOf(runs, (run) => run.quarters)
  const ofRuns: EventSums[][] = runs.map(() => [])
  if (spans.length === 0) return ofRuns
  const lists = await saidByShift(
    ctx,
    spans.map((span) => ({ ...span, edges: [] })),
    spans.map((span) => counted[span.no] ?? []),
    { shifts: 'date', averages: true },
    QUARTER_MS,
  )
  spans.forEach(({ no }, i) => {
    ofRuns[no]?.push(...(lists[i] ?? []))
  })
  return ofRuns
}

function edgesOf({ from, to }: Range): number[] {
  const edges: number[] = []
  for (let at = from; at <= to; at += QUARTER_MS) edges.push(at)
  return edges
}

const boundsOf = (days: readonly Range[]): number[] => [...days.map((day) => day.from), days.at(-1)?.to ?? 0]

function writeDays(writer: RollupWriter, run: Stretch, rowsOfDays: readonly RollupRow[][]): void {
  run.days.forEach(({ from, to }, i) => {
    const rows = rowsOfDays[i] ?? []
    const whole = noSums()
    for (const row of rows) {
      addSums(whole, row.sums)
      if (row.shift > 0) writer.dayShift(run.equipmentId, from, to, row)
    }
    writer.day(run.equipmentId, from, to, whole)
  })
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
