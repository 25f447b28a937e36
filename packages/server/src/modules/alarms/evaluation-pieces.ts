import { type AlarmData, addPiece, evaluate, openAtEnd, type Trip, valueInForce } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { type AlarmedMachineFacts, dataOfPlans } from './evaluation-data.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import { instantOfEvent } from './queries-evaluation.ts'

/** Most events of a machine that are read at once for an alarm that is evaluated from far back: about 25 MB as values. */
export const MOST_EVENTS = 100_000

const NOTHING = { cycles: 0, runningMs: 0 }

/** Returns true for the types whose evaluation reads every event from its start on, whatever the alarm carries. */
const readsEvents = ({ alarm: { alarmTypeId: typeId } }: EvaluationPlan): boolean =>
  typeId === 1 || typeId === 3 || typeId === 8

/**
 * Returns the plans in their order. Those of alarms that read events are evaluated up to their last `mostEvents` events, in
 * pieces of as many events, so that little is read at once; what is left of the plan is returned, with the trips before it.
 * Events of one instant are in one piece. Calls `fail` with a plan whose evaluation throws, and leaves it out.
 */
export async function evaluatedUp(
  ctx: Ctx,
  plans: readonly EvaluationPlan[],
  facts: ReadonlyMap<number, AlarmedMachineFacts>,
  fail: (plan: EvaluationPlan, error: unknown) => void,
  mostEvents: number,
): Promise<EvaluationPlan[]> {
  const rests: EvaluationPlan[] = []
  for (const whole of plans) {
    const rest = readsEvents(whole) ? await restOf(ctx, whole, facts, fail, mostEvents) : whole
    if (rest !== null) rests.push(rest)
  }
  return rests
}

async function restOf(
  ctx: Ctx,
  whole: EvaluationPlan,
  facts: ReadonlyMap<number, AlarmedMachineFacts>,
  fail: (plan: EvaluationPlan, error: unknown) => void,
  mostEvents: number,
): Promise<EvaluationPlan | null> {
  const { equipmentId } = whole.alarm
  const trips: Trip[] = []
  let rest = whole
  for (;;) {
    const until = await instantOfEvent(ctx, equipmentId, Math.min(rest.from, rest.dataFrom), mostEvents)
    if (until === null || until >= whole.to)
      return rest === whole ? whole : { ...rest, earlier: { from: whole.from, trips } }
    const dataOf = await dataOfPlans(ctx, [rest], facts, until)
    try {
      rest = afterPiece(rest, dataOf(rest, NOTHING), until, trips)
    } catch (error) {
      fail(whole, error)
      return null
    }
  }
}

/**
 * Adds the trips of a plan up to `until` (epoch ms, included) to `trips`, and returns the plan of the time after it. A telemetry
 * alarm carries the value in force at `until`, since when it is beyond the limit too, so that nothing before it is read again.
 */
function afterPiece(plan: EvaluationPlan, data: AlarmData, until: number, trips: Trip[]): EvaluationPlan {
  const { alarm, from } = plan
  const { alarmTypeId: typeId, args, argsFrom: base } = alarm
  if (until >= from) {
    const piece = evaluate({ typeId, args, data, from, to: until, open: openAtEnd(trips), base })
    addPiece(trips, piece.trips, from)
  }
  const rest = { ...plan, from: Math.max(from, until + 1), dataFrom: until }
  if (typeId !== 8) return rest
  const carried = { value: valueInForce(args, data.values, until) }
  return { ...rest, usesCarried: true, alarm: { ...alarm, carriedAt: until, carried } }
}
