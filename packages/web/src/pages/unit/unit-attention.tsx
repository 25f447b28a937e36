import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Summary, summaryQuery } from '../../features/reports/summary-query.ts'
import type { MachineTile, OrgUnit } from '../../features/tree/types.ts'
import { useMay } from '../../scope/rights.ts'
import { useScopeKey } from '../../scope/scope.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { LostPanel } from './lost-panel.tsx'

interface UnitAttentionProps {
  unit: OrgUnit
  machines: readonly MachineTile[]
}

/** Panels of a unit with what needs somebody and what time was lost to; a display, which may not read stops, has the first only. */
export function UnitAttention({ unit, machines }: UnitAttentionProps) {
  const mayRead = useMay()(summaryOfOrgUnit)
  const scopeKey = useScopeKey(unit.actual_timezone)
  const { data } = useQuery({
    ...summaryQuery(unit.id, scopeKey, unit.actual_timezone),
    placeholderData: keepPreviousData<Summary>,
    enabled: mayRead,
  })
  const summary = data?.units[0]?.id === unit.id ? data : undefined
  return (
    <div className="stack wide unit-attention">
      <AttentionPanel unitId={unit.id} machines={machines} summary={summary} />
      {mayRead && <LostPanel unitId={unit.id} summary={summary} />}
    </div>
  )
}
