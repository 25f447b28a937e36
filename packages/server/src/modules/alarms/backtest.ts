import { type AlarmArgs, type AlarmType, backtest, needsOf, type Trip } from '@millwatch/domain/alarms'
import type { Range } from '@millwatch/domain/time'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { dataOfPlans, factsOfMachines } from './evaluation-data.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import { type AlarmInput, draftOf } from './manage.ts'
import { firstOfLatestEvents } from './queries-backtest.ts'
import { demandArgs } from './read-terms.ts'

const DAYS_MS = 90 * 86_400_000
/** Most events of a machine that a backtest reads, which takes about a second. */
const MOST_EVENTS = 300_000

/** Alarm that is not stored. */
type Draft = Pick<AlarmInput, 'alarmTypeId' | 'equipmentId'> & { readonly args: NonNullable<AlarmInput['args']> }

/**
 * Returns the trips that a draft would have had in the past 90 days, ascending, by the data as stored now, and the range that was
 * read. The range begins later if the machine does, or after its last 300,000 events. Maintenance counts from the start of that
 * range, and again from each trip.
 */
export async function backtestOf(
  ctx: Ctx,
  draft: Draft,
  { now, requireCurrent }: AsOfNow,
): Promise<{ readonly range: Range; readonly trips: readonly Trip[] }> {
  const { type, machine } = await draftOf(ctx, draft)
  const args = demandArgs(type, draft.args) as AlarmArgs
  const { equipmentId } = machine
  await requireCurrent([equipmentId])
  const facts = await factsOfMachines(ctx, [equipmentId])
  const beganAt = facts.get(equipmentId)?.beganAt ?? now
  const { cyclesMs, values, impacts } = needsOf(type.id, args)
  const readsEvents = type.id === 1 || cyclesMs !== undefined || values !== undefined || impacts === true
  const boundAt = readsEvents ? ((await firstOfLatestEvents(ctx, equipmentId, MOST_EVENTS, now - DAYS_MS)) ?? 0) : 0
  const range = { from: Math.min(now, Math.max(now - DAYS_MS, beganAt, boundAt)), to: now }
  const plan = planOver(range, { equipmentId, typeId: type.id, args })
  const data = (await dataOfPlans(ctx, [plan], facts, now))(plan, { cycles: 0, runningMs: 0 })
  return { range, trips: backtest({ typeId: type.id, args, data, range }) }
}

/** Returns the plan to evaluate a draft over a range of the past, as if it had been created at its beginning. */
function planOver(
  { from, to }: Range,
  { equipmentId, typeId, args }: { equipmentId: number; typeId: AlarmType['id']; args: AlarmArgs },
): EvaluationPlan {
  const alarm = {
    ...{ alarmId: 0, equipmentId, alarmTypeId: typeId, args, argsLatest: null, deviceOutputConfig: {} },
    ...{ notifyOnClear: false, reassertM: null, dueAt: null, watchedKinds: 0, carriedAt: null, carried: null },
    ...{ quietFrom: null, quietTo: null },
    ...{ evaluatedTo: from, baseAt: from, argsFrom: from },
  }
  const dataFrom = from - (needsOf(typeId, args).values?.backMs ?? 0)
  return { alarm, from, to, evaluatedTo: from, dataFrom, usesCarried: false }
}
