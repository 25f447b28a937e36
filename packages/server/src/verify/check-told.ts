import type { Interval } from '@millwatch/domain/status'
import { type Machine, readMachines } from '../flow/machines.ts'
import { unlikeMarks } from '../flow/marks.ts'
import { recomputeInMemory } from '../flow/retell.ts'
import { usualPace } from '../flow/road.ts'
import { wronglyMarkedEvents } from '../modules/ingest/index.ts'
import { loadIntervals } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Check, Found } from './findings.ts'
import { toldMachines } from './queries-told.ts'

const EVER = Number.MAX_SAFE_INTEGER
const AT_ONCE = 50

export const statusIsTheFoldOfItsEvents: Check = {
  invariant: 'I6',
  holds: 'Status intervals and marks of cycles are what the stored events say, told again from the beginning.',
  async find(ctx) {
    const ids = await toldMachines(ctx)
    const found: Found[] = []
    for (let i = 0; i < ids.length; i += AT_ONCE) found.push(...(await differencesOf(ctx, ids.slice(i, i + AT_ONCE))))
    return found
  },
}

/** Returns where the stored status, marks and checkpoints of machines differ from what their stored events come to. */
export async function differencesOf(ctx: Ctx, equipmentIds: readonly number[]): Promise<Found[]> {
  const found: Found[] = []
  for (const machine of await readMachines(ctx, equipmentIds)) found.push(...(await unlike(ctx, machine)))
  return found
}

/** Who asked for a retelling is answered by the next question about the machine; until then there is nothing to compare. */
async function unlike(ctx: Ctx, machine: Machine): Promise<Found[]> {
  if (machine.head === null || machine.recomputeFrom !== null) return []
  const { equipmentId } = machine
  const { changed } = await unlikeMarks(ctx, machine, { from: machine.horizonAt ?? -EVER, lastNew: null }, usualPace)
  const marks = changed.slice(0, 1).map(({ at }) => ({
    equipmentId,
    at,
    text: `The marks of ${changed.length} cycles are not those of the rule, beginning with this one`,
  }))
  return [...(await wronglyMarked(ctx, machine)), ...marks, ...(await unlikeIntervals(ctx, machine))]
}

async function unlikeIntervals(ctx: Ctx, machine: Machine): Promise<Found[]> {
  const { equipmentId, dueAt } = machine
  // What time alone has changed since it was told is told with the next question.
  const dueNow = Math.min(ctx.clock.now(), dueAt === null ? EVER : dueAt - 1)
  // A clock that was set back takes back nothing of what was told.
  const now = Math.max(dueNow, machine.head?.at ?? dueNow)
  const told = await recomputeInMemory(ctx, machine, now, usualPace)
  const wrongly = told.staleCheckpoints === 0 ? [] : [stale(machine, told.staleCheckpoints)]
  const stored = (await loadIntervals(ctx, [{ equipmentId, from: told.from, to: EVER }])).get(equipmentId) ?? []
  const at = firstDifference(stored, told.intervals, told.from)
  if (at === null) return wrongly
  const says = (intervals: readonly Interval[]) =>
    intervals.find((one) => one.startedAt <= at && (one.endedAt ?? EVER) > at)
  const [is, should] = [says(stored)?.status ?? 'nothing', says(told.intervals)?.status ?? 'nothing']
  return [...wrongly, { equipmentId, at, text: `Its status is stored as ${is} there, and its events say ${should}` }]
}

/** Nothing shows it yet: the next late event would be computed from a state that is wrong. */
const stale = ({ equipmentId }: Machine, count: number): Found => ({
  equipmentId,
  text: `${count} of its checkpoints lead to other intervals than its events do`,
})

/** Which device was primary is settled at every change of devices; nothing that was acknowledged may be left out. */
async function wronglyMarked(ctx: Ctx, { equipmentId, primaries }: Machine): Promise<Found[]> {
  const found = await wronglyMarkedEvents(ctx, { equipmentId, primaries })
  if (found === null) return []
  const text = `${found.count} of its events are not marked by who was primary at their instant, beginning with this one`
  return [{ equipmentId, at: found.earliest, text }]
}

/** The first instant from `from` on at which two timelines differ; null when they do not. */
function firstDifference(stored: readonly Interval[], told: readonly Interval[], from: number): number | null {
  const clipped = stored
    .filter(({ endedAt }) => endedAt === null || endedAt > from)
    .map((one) => ({ ...one, startedAt: Math.max(one.startedAt, from) }))
  for (let i = 0; i < Math.max(clipped.length, told.length); i++) {
    const [a, b] = [clipped[i], told[i]]
    if (a === undefined || b === undefined) return (a ?? b)?.startedAt ?? from
    if (a.startedAt !== b.startedAt || a.status !== b.status) return Math.min(a.startedAt, b.startedAt)
    if (a.endedAt !== b.endedAt) return Math.min(a.endedAt ?? EVER, b.endedAt ?? EVER)
  }
  return null
}
