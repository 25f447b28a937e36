import {
  type AlarmArgs,
  argsWithoutLimit,
  comparedLimit,
  type LimitReadings,
  limitReadings,
} from '@millwatch/domain/alarms'
import { type Range, WEEK_MS } from '@millwatch/domain/time'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { dataOfPast, type PastDraft } from './backtest.ts'
import { draftOf } from './manage.ts'
import { acceptedArgs } from './read-terms.ts'

/** Most events of a machine that are read for its limit readings; to read so many takes less than 100 ms. */
const MOST_EVENTS = 60_000

/**
 * Returns the latest and the extreme amount of the past week that the limit of a draft is compared with, by the data as stored
 * now (both null without any amount), and the range that was read. 400 for a type without such a limit and for invalid arguments,
 * 404 for an unknown machine.
 */
export async function limitReadingsOf(
  ctx: Ctx,
  draft: PastDraft,
  asOf: AsOfNow,
): Promise<LimitReadings & { readonly range: Range }> {
  const { type, machine } = await draftOf(ctx, draft)
  if (comparedLimit(type.id) === undefined) throw new Invalid('body/alarm_type_id: this alarm type has no such limit')
  const args = acceptedArgs(argsWithoutLimit(type, draft.args)) as AlarmArgs
  const bounds = { lengthMs: WEEK_MS, mostEvents: MOST_EVENTS }
  const { data, range } = await dataOfPast(
    ctx,
    { equipmentId: machine.equipmentId, typeId: type.id, args },
    bounds,
    asOf,
  )
  return { range, ...limitReadings({ typeId: type.id, args, data, range: { ...range, to: range.to + 1 } }) }
}
