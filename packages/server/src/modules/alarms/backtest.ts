import { type AlarmArgs, type AlarmData, type AlarmType, backtest, needsOf, type Trip } from '@millwatch/domain/alarms'
import { DAY_MS, type Range } from '@millwatch/domain/time'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { dataOfPlans, factsOfMachines } from './evaluation-data.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import { type AlarmInput, draftOf } from './manage.ts'
import { firstOfLatestEvents } from './queries-backtest.ts'
import { requireArgs } from './read-terms.ts'

const DAYS_MS = 90 * DAY_MS
/** Most events of a machine that a backtest reads; to read so many takes about a second. */
const MOST_EVENTS = 300_000

/** Draft of an alarm, which is not stored: its type, its machine and its arguments. */
export type PastDraft = Pick<AlarmInput, 'alarmTypeId' | 'equipmentId'> & {
  readonly args: NonNullable<AlarmInput['args']>
}

/**
 * Returns the number of the trips that a draft would have had in the past 90 days by the data as stored now, the latest 1,000 of
 * them, ascending, and the range that was read. The range begins later if the machine does, and for a type that reads events at
 * the earliest of its last 300,000 events. Maintenance counts from the start of that range, and again from each trip. 400 for an
 * unknown type and invalid arguments, 404 for an unknown machine.
 */
export async function backtestOf(
  ctx: Ctx,
  draft: PastDraft,
  asOf: AsOfNow,
): Promise<{ readonly range: Range; readonly count: number; readonly trips: readonly Trip[] }> {
  const { type, machine } = await draftOf(ctx, draft)
  const args = requireArgs(type, draft.args) as AlarmArgs
  const past = { equipmentId: machine.equipmentId, typeId: type.id, args }
  const { data, range } = await dataOfPast(ctx, past, { lengthMs: DAYS_MS, mostEvents: MOST_EVENTS }, asOf)
  return { range, ...backtest({ typeId: type.id, args, data, range }) }
}

interface PastAlarm {
  readonly equipmentId: number
  readonly typeId: AlarmType['id']
  readonly args: AlarmArgs
}

/**
 * Reads the data that the rule of an alarm needs from `lengthMs` before now up to now, and returns them with the range. The range
 * begins later if the machine's first evidence does (without any it is empty), and, for a rule that reads events, so late that it
 * has at most `mostEvents` of them. Throws if the machine's data are not current.
 */
export async function dataOfPast(
  ctx: Ctx,
  past: PastAlarm,
  { lengthMs, mostEvents }: { readonly lengthMs: number; readonly mostEvents: number },
  { now, requireCurrent }: AsOfNow,
): Promise<{ readonly range: Range; readonly data: AlarmData }> {
  const { equipmentId, typeId, args } = past
  await requireCurrent([equipmentId])
  const facts = await factsOfMachines(ctx, [equipmentId])
  const beganAt = facts.get(equipmentId)?.beganAt ?? now
  const { cyclesMs, values, impacts } = needsOf(typeId, args)
  const readsEvents = typeId === 1 || cyclesMs !== undefined || values !== undefined || impacts === true
  const boundAt = readsEvents ? ((await firstOfLatestEvents(ctx, equipmentId, mostEvents, now - lengthMs)) ?? 0) : 0
  const range = { from: Math.min(now, Math.max(now - lengthMs, beganAt, boundAt)), to: now }
  const plan = planOver(range, past)
  return { range, data: (await dataOfPlans(ctx, [plan], facts, now))(plan, { cycles: 0, runningMs: 0 }) }
}

/**
 * Returns the plan that evaluates a draft over a range of the past, as if the alarm had been created at the range's beginning.
 */
function planOver({ from, to }: Range, { equipmentId, typeId, args }: PastAlarm): EvaluationPlan {
  const alarm = {
    ...{ alarmId: 0, equipmentId, alarmTypeId: typeId, args, argsLatest: null, deviceOutputConfig: {} },
    ...{ notifyOnClear: false, reassertM: null, dueAt: null, watchedKinds: 0, carriedAt: null, carried: null },
    ...{ quietFrom: null, quietTo: null },
    ...{ evaluatedTo: from, baseAt: from, argsFrom: from },
  }
  const dataFrom = from - (needsOf(typeId, args).values?.backMs ?? 0)
  return { alarm, from, to, evaluatedTo: from, evaluatedIfFailed: from, dataFrom, usesCarried: false }
}
