/** Requests all answers that contain figures of a machine over one period. */

import {
  downtimeFields,
  downtimeOfEquipment,
  downtimeOfOrgUnit,
  lostTimeOfOrgUnit,
  runsOfEquipment,
  runsOfOrgUnit,
  shiftsOfEquipment,
  shiftsOfOrgUnit,
} from '@millwatch/contract/http/reports'
import { statusOfEquipment, statusOfOrgUnit } from '@millwatch/contract/http/reports-status'
import { readInterval } from '@millwatch/contract/http/status'
import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import { dataOfEquipment, rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import {
  sharesOfOrgUnit,
  utilizationDetail,
  utilizationOfEquipment,
  utilizationSeries,
} from '@millwatch/contract/http/utilization'
import type { Answers } from './one-value-compare.ts'
import { pointsOf, rawMeans } from './one-value-points.ts'
import { type Asking, accountOf, add, ms, nameOf, queriesOf, statusTimes } from './one-value-questions.ts'

export async function machineAnswers(asking: Asking, id: number): Promise<Answers> {
  const { test, token, rootId } = asking
  const { period, ofShift, choices, series, reports } = queriesOf(asking)
  const params = { id }
  const { equip } = await test.ask(getEquipment, { token, params, query: { ...period, ...choices } })
  const unit = { id: equip.parent_org_unit_id }
  const aio = await test.ask(allInOne, { token, params, query: { ...period, ...choices, ...series } })
  const { utilgrp, utildtl } = aio.result
  const interval = utilgrp?.interval as 900
  const utilQuery = { ids: String(id), ...period, ...choices, ...series }
  const [util] = (await test.ask(utilizationOfEquipment, { token, query: { ...utilQuery, interval } })).equipment
  const other = { ...utilQuery, interval: asking.intervalS }
  const [finer] = (await test.ask(utilizationOfEquipment, { token, query: other })).equipment
  const [equips] = (await test.ask(utilizationSeries, { token, query: utilQuery })).equipment
  const width = { width: 300, ...period, ...choices, ...series }
  const drawnSeries = await test.ask(allInOne, { token, params, query: width })
  const data = await test.ask(dataOfEquipment, { token, params, query: { ...period, ...choices, ...series } })
  const { orgUnit } = await test.ask(getOrgUnit, { token, params: unit, query: { ...period, ...choices } })
  const shares = await test.ask(sharesOfOrgUnit, { token, params: unit, query: { ...period, ...ofShift } })
  const picture = { ids: String(id), ...period, width: 4096 }
  const [drawn] = (await test.ask(drawnOfEquipment, { token, query: picture })).equipment
  const log = (await test.ask(statusOfEquipment, { token, params, query: reports })).data
  const timelines = await test.ask(statusOfOrgUnit, { token, params: unit, query: reports })
  const timeline = timelines.equipment.find((entry) => entry.id === id)?.data ?? []
  const detail = (await test.ask(utilizationDetail, { token, params, query: reports })).data
  const raw = await test.ask(rawDataOfEquipment, { token, params, query: { ...period, ...series } })
  const intervalOf = (status: number, from: string, to: string | null) =>
    `${status} ${Date.parse(from)} ${to === null ? null : Date.parse(to)}`
  const inS = (status: number, from: number, to: number | null) =>
    `${status} ${ms(from)} ${to === null ? null : ms(to)}`
  const rowsOf = (rows: readonly { status_id: number; started_at: string; ended_at: string | null }[]) =>
    rows.map((entry) => intervalOf(entry.status_id, entry.started_at, entry.ended_at))
  const logged = log.map((entry) => ({
    status: entry.status_id,
    from: Date.parse(entry.started_at),
    to: entry.ended_at === null ? null : Date.parse(entry.ended_at),
  }))
  return {
    page: equip,
    page_derived: { cycles_per_hour: perHour(equip.figures.cycles, equip.figures.running_s) },
    tile: orgUnit.equipment.find((entry) => entry.id === id),
    util,
    finer,
    equips,
    aio: {
      ...aio.result,
      intervals: utildtl?.id.map((_, i) =>
        inS(utildtl.status_id[i] ?? 0, utildtl.started_at[i] ?? 0, utildtl.ended_at[i] ?? null),
      ),
      shifts: aio.result.shifts?.map((row) => row.join(' ')),
    },
    drawn_series: drawnSeries.result.data,
    points: await pointsOf(asking, id, aio),
    raw: rawMeans(raw.data),
    data: {
      ...data,
      intervals: rowsOf(data.util_detail ?? []),
      shift_history: data.shift_history?.map((row) => row.join(' ')),
    },
    account: await accountOf(asking, id),
    own_share: shares.shares.find((entry) => entry.id === id),
    log: { intervals: rowsOf(log), status: statusTimes(logged, asking) },
    timeline: { intervals: timeline.map(([status, from, to]) => inS(status, from, to)) },
    detail: { intervals: rowsOf(detail) },
    drawn: drawn && drawnTimes(drawn, asking),
    ...(await reportsOf(asking, id, unit.id, rootId)),
    stops: await stopsOf(asking, id, equip.figures.explained.excessive_downtime_s),
  }
}

const perHour = (many: number, runningS: number) => (runningS === 0 ? null : (many * 3600) / runningS)

/**
 * Returns the seconds of each status on a drawn preview, clipped to the period. Returns undefined if the first or last piece is
 * made of several narrow segments, since that cannot be clipped.
 */
function drawnTimes(
  drawn: { from: number | null; ms: (number | null)[]; status_id: number[]; several: number[] },
  asking: Asking,
) {
  if (drawn.status_id[0] === 0 || drawn.status_id.at(-1) === 0) return undefined
  const pieces: { status: number; from: number; to: number | null }[] = []
  const narrow = statusTimes([], asking)
  let from = drawn.from ?? 0
  let several = 0
  drawn.status_id.forEach((status, i) => {
    const length = drawn.ms[i] ?? null
    if (status === 0) {
      for (const entry of [1, 2, 3, 4]) add(narrow, nameOf(entry), (drawn.several[several * 5 + entry] ?? 0) / 1000)
      several++
    } else pieces.push({ status, from, to: length === null ? null : from + length })
    from += length ?? 0
  })
  for (const [name, seconds] of Object.entries(statusTimes(pieces, asking))) add(narrow, name, seconds)
  return { status: narrow }
}

async function reportsOf(asking: Asking, id: number, unitId: number, rootId: number): Promise<Answers> {
  const { test, token, to } = asking
  const { reports } = queriesOf(asking)
  const params = { id }
  const ofUnit = { token, params: { id: unitId }, query: reports }
  const ofMachine = { token, params, query: reports }
  const runs = (await test.ask(runsOfEquipment, ofMachine)).runs
  const runsUnder = (await test.ask(runsOfOrgUnit, ofUnit)).runs.filter((entry) => entry.equipment_id === id)
  const lostIn = async (unit: number) =>
    (await test.ask(lostTimeOfOrgUnit, { token, params: { id: unit }, query: reports })).report
      .filter((entry) => entry.equipId === id)
      .map((entry) => JSON.stringify(entry))
      .sort()
  const past = (rows: readonly (readonly [number, number, number, number, number])[]) =>
    rows.filter((row) => row[4] === id && ms(row[0]) < to).map((row) => row.join(' '))
  return {
    runs: { rows: runs.map((entry) => JSON.stringify(entry)) },
    active_run: runs.find((entry) => entry.ended_at === null),
    runs_of_unit: { rows: runsUnder.map((entry) => JSON.stringify(entry)) },
    lost: { rows: await lostIn(unitId) },
    lost_of_root: { rows: await lostIn(rootId) },
    shifts: { rows: past((await test.ask(shiftsOfEquipment, ofMachine)).shifts) },
    shifts_of_unit: { rows: past((await test.ask(shiftsOfOrgUnit, ofUnit)).shifts) },
    stops_of_unit: {
      rows: (await test.ask(downtimeOfOrgUnit, ofUnit)).data.filter((row) => row[1] === id).map(stopText),
    },
  }
}

const at = (name: (typeof downtimeFields)[number]) => downtimeFields.indexOf(name)
type StopRow = readonly unknown[]
const stopText = (row: StopRow) =>
  [row[0], row[at('started_at')], row[at('ended_at')], row[at('duration_s')], row[at('xsf_dt_duration_s')]].join(' ')

/**
 * Returns the excessive stops of the machine as text, each also as read by its id. If no shift is chosen and all of them lie
 * wholly in the period, also their scheduled time in s and that of the explanation; otherwise both are null.
 */
async function stopsOf(asking: Asking, id: number, explainedS: number) {
  const { test, token, from, to, now, shift } = asking
  const { reports } = queriesOf(asking)
  const { data } = await test.ask(downtimeOfEquipment, { token, params: { id }, query: reports })
  const oneByOne = await Promise.all(
    data.map(async (row) => {
      const { stretch: stop } = await test.ask(readInterval, { token, params: { id: Number(row[0]) } })
      const seconds = (iso: string | null) => (iso === null ? null : Date.parse(iso) / 1000)
      if (!stop.excessive) return `${stop.id} is not excessive`
      const { started_at, ended_at, duration_s, scheduled_s } = stop
      return [stop.id, seconds(started_at), seconds(ended_at), duration_s, scheduled_s].join(' ')
    }),
  )
  const isWhole = (row: StopRow) =>
    ms(Number(row[at('started_at')])) >= from && ms(Number(row[at('ended_at')] ?? now / 1000)) <= to
  const areWhole = shift === 0 && data.every(isWhole)
  return {
    rows: data.map(stopText),
    read_one_by_one: oneByOne,
    scheduled_s_of_whole: areWhole ? data.reduce((sum, row) => sum + Number(row[at('xsf_dt_duration_s')]), 0) : null,
    explained_if_whole: areWhole ? explainedS : null,
  }
}
