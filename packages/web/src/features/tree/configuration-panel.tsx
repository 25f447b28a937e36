import './configuration.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Subject } from '../../scope/subject.ts'
import { Bone } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { MachineForm } from './machine-form.tsx'
import { allUnitsQuery, machineFactsQuery } from './queries.ts'
import { UnitForm } from './unit-form.tsx'

interface ConfigurationPanelProps {
  subject: Subject
  /** An admin; others read. */
  mayChange: boolean
  /** The form of the company, which stands in place of that of its root. */
  company: React.ReactNode
}

/** The submenu Configuration: the form of the machine, the unit, or the company where the unit is its root. */
export function ConfigurationPanel({ subject: { which, id }, mayChange, company }: ConfigurationPanelProps) {
  return which === 'e' ? (
    <OfMachine key={id} id={id} mayChange={mayChange} />
  ) : (
    <OfUnit key={id} id={id} mayChange={mayChange} company={company} />
  )
}

function OfMachine({ id, mayChange }: { id: number; mayChange: boolean }) {
  const query = useQuery(machineFactsQuery(id))
  if (query.data === undefined) return <Unread query={query} />
  return <MachineForm machine={query.data} mayChange={mayChange} />
}

interface OfUnitProps {
  id: number
  mayChange: boolean
  company: React.ReactNode
}

function OfUnit({ id, mayChange, company }: OfUnitProps) {
  const query = useQuery(allUnitsQuery)
  const unit = query.data?.find((one) => one.id === id)
  if (unit === undefined) return <Unread query={query} />
  if (unit.parent_id === null) return <div className="tree-config-company">{company}</div>
  const parent = query.data?.find((one) => one.id === unit.parent_id)
  return <UnitForm unit={unit} inheritedZone={parent?.actual_timezone ?? unit.actual_timezone} mayChange={mayChange} />
}

/** A form of which nothing is known yet, or that could not be read. */
function Unread({ query }: { query: UseQueryResult<unknown> }) {
  if (query.isPending)
    return (
      <div className="tree-config-bones" aria-busy="true">
        {[0, 1, 2, 3, 4].map((field) => (
          <Bone key={field} height={40} />
        ))}
      </div>
    )
  return (
    <TryAgain onRetry={query.refetch}>
      The configuration could not be read. {query.error?.message ?? 'It may have been removed'}
    </TryAgain>
  )
}
