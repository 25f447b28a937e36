import type { Interval } from '@millwatch/domain/status'
import { type Machine, readMachines } from '../flow/machines.ts'
import { findWrongMarks } from '../flow/marks.ts'
import { recomputeInMemory } from '../flow/recompute.ts'
import { usualSizes } from '../flow/replay.ts'
import { wronglyMarkedEvents } from '../modules/ingest/index.ts'
import { loadIntervals } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Check, Found } from './findings.ts'
import { machinesWithStatus } from './queries-status.ts'

const EVER = Number.MAX_SAFE_INTEGER
const AT_ONCE = 50

export const statusMatchesEvents: Check = {
  invariant: 'I6',
  holds: 'Status intervals and marks of cycles are what the stored events say, computed again from the beginning.',
  async find(ctx) {
    const ids = await machinesWithStatus(ctx)
    const found: Found[] = []
    for (let i = 0; i < ids.length; i += AT_ONCE) found.push(...(await differencesOf(ctx, ids.slice(i, i + AT_ONCE))))
    return found
  },
}

/**
 * Computes status, marks and checkpoints of machines again from their stored events, in memory, and returns the differences from
 * the stored ones; an empty list if there are none. Skips machines without processed events, and those whose recomputation is
 * requested.
 */
export async function differencesOf(ctx: Ctx, equipmentIds: readonly number[]): Promise<Found[]> {
  const found: Found[] = []
  for (const machine of await readMachines(ctx, equipmentIds)) found.push(...(await unlike(ctx, machine)))
  return found
}

/**
 * Returns the differences of one machine. An empty list without processed events, and while a recomputation is requested, because
 * the next question about the machine runs it.
 */
async function unlike(ctx: Ctx, machine: Machine): Promise<Found[]> {
  if (machine.head === null || machine.recomputeFrom !== null) return []
  const { equipmentId } = machine
  const { changed } = await findWrongMarks(
    ctx,
    machine,
    { from: machine.horizonAt ?? -EVER, lastNew: null },
    usualSizes,
  )
  const marks = changed.slice(0, 1).map(({ at }) => ({
    equipmentId,
    at,
    text: `The marks of ${changed.length} cycles are not those of the rule, beginning with this one`,
  }))
  return [...(await wronglyMarked(ctx, machine)), ...marks, ...(await unlikeIntervals(ctx, machine))]
}

async function unlikeIntervals(ctx: Ctx, machine: Machine): Promise<Found[]> {
  const { equipmentId, dueAt } = machine
  // Changes that only passed time causes are stored with the next question.
  const dueNow = Math.min(ctx.clock.now(), dueAt === null ? EVER : dueAt - 1)
  // If the clock was set back, stored status is not withdrawn.
  const now = Math.max(dueNow, machine.head?.at ?? dueNow)
  const computed = await recomputeInMemory(ctx, machine, now, usualSizes)
  const wrongly = computed.staleCheckpoints === 0 ? [] : [stale(machine, computed.staleCheckpoints)]
  const stored = (await loadIntervals(ctx, [{ equipmentId, from: computed.from, to: EVER }])).get(equipmentId) ?? []
  const at = firstDifference(stored, computed.intervals, computed.from)
  if (at === null) return wrongly
  const describes = (intervals: readonly Interval[]) =>
    intervals.find((interval) => interval.startedAt <= at && (interval.endedAt ?? EVER) > at)
  const [actual, expected] = [
    describes(stored)?.status ?? 'nothing',
    describes(computed.intervals)?.status ?? 'nothing',
  ]
  return [
    ...wrongly,
    { equipmentId, at, text: `Its status is stored as ${actual} there, and its events say ${expected}` },
  ]
}

/**
 * Returns a finding for stale checkpoints: the next late event would be computed from a wrong state, although no stored status is
 * wrong yet.
 */
const stale = ({ equipmentId }: Machine, count: number): Found => ({
  equipmentId,
  text: `${count} of its checkpoints lead to other intervals than its events do`,
})

/**
 * Returns a finding, with number and earliest instant, if events are not marked by the device that was primary at their time; an
 * empty list if all are. These marks are set at each change of devices.
 */
async function wronglyMarked(ctx: Ctx, { equipmentId, primaries }: Machine): Promise<Found[]> {
  const found = await wronglyMarkedEvents(ctx, { equipmentId, primaries })
  if (found === null) return []
  const text = `${found.count} of its events are not marked by who was primary at their instant, beginning with this one`
  return [{ equipmentId, at: found.earliest, text }]
}

/** Returns the first instant (epoch ms) from `from` on at which two timelines differ; null if they are equal. */
function firstDifference(stored: readonly Interval[], computed: readonly Interval[], from: number): number | null {
  const clipped = stored
    .filter(({ endedAt }) => endedAt === null || endedAt > from)
    .map((interval) => ({ ...interval, startedAt: Math.max(interval.startedAt, from) }))
  for (let i = 0; i < Math.max(clipped.length, computed.length); i++) {
    const [a, b] = [clipped[i], computed[i]]
    if (a === undefined || b === undefined) return (a ?? b)?.startedAt ?? from
    if (a.startedAt !== b.startedAt || a.status !== b.status) return Math.min(a.startedAt, b.startedAt)
    if (a.endedAt !== b.endedAt) return Math.min(a.endedAt ?? EVER, b.endedAt ?? EVER)
  }
  return null
}
