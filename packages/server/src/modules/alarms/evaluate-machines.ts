import { DAY_MS } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { factsOfMachines } from './evaluation-data.ts'
import { MOST_EVENTS } from './evaluation-pieces.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import { type Evaluated, EvaluationTurn } from './evaluation-turn.ts'
import { alarmsToEvaluate, holdToEvaluate } from './store-evaluation.ts'

/** Age (ms) of data from which on they are read for each machine alone, not for all machines at once. */
const RECENT_MS = 2 * DAY_MS

/**
 * Evaluates those alarms of the machines that need it, and stores their trips, in the transaction of `ctx`; sends no notices, but
 * returns their events. Leaves out machines that another transaction holds, and machines without alarms. A second call at the
 * same instant of the clock and with the same data adds and changes no trip. Of data from far back at most `mostEvents` events
 * are read at once.
 */
export async function evaluateMachines(
  ctx: Ctx,
  equipmentIds: readonly number[],
  mostEvents = MOST_EVENTS,
): Promise<Evaluated> {
  const held = await holdToEvaluate(ctx, equipmentIds)
  const turn = new EvaluationTurn(ctx.clock.now())
  if (held.length === 0) return turn.result(0)
  const ids = held.map(({ equipmentId }) => equipmentId)
  const alarms = Map.groupBy(await alarmsToEvaluate(ctx, ids), ({ equipmentId }) => equipmentId)
  const facts = await factsOfMachines(ctx, ids)
  const recent: EvaluationPlan[] = []
  for (const machine of held) {
    const plans = turn.plansOf(machine, alarms.get(machine.equipmentId) ?? [])
    const isOld = plans.some(({ from, dataFrom }) => Math.min(from, dataFrom) < turn.now - RECENT_MS)
    if (isOld) await turn.evaluateOld(ctx, plans, facts, mostEvents)
    else recent.push(...plans)
  }
  await turn.evaluate(ctx, recent, facts)
  await turn.store(ctx, held, alarms)
  return turn.result(held.length)
}
