import type { Answer, Query } from '@millwatch/contract/endpoint'
import type { reliabilityOfOrgUnit } from '@millwatch/contract/http/reports-reliability'
import { mtbfMs, mttrMs, type Reliability, reliabilityOf } from '@millwatch/domain/stops'
import { noFigures } from '@millwatch/domain/utilization'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { failuresOver } from '../stops/index.ts'
import { figuresOver } from '../utilization/index.ts'

type Report = Omit<Answer<typeof reliabilityOfOrgUnit>, 'status'>

/**
 * Returns MTBF and MTTR of machines over a period as of now, with the sums behind them, in the order of `ids`. Times are seconds;
 * MTBF is null without failures, MTTR unless one of them ended.
 */
export async function reliabilityReport(
  ctx: Ctx,
  ids: readonly number[],
  query: Query<typeof reliabilityOfOrgUnit>,
  { now, requireCurrent }: AsOfNow,
): Promise<Report> {
  await requireCurrent(ids)
  const period = askedPeriod(query, now)
  const groups = ids.map((id) => ({ key: String(id), members: new Map([[id, null]]), inBuckets: false }))
  const all = { shift: null, buckets: null, money: false, averages: false }
  const answer = await figuresOver(ctx, { groups, period, now, ...all })
  const failures = await failuresOver(ctx, ids, period)
  return {
    equipment: ids.map((id) => {
      const { runningMs } = answer.groups.get(String(id))?.whole ?? noFigures
      return { id, ...presentReliability(reliabilityOf(runningMs, failures.get(id) ?? [], period)) }
    }),
    period: { startDate: toIso(period.from), endDate: toIso(period.to) },
    as_of: toIso(now),
  }
}

const secondsOrNull = (ms: number | null): number | null => (ms === null ? null : ms / 1000)

const presentReliability = (figures: Reliability) => ({
  operating_s: figures.operatingMs / 1000,
  failures: figures.failures,
  repairs: figures.repairs,
  repair_s: figures.repairMs / 1000,
  mtbf_s: secondsOrNull(mtbfMs(figures)),
  mttr_s: secondsOrNull(mttrMs(figures)),
})
