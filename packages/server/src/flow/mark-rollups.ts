import { OCCURRENCE_REACH_MS } from '@millwatch/domain/shifts'
import { DOWN } from '@millwatch/domain/status'
import { DAY_MS, type Range } from '@millwatch/domain/time'
import type { RunEnded } from '../modules/runs/index.ts'
import { loadIntervals } from '../modules/status/index.ts'
import type { MachineChange } from '../modules/tree/index.ts'
import { joined, markDirty, QUARTER_MS } from '../modules/utilization/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Followed } from './follow.ts'

const EVER = Number.MAX_SAFE_INTEGER
/** Late events closer together than this are one stretch. */
const NEAR_MS = 4 * QUARTER_MS

interface Marked extends Range {
  readonly equipmentId: number
  /** What stops touching it count as may have changed: all of them. */
  readonly stops: boolean
}

/**
 * Marks rollups dirty where a commit changed what they are made of: intervals, with the whole stops that touch them; what
 * was said, at its instant; runs that end elsewhere. Nothing of it before `openFrom`, as in all live commits, asks nothing
 * of the database.
 */
export async function followRollups(
  ctx: Ctx,
  told: readonly Followed[],
  endedRuns: readonly RunEnded[],
  openFrom: number,
): Promise<void> {
  const marked = [...told.flatMap(markedBy), ...endedRuns.map(markedByRun)]
  await mark(
    ctx,
    marked.filter((one) => one.from < openFrom),
  )
}

function markedBy({ before, machine, news, touched, remarked }: Followed): Marked[] {
  const { equipmentId } = machine
  const marked: Marked[] = []
  if (touched !== null)
    marked.push({ equipmentId, from: touched.from, to: touched.to ?? endOfDifference(before, machine), stops: true })
  if (remarked !== null) marked.push({ equipmentId, from: remarked.from, to: remarked.to ?? EVER, stops: false })
  for (const range of saidIn([...news.primary, ...news.others])) marked.push({ equipmentId, ...range, stops: false })
  if (before.beganAt !== null && machine.beganAt !== null && machine.beganAt < before.beganAt)
    marked.push(writtenBack(equipmentId, machine.beganAt, before.beganAt))
  return marked
}

/**
 * Where the last intervals are of the same status before and after, nothing differs once both have begun: a machine whose
 * history comes in bit by bit is offline after each. What stops count as is seen to by whole stops.
 */
function endOfDifference(before: Followed['before'], machine: Followed['machine']): number {
  const was = before.tail.at(-1)
  const is = machine.tail.at(-1)
  if (was === undefined || is === undefined || was.status !== is.status) return EVER
  return was.endedAt === null && is.endedAt === null ? Math.max(was.startedAt, is.startedAt) : EVER
}

/** Shift history before the first evidence is written back by whole days, and may join with what follows. */
const writtenBack = (equipmentId: number, beganAt: number, before: number): Marked => ({
  equipmentId,
  from: beganAt - 2 * DAY_MS,
  to: before + 2 * DAY_MS + OCCURRENCE_REACH_MS,
  stops: true,
})

/** Up to the later of its ends its cycles were, or are, another run's or nobody's. */
const markedByRun = ({ equipmentId, endedAt, endedBefore }: RunEnded): Marked => ({
  equipmentId,
  from: Math.min(endedAt, endedBefore ?? endedAt),
  to: endedBefore === null ? EVER : Math.max(endedAt, endedBefore) + 1,
  stops: false,
})

function saidIn(events: readonly { readonly at: number }[]): Range[] {
  return joined(events.map(({ at }) => ({ from: at, to: at + NEAR_MS }))).map(({ from, to }) => ({
    from,
    to: to - NEAR_MS + 1,
  }))
}

/** Marks rollups dirty where a change by people changes what they are made of. */
export async function markChanged(ctx: Ctx, changes: readonly MachineChange[]): Promise<void> {
  await mark(ctx, changes.flatMap(markedByChange))
}

function markedByChange({ equipmentId, from, to = EVER, parts }: MachineChange): Marked[] {
  const marked: Marked[] = []
  const add = (start: number, end: number, stops: boolean) =>
    marked.push({ equipmentId, from: start, to: Math.min(end, EVER), stops })
  for (const part of parts) {
    // Which day a shift belongs to rests on what is near it.
    if (part === 'shifts' || part === 'schedule' || part === 'zone' || part === 'parent')
      add(from - OCCURRENCE_REACH_MS, to + OCCURRENCE_REACH_MS, true)
    else if (part === 'threshold' || part === 'active') add(from, to, true)
    // What else they change is told again, and marks then.
    else if (part === 'primary' || part === 'analog') add(from, to, false)
    // The end of a run is its own.
    else if (part === 'run') add(from, to + 1, false)
  }
  return marked
}

async function mark(ctx: Ctx, marked: readonly Marked[]): Promise<void> {
  if (marked.length === 0) return
  const touching = await stopsTouching(
    ctx,
    marked.filter((one) => one.stops),
  )
  const byMachine = Map.groupBy([...marked, ...touching], (one) => one.equipmentId)
  await markDirty(
    ctx,
    [...byMachine].flatMap(([equipmentId, ranges]) => joined(ranges).map((range) => ({ equipmentId, ...range }))),
  )
}

/** The whole stops that touch or meet either end of stretches: of those inside nothing lies outside. */
async function stopsTouching(ctx: Ctx, marked: readonly Marked[]): Promise<(Range & { equipmentId: number })[]> {
  if (marked.length === 0) return []
  const ends = marked.flatMap(({ equipmentId, from, to }) =>
    [from, to].map((at) => ({ equipmentId, from: at, to: at })),
  )
  const found = await loadIntervals(ctx, ends)
  return [...found].flatMap(([equipmentId, intervals]) =>
    intervals
      .filter((one) => one.status === DOWN)
      .map(({ startedAt, endedAt }) => ({ equipmentId, from: startedAt, to: endedAt ?? EVER })),
  )
}
