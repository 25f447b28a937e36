/** Requests all answers that contain figures of a unit over one period. */

import type { Answer } from '@millwatch/contract/endpoint'
import { getOrgUnit } from '@millwatch/contract/http/tree'
import { sharesOfOrgUnit, utilizationOfOrgUnits, utilizationSeries } from '@millwatch/contract/http/utilization'
import type { Answers } from './one-value-compare.ts'
import { statuses } from './one-value-places.ts'
import { type Asking, accountOf, queriesOf } from './one-value-questions.ts'

type Series = Pick<Answer<typeof utilizationSeries>, 'times' | 'total'>

/**
 * Returns all answers that contain figures of a unit, by name. `machineIds` are all machines of the company, each of which must
 * be under the root at every instant. `child` is undefined for the root, `series` for any other unit.
 */
export async function unitAnswers(asking: Asking, id: number, machineIds: readonly number[]): Promise<Answers> {
  const { test, token, rootId } = asking
  const { period, ofShift, choices, series } = queriesOf(asking)
  const page = (await test.ask(getOrgUnit, { token, params: { id }, query: { ...period, ...choices } })).orgUnit
  const query = { ...period, ...choices, ...series }
  const all = await test.ask(utilizationSeries, { token, query: { ...query, ids: machineIds.join() } })
  const interval = all.times.interval as 900
  const util = async (intervalS: 900) =>
    (await test.ask(utilizationOfOrgUnits, { token, query: { ids: String(id), ...query, interval: intervalS } }))
      .orgUnits[0]
  const { shares, ...sums } = await test.ask(sharesOfOrgUnit, {
    token,
    params: { id },
    query: { ...period, ...ofShift },
  })
  const accounts = await Promise.all(shares.map((share) => accountOf(asking, share.id, id)))
  return {
    page,
    util: await util(interval),
    finer: await util(asking.intervalS as 900),
    child: await asChild(asking, id),
    shares: { ...sums, shares },
    accounts,
    series: id === rootId ? withoutDaysBeside(all, asking) : undefined,
  }
}

/**
 * Returns the series without the totals of buckets that lie outside the period and have no time in the total. Such days are in
 * the answer because of single machines that are excluded from the total.
 */
function withoutDaysBeside<T extends Series>({ times, total, ...rest }: T, { from, to }: Asking): object {
  const isKept = (i: number) =>
    (times.ended_at[i] ?? 0) * 1000 > from && (times.time[i] ?? 0) * 1000 < to
      ? true
      : [...statuses, 'scheduled_secs' as const].some((name) => (total[name][i] ?? 0) > 0)
  const keep = (column: unknown) => (Array.isArray(column) ? column.filter((_, i) => isKept(i)) : column)
  return {
    ...rest,
    times,
    total: Object.fromEntries(Object.entries(total).map(([name, column]) => [name, keep(column)])),
  }
}

async function asChild(asking: Asking, id: number): Promise<unknown> {
  const { test, token, rootId } = asking
  const { period, choices } = queriesOf(asking)
  if (id === rootId) return undefined
  const parent = await test.ask(getOrgUnit, { token, params: { id: rootId }, query: { ...period, ...choices } })
  return parent.orgUnit.children.find((entry) => entry.id === id)
}
