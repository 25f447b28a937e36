import type { Answer as AnswerOf, Query } from '@millwatch/contract/endpoint'
import type { drawnOfEquipment } from '@millwatch/contract/http/drawn'
import { type Drawn, drawnIntervals } from '@millwatch/domain/status'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import { intervalsTouching, type StatusRow } from '../status/index.ts'
import { notesOver } from '../stops/index.ts'
import { lastCyclesIn } from '../telemetry/index.ts'
import { equipmentByIds } from '../tree/index.ts'
import type { Asked } from './ask.ts'
import { chosenBy } from './choices.ts'
import { isLeftOut } from './series.ts'
import { idList } from './utilization.ts'

type DrawnMachine = AnswerOf<typeof drawnOfEquipment>['equipment'][number]

interface Picture {
  readonly period: Range
  readonly query: Query<typeof drawnOfEquipment>
}

/** So many machines' intervals are held at once: three months of a restless machine are some ten thousand. */
const AT_ONCE = 25

/** Pictures of machines, in the order they were named; 404 for all when one is not there. */
export async function picturesOf(ctx: Ctx, { now, told }: Asked, query: Picture['query']): Promise<DrawnMachine[]> {
  const ids = idList(query.ids)
  await told(ids)
  if ((await equipmentByIds(ctx, ids)).length < ids.length) throw new NotFound()
  const picture = { period: askedPeriod(query, now), query }
  const machines: DrawnMachine[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE)
    machines.push(...(await picturesOfSome(ctx, ids.slice(first, first + AT_ONCE), picture)))
  return machines
}

async function picturesOfSome(ctx: Ctx, ids: readonly number[], picture: Picture): Promise<DrawnMachine[]> {
  const { period, query } = picture
  // An empty period, as one that lies ahead is, touches nothing.
  if (period.to <= period.from) return ids.map((id) => ({ id, ...presentStretches([]) }))
  const [intervals, details, cycles] = await Promise.all([
    intervalsTouching(ctx, ids, period.from, period.to),
    query.detail ? detailsOf(ctx, ids, picture) : undefined,
    query.cycles === undefined ? undefined : cyclesOf(ctx, ids, picture, query.cycles),
  ])
  return ids.map((id) => {
    const rows = (intervals.get(id) ?? []).map(intervalOf)
    const pieces = drawnIntervals(rows, period, query.width)
    const lastCycles = cycles?.get(id)
    return {
      id,
      ...presentStretches(pieces),
      ...details?.(id, pieces),
      ...(lastCycles === undefined ? {} : { cycles: lastCycles }),
    }
  })
}

const intervalOf = (row: StatusRow) => ({
  id: row.status_interval_id,
  status: row.status_id as 1 | 2 | 3 | 4,
  startedAt: row.started_at,
  endedAt: row.ended_at,
})

type Piece = Drawn<ReturnType<typeof intervalOf>>

const extentOf = (piece: Piece) => ('interval' in piece ? piece.interval : piece)

function presentStretches(pieces: readonly Piece[]) {
  const [first] = pieces
  return {
    from: first === undefined ? null : extentOf(first).startedAt,
    ms: pieces.map((piece) => {
      const { startedAt, endedAt } = extentOf(piece)
      return endedAt === null ? null : endedAt - startedAt
    }),
    status_id: pieces.map((piece) => ('interval' in piece ? piece.interval.status : 0)),
    several: pieces.flatMap((piece) =>
      'interval' in piece ? [] : [piece.count, piece.ms[1], piece.ms[2], piece.ms[3], piece.ms[4]],
    ),
  }
}

/** A shift that is narrower draws nothing. */
const LEAST_SHIFT_PX = 2

async function detailsOf(ctx: Ctx, ids: readonly number[], { period, query }: Picture) {
  const [notes, shifts] = await Promise.all([
    notesOver(ctx, ids, period.from, period.to),
    shiftRowsTouching(ctx, ids, period.from, period.to),
  ])
  const leastMs = (LEAST_SHIFT_PX * (period.to - period.from)) / query.width
  return (id: number, pieces: readonly Piece[]) => {
    const onStops = notes.get(id)?.onStops
    return {
      interval_id: pieces.map((piece) => ('interval' in piece ? piece.interval.id : 0)),
      reasons: pieces.flatMap((piece, i): [number, string][] => {
        const reason = 'interval' in piece ? onStops?.get(piece.interval.startedAt)?.reason : null
        return reason ? [[i, reason]] : []
      }),
      shifts: (shifts.get(id) ?? [])
        .filter((row) => row.shift !== 0 && row.endedAt - row.startedAt >= leastMs)
        .map((row): [number, number, 0 | 1 | 2 | 3] => [row.startedAt, row.endedAt, row.shift]),
    }
  }
}

async function cyclesOf(ctx: Ctx, ids: readonly number[], { period, query }: Picture, most: number) {
  const asked = ids.map((equipmentId) => ({ equipmentId, from: period.from, before: period.to }))
  const found = await lastCyclesIn(ctx, asked, most)
  const chosen = chosenBy(query)
  return new Map(
    [...found].map(([id, { cycles }]) => {
      const told = cycles.filter((one) => one.cycleMs !== null && !isLeftOut(one.mark, chosen)).slice(-most)
      return [id, { cycle_time: told.map((one) => (one.cycleMs ?? 0) / 1000), last_at: told.at(-1)?.at ?? null }]
    }),
  )
}
