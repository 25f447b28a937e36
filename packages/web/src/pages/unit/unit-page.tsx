import './unit.css'
import { RUNNING } from '@millwatch/domain/status'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useUnitTimelinesLive } from '../../features/status/live.ts'
import { ChildUnits } from '../../features/tree/child-units.tsx'
import { Crumbs } from '../../features/tree/crumbs.tsx'
import { useOrgUnitLive } from '../../features/tree/live.ts'
import { orgUnitQuery } from '../../features/tree/queries.ts'
import type { OrgUnit } from '../../features/tree/types.ts'
import { Headline } from '../../features/utilization/headline.tsx'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/title.ts'
import { usePageZone } from '../../scope/place.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReadError } from '../read-error.tsx'
import { NoMachines } from './no-machines.tsx'
import { TileGrid } from './tile-grid.tsx'
import { UnitBones } from './unit-bones.tsx'

/** A unit: how much of the scheduled time its machines ran today, its units, its machines. */
export function UnitPage() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <UnitOf key={id} id={id} /> : <InvalidRequest />
}

function UnitOf({ id }: { id: number }) {
  useOrgUnitLive(id)
  useUnitTimelinesLive(id)
  const { data: unit, error, refetch } = useQuery(orgUnitQuery(id))
  useTitle(unit?.name)
  usePageZone(unit?.actual_timezone)
  if (unit !== undefined) return <UnitView unit={unit} />
  if (error instanceof ApiError && error.status === 404) return <InvalidRequest />
  if (error !== null) return <ReadError what="This unit" error={error} onRetry={() => void refetch()} />
  return <UnitBones />
}

const machinesWords = (unit: OrgUnit): string => {
  const running = unit.equipment.filter((machine) => machine.current_status?.status === RUNNING).length
  return `${unit.equipment.length} ${unit.equipment.length === 1 ? 'machine' : 'machines'} · ${running} running`
}

/** As in the tree, machines that are archived are not shown. */
function UnitView({ unit: whole }: { unit: OrgUnit }) {
  const unit = { ...whole, equipment: whole.equipment.filter((machine) => !machine.archived) }
  const empty = unit.equipment.length === 0
  return (
    <div className="page">
      <header className="page-head">
        <Crumbs ancestors={unit.ancestors} />
        <div className="page-title-row">
          <h1 className="page-title">{unit.name}</h1>
          <span className="page-second">{machinesWords(unit)}</span>
        </div>
      </header>
      {!empty && (
        <Headline
          figures={unit.figures}
          from={Date.parse(unit.period.startDate)}
          asOf={Date.parse(unit.as_of)}
          zone={unit.actual_timezone}
          machines={unit.equipment.length}
        />
      )}
      <ChildUnits unit={unit} />
      {empty ? <NoMachines unit={unit} /> : <TileGrid unit={unit} />}
    </div>
  )
}
