import { Readable } from 'node:stream'
import type { Query } from '@millwatch/contract/endpoint'
import * as reports from '@millwatch/contract/http/reports'
import { partsOfEquipment, partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { reliabilityOfEquipment, reliabilityOfOrgUnit } from '@millwatch/contract/http/reports-reliability'
import * as statusReports from '@millwatch/contract/http/reports-status'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { ignoreStop } from '@millwatch/contract/other-operations'
import { may } from '@millwatch/domain/identity'
import type { Range } from '@millwatch/domain/time'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import { type CallRequest, type ModuleCall, question, streamed } from '../../platform/calls/calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { fromIso, toIso } from '../../platform/http/instants.ts'
import { JsonBytes } from '../../platform/http/json-bytes.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { Streamed } from '../../platform/http/route.ts'
import { intervalsTouching } from '../status/index.ts'
import { presentUnplaced, restatementsOver, statusHistory, writeLog } from '../stops/index.ts'
import { getEquipment } from '../tree/index.ts'
import { downtimeJson } from './downtime.ts'
import { mostDaysOfShifts, requireExtent } from './extent.ts'
import { lostTimeJson, machinesWithoutShifts } from './lost-time.ts'
import { idsOf, type MachinesUnder, machinesUnder, oneMachine } from './machines.ts'
import { partsReport, unplacedParts } from './parts.ts'
import { presentRestatement, presentTimeline } from './present.ts'
import { reliabilityReport } from './reliability.ts'
import { reportedRuns } from './runs.ts'
import { shiftHistory } from './shifts.ts'
import { summaryReport } from './summary.ts'

type PeriodOf = Query<typeof reports.runsOfOrgUnit>

/**
 * Calls of the API that return reports about one machine or the machines of a unit: excessive stops, runs, shift history,
 * critical parts, lost time, summary, reliability, status and restatements.
 */
export const reportCalls: readonly ModuleCall[] = [
  streamed(
    reports.downtimeOfEquipment,
    async (ctx, { params, query }, asOf) => excessiveDowntime(ctx, await oneMachine(ctx, params.id), query, asOf),
    sentInParts,
  ),
  streamed(
    reports.downtimeOfOrgUnit,
    async (ctx, { params, query }, asOf) => excessiveDowntime(ctx, await machinesUnder(ctx, params.id), query, asOf),
    sentInParts,
  ),
  question(reports.runsOfEquipment, async (ctx, { params, query }, asOf) =>
    runsIn(ctx, await oneMachine(ctx, params.id), query, asOf),
  ),
  question(reports.runsOfOrgUnit, async (ctx, { params, query }, asOf) =>
    runsIn(ctx, await machinesUnder(ctx, params.id), query, asOf),
  ),
  question(reports.shiftsOfEquipment, async (ctx, { params, query }, asOf) =>
    shiftsIn(ctx, wholePeriod(query), await oneMachine(ctx, params.id), asOf),
  ),
  question(reports.shiftsOfOrgUnit, async (ctx, { params, query }, asOf) =>
    shiftsIn(ctx, wholePeriod(query), await machinesUnder(ctx, params.id), asOf),
  ),
  question(partsOfEquipment, async (ctx, { params, query }, { now }) =>
    partsReport(ctx, await oneMachine(ctx, params.id), askedPeriod(query, now), now),
  ),
  question(partsOfOrgUnit, async (ctx, { params, query }, { now }) =>
    partsReport(ctx, await machinesUnder(ctx, params.id), askedPeriod(query, now), now),
  ),
  streamed(reports.lostTimeOfOrgUnit, lostTime, sentInParts),
  question(summaryOfOrgUnit, (ctx, { params, query }, asOf) => summaryReport(ctx, asOf, { id: params.id, query })),
  question(reliabilityOfEquipment, async (ctx, { params, query }, asOf) => {
    const ids = idsOf((await oneMachine(ctx, params.id)).machines)
    const { equipment, ...rest } = await reliabilityReport(ctx, ids, query, asOf)
    const [row] = equipment
    if (row === undefined) throw new Error('A machine has no figures')
    const { id: _, ...reliability } = row
    return { reliability, ...rest }
  }),
  question(reliabilityOfOrgUnit, async (ctx, { params, query }, asOf) =>
    reliabilityReport(ctx, idsOf((await machinesUnder(ctx, params.id)).machines), query, asOf),
  ),
  streamed(statusReports.statusOfEquipment, statusLog, (bytes) => new Streamed(bytes)),
  question(statusReports.statusOfOrgUnit, async (ctx, { params, query }, { now, requireCurrent }) => {
    const ids = idsOf((await machinesUnder(ctx, params.id)).machines)
    const { from, to } = askedPeriod(query, now)
    await requireExtent(ctx, ids, { from, to })
    await requireCurrent(ids)
    // An empty period, for example one in the future, touches no interval.
    const intervals = from < to ? await intervalsTouching(ctx, ids, from, to) : undefined
    return { equipment: ids.map((id) => ({ id, data: (intervals?.get(id) ?? []).map(presentTimeline) })) }
  }),
  question(statusReports.restatementsOfEquipment, async (ctx, { params, query }, { now, requireCurrent }) => {
    await getEquipment(ctx, params.id)
    await requireCurrent([params.id])
    const { from, to } = askedPeriod(query, now)
    return { restatements: (await restatementsOver(ctx, params.id, from, to)).map(presentRestatement) }
  }),
]

/** Returns the answer that consists of these parts, as a stream. They are not joined, which would take as much memory again. */
function sentInParts(parts: readonly Buffer[]): Streamed {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return new Streamed(Readable.from(parts), { 'content-length': String(length) })
}

/** Returns the answer of the report of excessive downtime as JSON in parts. 413 for a period that is too long. */
async function excessiveDowntime(
  ctx: Ctx,
  found: MachinesUnder,
  query: Query<typeof reports.downtimeOfOrgUnit>,
  { now, requireCurrent }: AsOfNow,
): Promise<Buffer[]> {
  const period = askedPeriod(query, now)
  await requireExtent(ctx, idsOf(found.machines), period)
  await requireCurrent(idsOf(found.machines))
  return downtimeJson(ctx, found, { ...period, now, seesIgnored: may(ctx.actor, ignoreStop) })
}

/** Returns the answer of the report of lost time as JSON in parts. 413 for a period that is too long. */
async function lostTime(
  ctx: Ctx,
  { params, query }: Pick<CallRequest<typeof reports.lostTimeOfOrgUnit>, 'params' | 'query'>,
  { now, requireCurrent }: AsOfNow,
): Promise<Buffer[]> {
  const { tree, machines } = await machinesUnder(ctx, params.id)
  await requireCurrent(idsOf(machines))
  const period = askedPeriod(query, now)
  await requireExtent(ctx, idsOf(machines), period, mostDaysOfShifts)
  const report = await lostTimeJson(ctx, machines, period, now)
  const exceptions = await machinesWithoutShifts(ctx, tree, machines)
  const rest = JSON.stringify({ exceptions, as_of: toIso(now) }).slice(1)
  return [Buffer.from('{"status":"success","report":'), ...report, Buffer.from(`,${rest}`)]
}

/** Returns the answer of the status log of a machine as JSON, of some MB at most. 404 for an unknown machine. */
async function statusLog(
  ctx: Ctx,
  { params, query }: Pick<CallRequest<typeof statusReports.statusOfEquipment>, 'params' | 'query'>,
  { now, requireCurrent }: AsOfNow,
): Promise<Buffer> {
  await getEquipment(ctx, params.id)
  await requireCurrent([params.id])
  const period = askedPeriod(query, now)
  const [history, parts] = await Promise.all([
    statusHistory(ctx, params.id, period),
    unplacedParts(ctx, params.id, period),
  ])
  const rest = { annotations: presentUnplaced(history), parts }
  const out = new JsonBytes()
  out.text('{"status":"success","data":')
  writeLog(out, history, now)
  out.text(`,${JSON.stringify(rest).slice(1)}`)
  return Buffer.concat(out.take())
}

async function runsIn(ctx: Ctx, found: MachinesUnder, query: PeriodOf, { now, requireCurrent }: AsOfNow) {
  const period = askedPeriod(query, now)
  await requireExtent(ctx, idsOf(found.machines), period)
  await requireCurrent(idsOf(found.machines))
  return { runs: await reportedRuns(ctx, found, { ...period, now }) }
}

async function shiftsIn(ctx: Ctx, period: Range, found: MachinesUnder, { requireCurrent }: AsOfNow) {
  const ids = idsOf(found.machines)
  await requireCurrent(ids)
  if (!found.asksOne) await requireExtent(ctx, ids, period, mostDaysOfShifts)
  return { shifts: await shiftHistory(ctx, ids, period) }
}

/**
 * Returns the requested period without cutting it at now, as shift history reaches through tomorrow. 400 if it ends before it
 * starts.
 */
function wholePeriod(query: PeriodOf): Range {
  const from = fromIso(query.startDate, 'querystring/startDate')
  const to = fromIso(query.endDate, 'querystring/endDate')
  if (to < from) throw new Invalid('querystring/endDate is before startDate')
  return { from, to }
}
