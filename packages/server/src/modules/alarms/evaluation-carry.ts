import {
  type AlarmArgs,
  type CountedUpTo,
  evaluate,
  keptCheckpoints,
  type Progress,
  valueInForce,
} from '@millwatch/domain/alarms'
import { DAY_MS } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { loadIntervals } from '../status/index.ts'
import { type AlarmedMachineFacts, type DataOf, NO_FACTS } from './evaluation-data.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import { cyclesOver } from './queries-evaluation.ts'
import type { AlarmState, Carried } from './store-evaluation.ts'

const NOTHING: Progress = { cycles: 0, runningMs: 0 }

/** Returns the amounts that a plan begins with: the carried ones if the plan uses them (a missing one is 0), else zeros. */
const progressOf = ({ alarm: { carried }, usesCarried }: EvaluationPlan): Progress =>
  usesCarried ? { cycles: carried?.cycles ?? 0, runningMs: carried?.runningMs ?? 0 } : NOTHING

/**
 * Returns the cycles and the running time (ms) that maintenance counted before `until` (epoch ms), with those that the plan
 * begins with. For an alarm that counts neither (types other than 5 and 6), and for an `until` not after `dataFrom` of the plan,
 * it returns only those that the plan begins with.
 */
export function countedTo(plan: EvaluationPlan, dataOf: DataOf, until: number): Progress {
  const { alarm, dataFrom } = plan
  const { alarmTypeId: typeId, args, baseAt: base } = alarm
  const progress = progressOf(plan)
  if ((typeId !== 5 && typeId !== 6) || until <= dataFrom) return progress
  const data = dataOf(plan, progress)
  return evaluate({ typeId, args, data, from: dataFrom, to: until - 1, open: null, base }).progress
}

/**
 * Ages (ms) of the amounts that an alarm carries: from `atMost` on they are renewed, and then they are `atLeast` old, as data are
 * often a little late.
 */
const CARRY_MS = { atMost: 1_800_000, atLeast: 600_000 } as const

/**
 * Returns the amounts counted so far (types 5 and 6) or the value in force (type 8) with which the next evaluation of an alarm
 * begins, and their instant (epoch ms), usually 10 to 30 minutes ago, so that data that come a little late need no recount. Both
 * null for other types.
 */
export function carriedAfter(
  plan: EvaluationPlan,
  dataOf: DataOf,
  now: number,
): Pick<AlarmState, 'carriedAt' | 'carried'> {
  const { alarm, from, dataFrom, usesCarried } = plan
  const { alarmTypeId: typeId, carriedAt, carried } = alarm
  if (typeId !== 5 && typeId !== 6 && typeId !== 8) return { carriedAt: null, carried: null }
  if (usesCarried && carriedAt !== null && now - carriedAt < CARRY_MS.atMost) return { carriedAt, carried }
  if (typeId === 8) {
    const at = Math.max(dataFrom, now - CARRY_MS.atLeast)
    return { carriedAt: at, carried: { value: valueInForce(alarm.args, dataOf(plan, NOTHING).values, at) } }
  }
  const at = Math.max(dataFrom, Math.min(from, now - CARRY_MS.atLeast))
  const before: CountedUpTo[] = usesCarried && carriedAt !== null ? [[carriedAt, amountOf(carried)]] : []
  const earlier = keptCheckpoints([...(usesCarried ? (carried?.earlier ?? []) : []), ...before], now)
  return { carriedAt: at, carried: { ...countedTo(plan, dataOf, at), earlier } }
}

/**
 * Returns the amount that maintenance counted, cycles or running time (ms); 0 for null. Of the two one is 0, so it returns their
 * sum.
 */
const amountOf = (carried: Partial<Progress> | null): number => (carried?.cycles ?? 0) + (carried?.runningMs ?? 0)

/** Length (ms) of the pieces in which cycles and intervals are read when maintenance is counted from far back. */
const CHUNK_MS = 3 * DAY_MS

/**
 * Returns the plans in their order, those of maintenance by cycles or running time counted up to the start of their evaluation,
 * or to ten minutes ago if that is earlier. They are counted in pieces of three days, so that little is read at once. Other
 * plans, and those with less than three days to count, are returned unchanged.
 */
export async function countedUp(
  ctx: Ctx,
  plans: readonly EvaluationPlan[],
  facts: ReadonlyMap<number, AlarmedMachineFacts>,
  now: number,
): Promise<EvaluationPlan[]> {
  const counted: EvaluationPlan[] = []
  for (const plan of plans) {
    const { alarmTypeId: typeId } = plan.alarm
    const until = Math.min(plan.from, now - CARRY_MS.atLeast)
    if ((typeId !== 5 && typeId !== 6) || until - plan.dataFrom < CHUNK_MS) counted.push(plan)
    else {
      const carried = await countPieces(ctx, plan, until, facts)
      counted.push({ ...plan, dataFrom: until, usesCarried: true, alarm: { ...plan.alarm, carriedAt: until, carried } })
    }
  }
  return counted
}

async function countPieces(
  ctx: Ctx,
  plan: EvaluationPlan,
  until: number,
  facts: ReadonlyMap<number, AlarmedMachineFacts>,
): Promise<Carried> {
  const { equipmentId, alarmTypeId: typeId, args, baseAt: base } = plan.alarm
  const ofMachine = facts.get(equipmentId) ?? NO_FACTS
  let progress = progressOf(plan)
  const earlier: CountedUpTo[] = plan.usesCarried ? [...(plan.alarm.carried?.earlier ?? [])] : []
  for (let from = plan.dataFrom; from < until; from += CHUNK_MS) {
    earlier.push([from, amountOf(progress)])
    const to = Math.min(from + CHUNK_MS, until) - 1
    const cycles = typeId === 5 ? await cyclesOver(ctx, [{ equipmentId, from: from - 1 }], to) : new Map()
    const intervals = typeId === 6 ? await loadIntervals(ctx, [{ equipmentId, from, to }]) : new Map()
    const data = {
      ...{
        intervals: intervals.get(equipmentId) ?? [],
        cycles: cycles.get(equipmentId) ?? [],
        values: [],
        impacts: [],
      },
      ...{ ...ofMachine, contact: null, shifts: [], ignoredStops: [], progress },
    }
    progress = evaluate({ typeId, args: args as AlarmArgs, data, from, to, open: null, base }).progress
  }
  return { ...progress, earlier }
}
