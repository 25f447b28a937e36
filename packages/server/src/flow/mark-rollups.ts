import type { MachineChange } from '@millwatch/domain/facts'
import { OCCURRENCE_REACH_MS } from '@millwatch/domain/shifts'
import { DOWN } from '@millwatch/domain/status'
import { DAY_MS, joined, type Range } from '@millwatch/domain/time'
import type { RunEnded } from '../modules/runs/index.ts'
import { loadIntervals } from '../modules/status/index.ts'
import { markDirty, QUARTER_MS } from '../modules/utilization/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { CommittedMachine } from './compute-machine.ts'

const EVER = Number.MAX_SAFE_INTEGER
/** Distance (ms) below which late events are marked as one range. */
const NEAR_MS = 4 * QUARTER_MS

interface Marked extends Range {
  readonly equipmentId: number
  /** True: the whole stops that touch the range are marked too, because their time class may have changed. */
  readonly stops: boolean
}

/**
 * Marks rollups dirty for the changes of a commit: changed intervals with the whole stops that touch them, re-marked cycles, the
 * instants of new events, shift history that was written because evidence begins earlier, and runs whose end moved. Skips ranges
 * that begin at or after `openFrom` (epoch ms), for which no rollup exists yet. Live commits have only such ranges, and query
 * nothing.
 */
export async function markChangedRollups(
  ctx: Ctx,
  followed: readonly CommittedMachine[],
  endedRuns: readonly RunEnded[],
  openFrom: number,
): Promise<void> {
  const marked = [...followed.flatMap(rangesOfMachine), ...endedRuns.map(rangeOfRun)]
  await mark(
    ctx,
    marked.filter((range) => range.from < openFrom),
  )
}

function rangesOfMachine({ before, machine, news, touched, remarked }: CommittedMachine): Marked[] {
  const { equipmentId } = machine
  const marked: Marked[] = []
  if (touched !== null)
    marked.push({ equipmentId, from: touched.from, to: touched.to ?? endOfDifference(before, machine), stops: true })
  if (remarked !== null) marked.push({ equipmentId, from: remarked.from, to: remarked.to ?? EVER, stops: false })
  for (const range of rangesOfEvents([...news.primary, ...news.others]))
    marked.push({ equipmentId, ...range, stops: false })
  if (before.beganAt !== null && machine.beganAt !== null && machine.beganAt < before.beganAt)
    marked.push(rangeWrittenBack(equipmentId, machine.beganAt, before.beganAt))
  return marked
}

/**
 * Returns the end (epoch ms) of the range in which intervals differ before and after a commit. If the last interval is open and
 * has the same status in both, this is the later of its two starts, as is usual for a machine whose history arrives piece by
 * piece. Otherwise there is no end. Changes of a stop's time class are covered by marking whole stops.
 */
function endOfDifference(before: CommittedMachine['before'], machine: CommittedMachine['machine']): number {
  const lastBefore = before.tail.at(-1)
  const lastNow = machine.tail.at(-1)
  if (lastBefore === undefined || lastNow === undefined || lastBefore.status !== lastNow.status) return EVER
  return lastBefore.endedAt === null && lastNow.endedAt === null
    ? Math.max(lastBefore.startedAt, lastNow.startedAt)
    : EVER
}

/**
 * Returns the range of shift history that was written because evidence begins earlier than before: whole days, and the shift
 * occurrences that they may join with.
 */
const rangeWrittenBack = (equipmentId: number, beganAt: number, before: number): Marked => ({
  equipmentId,
  from: beganAt - 2 * DAY_MS,
  to: before + 2 * DAY_MS + OCCURRENCE_REACH_MS,
  stops: true,
})

/**
 * Returns the range between the old and the new end of a run, whose cycles belong to another run now. It has no end if the run
 * was active before.
 */
const rangeOfRun = ({ equipmentId, endedAt, endedBefore }: RunEnded): Marked => ({
  equipmentId,
  from: Math.min(endedAt, endedBefore ?? endedAt),
  to: endedBefore === null ? EVER : Math.max(endedAt, endedBefore) + 1,
  stops: false,
})

function rangesOfEvents(events: readonly { readonly at: number }[]): Range[] {
  return joined(
    events.map(({ at }) => ({ from: at, to: at + 1 })),
    NEAR_MS - 1,
  )
}

/**
 * Marks rollups dirty for changes that people made, by the changed parts. Does nothing for status settings: the
 * recomputation that they cause marks its own ranges.
 */
export async function markChanged(ctx: Ctx, changes: readonly MachineChange[]): Promise<void> {
  await mark(ctx, changes.flatMap(rangesOfChange))
}

function rangesOfChange({ equipmentId, from, to = EVER, parts }: MachineChange): Marked[] {
  const marked: Marked[] = []
  const add = (start: number, end: number, stops: boolean) =>
    marked.push({ equipmentId, from: start, to: Math.min(end, EVER), stops })
  for (const part of parts) {
    // The shift date of a shift depends on the shifts near it.
    if (part === 'shifts' || part === 'schedule' || part === 'zone' || part === 'parent')
      add(from - OCCURRENCE_REACH_MS, to + OCCURRENCE_REACH_MS, true)
    else if (part === 'stop_setting') add(from, to, true)
    // Their other effects are recomputed later, and rollups are marked then.
    else if (part === 'primary' || part === 'analog') add(from, to, false)
    // The end of a run belongs to it.
    else if (part === 'run') add(from, to + 1, false)
  }
  return marked
}

async function mark(ctx: Ctx, marked: readonly Marked[]): Promise<void> {
  if (marked.length === 0) return
  const touching = await stopsTouching(
    ctx,
    marked.filter((range) => range.stops),
  )
  const byMachine = Map.groupBy([...marked, ...touching], (range) => range.equipmentId)
  await markDirty(
    ctx,
    [...byMachine].flatMap(([equipmentId, ranges]) => joined(ranges).map((range) => ({ equipmentId, ...range }))),
  )
}

/**
 * Returns the whole stops that contain or meet either end of a range. Stops inside a range need no extension and are left out.
 */
async function stopsTouching(ctx: Ctx, marked: readonly Marked[]): Promise<(Range & { equipmentId: number })[]> {
  if (marked.length === 0) return []
  const ends = marked.flatMap(({ equipmentId, from, to }) =>
    [from, to].map((at) => ({ equipmentId, from: at, to: at })),
  )
  const found = await loadIntervals(ctx, ends)
  return [...found].flatMap(([equipmentId, intervals]) =>
    intervals
      .filter((interval) => interval.status === DOWN)
      .map(({ startedAt, endedAt }) => ({ equipmentId, from: startedAt, to: endedAt ?? EVER })),
  )
}
