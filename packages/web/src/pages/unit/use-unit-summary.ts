import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Summary, summaryQuery } from '../../features/reports/summary-query.ts'
import type { OrgUnit } from '../../features/tree/types.ts'
import { useMay } from '../../scope/rights.ts'
import { useScopeKey } from '../../scope/scope.ts'

/**
 * Returns the summary of a unit over the period, undefined until it is read; null for those who may not read stops, such as
 * displays.
 */
export function useUnitSummary(unit: OrgUnit): Summary | undefined | null {
  const mayRead = useMay()(summaryOfOrgUnit)
  const scopeKey = useScopeKey(unit.actual_timezone)
  const { data } = useQuery({
    ...summaryQuery(unit.id, scopeKey, unit.actual_timezone),
    placeholderData: keepPreviousData<Summary>,
    enabled: mayRead,
  })
  if (!mayRead) return null
  return data?.units[0]?.id === unit.id ? data : undefined
}
