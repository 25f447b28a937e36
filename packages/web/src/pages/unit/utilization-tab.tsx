import { ChildUnits } from '../../features/tree/child-units.tsx'
import type { OrgUnit } from '../../features/tree/types.ts'

/** The Utilization tab of a unit's page: its utilization over time, and that of what stands under it. */
export function UtilizationTab({ unit }: { unit: OrgUnit }) {
  return <ChildUnits unit={unit} />
}
