import type { Answer as AnswerOf, Query } from '@millwatch/contract/endpoint'
import type { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import { type Drawn, drawnIntervals, type Several } from '@millwatch/domain/status'
import { DAY_MS, type Range, without } from '@millwatch/domain/time'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { shiftRowsTouching, shiftsOfMany } from '../shifts/index.ts'
import { intervalsTouching, type StatusRow } from '../status/index.ts'
import { notesOver } from '../stops/index.ts'
import { lastCyclesIn } from '../telemetry/index.ts'
import { equipmentByIds } from '../tree/index.ts'
import { chosenBy } from '../utilization/index.ts'
import { isLeftOut } from './series.ts'
import { idList } from './utilization.ts'

type DrawnMachine = AnswerOf<typeof drawnOfEquipment>['equipment'][number]

interface PreviewQuestion {
  readonly period: Range
  readonly query: Query<typeof drawnOfEquipment>
}

/**
 * Number of machines whose intervals are in memory at once. Three months of a machine that changes often are about 10,000
 * intervals.
 */
const AT_ONCE = 25

/**
 * Returns previews of machines over a period, in the order of the requested ids without duplicates, computed as of now. An empty
 * period gives previews without content. 404 for all when one machine is missing.
 */
export async function previewsOf(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  query: PreviewQuestion['query'],
): Promise<DrawnMachine[]> {
  const ids = idList(query.ids)
  await requireCurrent(ids)
  if ((await equipmentByIds(ctx, ids)).length < ids.length) throw new NotFound()
  const question = { period: askedPeriod(query, now), query }
  const machines: DrawnMachine[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE)
    machines.push(...(await previewsOfSome(ctx, ids.slice(first, first + AT_ONCE), question)))
  return machines
}

async function previewsOfSome(ctx: Ctx, ids: readonly number[], question: PreviewQuestion): Promise<DrawnMachine[]> {
  const { period, query } = question
  // An empty period, for example one in the future, touches no interval.
  if (period.to <= period.from) return ids.map((id) => ({ id, ...presentSegments([]), unscheduled: [] }))
  const [intervals, unscheduled, details, cycles] = await Promise.all([
    intervalsTouching(ctx, ids, period.from, period.to),
    unscheduledOf(ctx, ids, question),
    query.detail ? detailsOf(ctx, ids, question) : undefined,
    query.cycles === undefined ? undefined : cyclesOf(ctx, ids, question, query.cycles),
  ])
  const leastMs = (period.to - period.from) / query.width
  return ids.map((id) => {
    const rows = (intervals.get(id) ?? []).map(intervalOf)
    // Shift history counts from the first evidence on.
    const outside = rows.length === 0 ? [] : unscheduled(id)
    const segments = drawnIntervals(rows, period, query.width, outside)
    const lastCycles = cycles?.get(id)
    return {
      id,
      ...presentSegments(segments),
      unscheduled: outside.filter(({ from, to }) => to - from >= leastMs).map(({ from, to }) => [from, to]),
      ...details?.(id, segments),
      ...(lastCycles === undefined ? {} : { cycles: lastCycles }),
    }
  })
}

const intervalOf = (row: StatusRow) => ({
  id: row.statusIntervalId,
  status: row.statusId as 1 | 2 | 3 | 4,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
})

type Segment = Drawn<ReturnType<typeof intervalOf>>

const extentOf = (segment: Segment) => ('interval' in segment ? segment.interval : segment)

const byStatus = (ms: Several['ms']): number[] => [ms[1], ms[2], ms[3], ms[4]]

function presentSegments(segments: readonly Segment[]) {
  const [first] = segments
  return {
    from: first === undefined ? null : extentOf(first).startedAt,
    ms: segments.map((segment) => {
      const { startedAt, endedAt } = extentOf(segment)
      return endedAt === null ? null : endedAt - startedAt
    }),
    status_id: segments.map((segment) => ('interval' in segment ? segment.interval.status : 0)),
    several: segments.flatMap((segment) => ('interval' in segment ? [] : [segment.count, ...byStatus(segment.ms)])),
    several_unscheduled: segments.flatMap((segment) => ('interval' in segment ? [] : byStatus(segment.unscheduledMs))),
  }
}

/**
 * Time after the end of the period, in ms, for which unscheduled ranges are returned too. A page shows a period that ends now
 * for a while before it reads it again, and shift history is written ahead by at least this time.
 */
const AHEAD_MS = DAY_MS

async function unscheduledOf(ctx: Ctx, ids: readonly number[], { period }: PreviewQuestion) {
  const within = { from: period.from, to: period.to + AHEAD_MS }
  const shifts = await shiftsOfMany(ctx, ids, within.from, within.to)
  return (id: number): Range[] => {
    const scheduled = (shifts.get(id) ?? []).map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt }))
    return without([within], scheduled)
  }
}

/** Least width of a shift in px; narrower shifts are left out of the answer. */
const LEAST_SHIFT_PX = 2

async function detailsOf(ctx: Ctx, ids: readonly number[], { period, query }: PreviewQuestion) {
  const [notes, shifts] = await Promise.all([
    notesOver(ctx, ids, period.from, period.to),
    shiftRowsTouching(ctx, ids, period.from, period.to),
  ])
  const leastMs = (LEAST_SHIFT_PX * (period.to - period.from)) / query.width
  return (id: number, segments: readonly Segment[]) => {
    const onStops = notes.get(id)?.onStops
    return {
      interval_id: segments.map((segment) => ('interval' in segment ? segment.interval.id : 0)),
      reasons: segments.flatMap((segment, i): [number, string][] => {
        const reason = 'interval' in segment ? onStops?.get(segment.interval.startedAt)?.reason : null
        return reason ? [[i, reason]] : []
      }),
      shifts: (shifts.get(id) ?? [])
        .filter((row) => row.shift !== 0 && row.endedAt - row.startedAt >= leastMs)
        .map((row): [number, number, 0 | 1 | 2 | 3] => [row.startedAt, row.endedAt, row.shift]),
    }
  }
}

async function cyclesOf(ctx: Ctx, ids: readonly number[], { period, query }: PreviewQuestion, most: number) {
  const ranges = ids.map((equipmentId) => ({ equipmentId, from: period.from, before: period.to }))
  const found = await lastCyclesIn(ctx, ranges, most)
  const chosen = chosenBy(query)
  return new Map(
    [...found].map(([id, { cycles }]) => {
      const timed = cycles.filter((cycle) => cycle.cycleMs !== null && !isLeftOut(cycle.mark, chosen)).slice(-most)
      return [id, { cycle_time: timed.map((cycle) => (cycle.cycleMs ?? 0) / 1000), last_at: timed.at(-1)?.at ?? null }]
    }),
  )
}
