import './utilization-tab.css'
import { memo, useMemo } from 'react'
import type { MachineTile, OrgUnit } from '../../features/tree/types.ts'
import type { Child } from '../../features/utilization/children.ts'
import { ChildrenList } from '../../features/utilization/children-list.tsx'
import type { Explainable, Figures } from '../../features/utilization/types.ts'
import { UtilizationChart } from '../../features/utilization/utilization-chart.tsx'
import { usePaths } from '../../scope/links.ts'
import { useZoomTo } from '../../scope/scope.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { childrenOf } from './children-of.ts'
import type { Choices } from './choices.ts'
import { LostPanel } from './lost-panel.tsx'
import { NoMachines } from './no-machines.tsx'
import { useUnitSummary } from './use-unit-summary.ts'

interface TabProps {
  unit: OrgUnit
  /** Machines of the unit as they are now. */
  machines: readonly MachineTile[]
  explainable: Explainable & { figures: Figures }
  choices: Choices
  onChoose: (change: Partial<Choices>) => void
}

/** Tab of a unit's page with its utilization over time, and the units and machines directly under it. */
export const UtilizationTab = memo(function UtilizationTab({
  unit,
  machines,
  explainable,
  choices,
  onChoose,
}: TabProps) {
  const paths = usePaths()
  const summary = useUnitSummary(unit)
  const zoomTo = useZoomTo(unit.actual_timezone)
  const listed = useMemo(() => childrenOf(unit), [unit])
  const pathOf = ({ place }: Child): string => (place.kind === 'unit' ? paths.unit(place.id) : paths.machine(place.id))
  if (listed.length === 0 && unit.figures.scheduled_s === 0) return <NoMachines unit={unit} />
  return (
    <div className="unit-overview">
      <div className="unit-attention">
        <AttentionPanel unitId={unit.id} machines={machines} summary={summary} />
      </div>
      <div className="stack wide unit-main">
        <UtilizationChart
          explainable={explainable}
          groups={unit.util_groups}
          dayStartMin={unit.readAs.dayStartMin}
          shown={choices.groups}
          onShow={(groups) => onChoose({ groups })}
          onZoom={zoomTo}
        />
        <div className="stack wide unit-lower">
          <ChildrenList
            explainable={explainable}
            listed={listed}
            choices={{ children: choices.children, bars: choices.bars, expanded: choices.expanded === '1' }}
            onChoose={({ expanded, ...change }) =>
              onChoose({ ...change, ...(expanded === undefined ? {} : { expanded: expanded ? '1' : '0' }) })
            }
            pathOf={pathOf}
            empty={<NoMachines unit={unit} />}
          />
          {summary !== null && (
            <div className="unit-lost">
              <LostPanel unitId={unit.id} summary={summary} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
})
