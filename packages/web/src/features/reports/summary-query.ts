import type { Answer } from '@millwatch/contract/endpoint'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { showsRecentCycles } from '@millwatch/domain/status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'

/** Summary of a unit over a period, with the shift for which it was read (0: all). */
export type Summary = Omit<Answer<typeof summaryOfOrgUnit>, 'status'> & {
  readonly shift: number
  /** True if the period began at most 7 days ago, so that the exception `no-cycle` is shown. */
  readonly showsRecentCycles: boolean
}

/**
 * Query that reads the summary of a unit over the period on screen; again every 5 minutes. `scopeKey` comes from `useScopeKey`,
 * `zone` is the zone of the unit.
 */
export const summaryQuery = (id: number, scopeKey: readonly unknown[], zone: string) =>
  queryOptions({
    queryKey: ['summary', id, ...scopeKey],
    queryFn: async ({ signal }): Promise<Summary> => {
      const at = now()
      const { from, startDate, endDate, choices, shift, tz } = readScope(zone, at)
      const answer = await call(summaryOfOrgUnit, { params: { id }, query: { startDate, endDate, ...choices }, signal })
      return { ...answer, shift, showsRecentCycles: showsRecentCycles(from, at, tz) }
    },
    refetchInterval: activeRefresh,
  })
