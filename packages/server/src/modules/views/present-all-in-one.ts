import type { Answer as AnswerOf, Query } from '@millwatch/contract/endpoint'
import type { dataOfEquipment } from '@millwatch/contract/http/telemetry'
import type { allInOne } from '@millwatch/contract/http/telemetry-series'
import type { Range } from '@millwatch/domain/time'
import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import { noFigures } from '@millwatch/domain/utilization'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { fromIso, toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { runsTouching } from '../runs/index.ts'
import { presentDetail, presentDetailColumns, statusHistory } from '../stops/index.ts'
import { allUnits, type EquipmentRow, getEquipment, settingsOver } from '../tree/index.ts'
import { bucketsFor, choicesInCompany, choicesOf, chosenBy, figuresOver } from '../utilization/index.ts'
import { type Analog, analogOf } from './analog.ts'
import { presentFigures, type Seen } from './figures.ts'
import { contactOf, shiftsOf } from './history.ts'
import { archivedTimeOf, nothingLeftOut } from './left-out.ts'
import { bucketed, bucketsOfGroup, presentColumns, presentTimes } from './present-buckets.ts'
import { tagsOfBuckets } from './run-tags.ts'
import { averagesOf, type Chosen, drawnSeries, pageOfSeries } from './series.ts'

interface SeriesAsked<Q> {
  readonly id: number
  readonly query: Q
  readonly seesMoney: boolean
}

/**
 * Returns the part of the period that a page has not received yet, from `pageStart` to the end. Without `pageStart` it is the
 * whole period; 400 when `pageStart` lies outside.
 */
function rest(period: Range, pageStart: string | undefined): Range {
  if (pageStart === undefined) return period
  const from = fromIso(pageStart, 'querystring/pageStart')
  if (from < period.from || from > period.to) throw new Invalid('querystring/pageStart is outside the period')
  return { from, to: period.to }
}

/**
 * Returns all data of a period that the machine's page draws, as of now. With `width` it is one answer with pixel columns.
 * Without it points come page by page: only the first answer has the other parts, and `pageStart` is the request for the next
 * page, null after the last one. 404 for an unknown machine, 400 for a wrong zone or `pageStart`, or too many buckets.
 */
export async function allOfPeriod(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { id, query, seesMoney }: SeriesAsked<Query<typeof allInOne>>,
): Promise<Omit<AnswerOf<typeof allInOne>, 'status'>> {
  await requireCurrent([id])
  const machine = await getEquipment(ctx, id)
  const period = askedPeriod(query, now)
  // Refuse a wrong zone or too many buckets before reading anything.
  const { week } = await choicesInCompany(ctx, query, timeZoneOf(treeOf(await allUnits(ctx)), machine.parentOrgUnitId))
  bucketsFor(query.interval, period, week)
  const chosen = chosenBy(query)
  const analog = await analogOf(ctx, id)
  if (query.width !== undefined) {
    const { width } = query
    const [data, parts] = await Promise.all([
      drawnSeries(ctx, id, { period, width, analog, chosen }),
      partsOf(ctx, machine, period, { now, query, seen: { seesMoney, ...chosen } }),
    ])
    return { result: { ...parts, data }, paginated: false, pageStart: null, as_of: toIso(now) }
  }
  const { points, next } = await pageOfSeries(ctx, id, rest(period, query.pageStart), analog, chosen)
  const isFirst = query.pageStart === undefined
  const parts = isFirst ? await partsOf(ctx, machine, period, { now, query, seen: { seesMoney, ...chosen } }) : {}
  const result = { ...parts, data: points }
  return { result, paginated: next !== null, pageStart: toIsoOrNull(next), as_of: toIso(now) }
}

/** Returns all parts of the answer except the points: intervals, buckets, contact, shifts and figures of the whole period. */
async function partsOf(
  ctx: Ctx,
  machine: EquipmentRow,
  period: Range,
  { now, query, seen }: { now: number; query: Query<typeof allInOne>; seen: Seen },
) {
  const { equipmentId: id } = machine
  const tree = treeOf(await allUnits(ctx))
  const { shift, week } = await choicesInCompany(ctx, query, timeZoneOf(tree, machine.parentOrgUnitId))
  const buckets = bucketsFor(query.interval, period, week)
  const key = String(id)
  const groups = [{ key, members: new Map([[id, null]]), inBuckets: true }]
  const money = seen.seesMoney
  const [answer, leftOut, contact, history, shifts, runs] = await Promise.all([
    figuresOver(ctx, { groups, period, now, shift, buckets, money, averages: true }),
    archivedTimeOf(ctx, { period, shift }, await settingsOver(ctx, [id])),
    contactOf(ctx, id, period),
    statusHistory(ctx, id, period),
    shiftsOf(ctx, id, period),
    period.from < period.to ? runsTouching(ctx, [id], period.from, period.to) : [],
  ])
  const whole = answer.groups.get(key)?.whole ?? noFigures
  const ofBuckets = bucketsOfGroup(answer, key)
  const { figures } = ofBuckets
  const times = presentTimes(bucketed(buckets, shift, ofBuckets))
  return {
    utildtl: presentDetailColumns(history, now),
    utilgrp: {
      ...times,
      ...presentColumns(figures, seen),
      tags: tagsOfBuckets({ from: times.time, to: times.ended_at }, runs, now),
    },
    ccgrp: {
      time: times.time,
      count: figures.map((bucket) => bucket.cycles),
      ...(seen.seesMoney ? { parts: figures.map((bucket) => bucket.parts) } : {}),
    },
    commdtl: {
      started_at: contact.map(({ from }) => from / 1000),
      ended_at: contact.map(({ to }) => (to === null ? null : to / 1000)),
    },
    shifts,
    figures: presentFigures(id, whole, leftOut.get(id) ?? nothingLeftOut, seen, now),
  }
}

/**
 * Returns the cycles and all points of a period, page by page; `pageStart` is the request for the next page, null after the last
 * one. The first page also has averages, status and shifts of the whole period. 404 for an unknown machine, 400 for a wrong zone
 * or `pageStart`.
 */
export async function dataOfPeriod(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { id, query }: SeriesAsked<Query<typeof dataOfEquipment>>,
): Promise<Omit<AnswerOf<typeof dataOfEquipment>, 'status'>> {
  await requireCurrent([id])
  const machine = await getEquipment(ctx, id)
  const period = askedPeriod(query, now)
  choicesOf(query, timeZoneOf(treeOf(await allUnits(ctx)), machine.parentOrgUnitId))
  const chosen = chosenBy(query)
  const analog = await analogOf(ctx, id)
  const { points, next } = await pageOfSeries(ctx, id, rest(period, query.pageStart), analog, chosen)
  const cycles = points.type.flatMap((type, i) => (type === 1 ? [i] : []))
  const at = <T>(column: readonly T[]) => cycles.map((i) => column[i] as T)
  return {
    equipment_id: id,
    cycles: { at: at(points.at), cycle_time: at(points.cycle_time), count: at(points.count) },
    combined_data: points,
    ...(query.pageStart === undefined ? await wholeOf(ctx, id, period, { analog, chosen, now }) : {}),
    paginated: next !== null,
    pageStart: toIsoOrNull(next),
    as_of: toIso(now),
  }
}

/** Returns averages, status intervals and shift history of the whole period. */
async function wholeOf(
  ctx: Ctx,
  id: number,
  period: Range,
  { analog, chosen, now }: { analog: Analog; chosen: Chosen; now: number },
) {
  return {
    ...(await averagesOf(ctx, id, period, analog, chosen)),
    util_detail: presentDetail(await statusHistory(ctx, id, period), now),
    shift_history: await shiftsOf(ctx, id, period),
  }
}
