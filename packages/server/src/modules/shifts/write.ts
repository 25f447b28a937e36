import { horizonOfPlan, outside, shiftsOfSchedule } from '@millwatch/domain/schedules'
import { type Range, startOfLocalDay } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { claimPlanning } from '../schedules/index.ts'
import { type ScheduleInZone, schedulesInZones } from './plans.ts'
import { shiftRowsInRanges, voidsInRanges } from './queries.ts'
import { eraseAhead, holdPlans, insertShifts, type Plan, putPlans } from './store.ts'

/** Range of a machine's time (epoch ms) for which shift history was written. */
export interface ShiftsWritten extends Range {
  readonly equipmentId: number
}

interface Writing extends Range {
  readonly source: ScheduleInZone
}

/**
 * Writes shift history for machines with new or earlier first evidence (`beganAt`, epoch ms): from the local midnight before it
 * up to the start of the written range, and for a new machine on through tomorrow. Uses the schedule and zone in force now, and
 * leaves existing rows and voids (domain, section 4). Skips machines whose written range begins early enough. Returns the written
 * ranges.
 */
export async function writeBack(
  ctx: Ctx,
  machines: readonly { readonly equipmentId: number; readonly beganAt: number }[],
): Promise<ShiftsWritten[]> {
  const ids = machines.map((machine) => machine.equipmentId)
  const sources = await schedulesInZones(ctx, ids)
  const plans = await holdPlans(ctx, ids)
  const writings: Writing[] = []
  const changed: Plan[] = []
  for (const { equipmentId, beganAt } of machines) {
    const source = sources.get(equipmentId)
    const plan = plans.get(equipmentId)
    if (!source || (plan && beganAt >= plan.scheduledFrom)) continue
    const scheduledFrom = startOfLocalDay(beganAt, source.zone)
    const ahead = horizonOfPlan(ctx.clock.now(), source.zone)
    const next = plan ?? { equipmentId, writtenTo: Math.max(ahead.to, scheduledFrom), dueAt: ahead.dueAt }
    writings.push({ source, from: scheduledFrom, to: plan?.scheduledFrom ?? next.writtenTo })
    changed.push({ ...next, scheduledFrom })
  }
  return write(ctx, writings, changed)
}

/**
 * Writes shift history through the end of tomorrow for those of the machines whose plan is due (`dueAt` is not later
 * than now); the others stay as they are. Returns the written ranges, which may lie in the past if no server ran.
 */
export async function writeOn(ctx: Ctx, due: readonly number[]): Promise<ShiftsWritten[]> {
  if (due.length === 0) return []
  const now = ctx.clock.now()
  const sources = await schedulesInZones(ctx, due)
  const writings: Writing[] = []
  const changed: Plan[] = []
  for (const plan of (await holdPlans(ctx, due)).values()) {
    const source = sources.get(plan.equipmentId)
    if (!source || plan.dueAt > now) continue
    // A machine with contact before its first shift has no shift history yet.
    const isNew = plan.scheduledFrom === plan.writtenTo
    const from = isNew ? startOfLocalDay(plan.scheduledFrom, source.zone) : plan.writtenTo
    const { to, dueAt } = horizonOfPlan(now, source.zone)
    writings.push({ source, from, to })
    changed.push({ ...plan, ...(isNew ? { scheduledFrom: from } : {}), writtenTo: Math.max(from, to), dueAt })
  }
  return write(ctx, writings, changed)
}

/**
 * Writes future shift history again after a change of schedule, zone or parent, around voids and rows that people edited. Ends a
 * row that contains now. The past stays (domain, section 4). Prevents changes of schedules until the transaction ends. Skips
 * machines without written shift history. Returns the written ranges.
 */
export async function writeAheadAgain(ctx: Ctx, equipmentIds: readonly number[]): Promise<ShiftsWritten[]> {
  if (equipmentIds.length === 0) return []
  const now = ctx.clock.now()
  await claimPlanning(ctx)
  const sources = await schedulesInZones(ctx, equipmentIds)
  const plans = [...(await holdPlans(ctx, equipmentIds)).values()].filter((plan) => plan.writtenTo > plan.scheduledFrom)
  await eraseAhead(
    ctx,
    plans.map((plan) => plan.equipmentId),
    now,
  )
  const writings: Writing[] = []
  const changed: Plan[] = []
  for (const plan of plans) {
    const source = sources.get(plan.equipmentId)
    if (!source) continue
    const { to, dueAt } = horizonOfPlan(now, source.zone)
    const from = Math.max(plan.scheduledFrom, Math.min(now, plan.writtenTo))
    writings.push({ source, from, to })
    changed.push({ ...plan, writtenTo: Math.max(from, to), dueAt })
  }
  return write(ctx, writings, changed)
}

async function write(ctx: Ctx, writings: readonly Writing[], plans: readonly Plan[]): Promise<ShiftsWritten[]> {
  const spans = writings.filter(({ from, to }) => from < to)
  if (spans.length > 0) {
    const ranges = spans.map(({ source, from, to }) => ({ equipmentId: source.equipmentId, from, to }))
    const rows = await shiftRowsInRanges(ctx, ranges)
    const voids = await voidsInRanges(ctx, ranges)
    const planned = spans.flatMap(({ source, ...span }) => {
      const { equipmentId, schedule, zone } = source
      const written = (rows.get(equipmentId) ?? []).map((row) => ({ from: row.startedAt, to: row.endedAt }))
      const taken = [...written, ...(voids.get(equipmentId) ?? [])]
      return outside(shiftsOfSchedule(schedule, zone, span), taken).map((row) => ({ ...row, equipmentId }))
    })
    await insertShifts(ctx, planned)
  }
  await putPlans(ctx, plans)
  return spans.map(({ source, from, to }) => ({ equipmentId: source.equipmentId, from, to }))
}
